/** One true thing of the world, as its vendor holds it. `bad`: something is wrong with it. */
export type Item = Readonly<{
  id: string
  bad: boolean
  /** How bad, in words that each kind of thing knows. */
  word: string
  /** Namespace of a thing in a cluster. */
  ns: string
  /** What a person or program wrote; may hold a canary. */
  text: string
}>

export type Row = Readonly<Record<string, unknown>>
export type Input = Readonly<Record<string, unknown>>
export type Facts = Readonly<{ account: string; now: string; input: Input }>

/** How one operation's answer is made of items, and how its rows are found again in an answer. */
export type Shape = Readonly<{
  /** The list in the answer's body, or the one object. */
  list: string
  /** The column that names a row. */
  key: string
  scope: 'cluster' | 'backend' | 'account'
  /** Items that the question means. */
  keep(item: Item, input: Input): boolean
  /** Set where one object is asked for by name: the answer holds it alone, and one that is not there is no answer. */
  one?: (item: Item, input: Input) => boolean
  toRow(item: Item, facts: Facts): Row
  /** What stands beside the rows: numbers over all items that were read. */
  beside(all: readonly Item[], rows: readonly Row[]): Row
}>
