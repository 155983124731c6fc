// One denial: an operation id or a family pattern (`db.*`), optionally narrowed to a scope; deny wins.
export type DenyRule = Readonly<{
  // Stable id, named in answers; the rule's text never is.
  id: string
  deny: string
  connector?: string
  cluster?: string
  account?: string
  namespace?: string
}>

// What a call would touch, as the matcher sees it.
export type DenySubject = Readonly<{
  operation: string
  connector?: string
  cluster?: string
  account?: string
  namespace?: string
}>
