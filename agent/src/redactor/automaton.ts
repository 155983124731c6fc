// Aho and Corasick 1975 over ASCII without case, written out as a table: one look-up a character, whatever the words.

// Classes of characters: 0 is whatever stands in no word; the table below has room for 63 more.
const WIDTH = 6

export type Automaton = Readonly<{
  // Class of each ASCII character.
  classes: Uint8Array
  // State that follows: `next[(state << 6) | class]`.
  next: Uint16Array
  // Words end at this state and those after it, and at no other.
  firstEnd: number
  // Words that end at a state, as their places in the list given.
  words: readonly (readonly number[])[]
}>

// Builds the table for a list of words; throws RangeError when they need more than 63 classes or 65,535 states.
export function createAutomaton(words: readonly string[]): Automaton {
  const classes = toClasses(words)
  const children: Map<number, number>[] = [new Map()]
  const outputs: number[][] = [[]]
  for (const [word, text] of words.entries()) {
    let state = 0
    for (const character of text.toLowerCase()) {
      const kind = classes[character.charCodeAt(0)] ?? 0
      const known = children[state]?.get(kind)
      if (known === undefined) {
        children[state]?.set(kind, children.length)
        state = children.length
        children.push(new Map())
        outputs.push([])
      } else state = known
    }
    outputs[state]?.push(word)
  }
  if (children.length > 65_535) throw new RangeError('too many words for one automaton')
  return { classes, ...link(children, outputs) }
}

function toClasses(words: readonly string[]): Uint8Array {
  const classes = new Uint8Array(128)
  let last = 0
  for (const character of new Set(words.join('').toLowerCase())) {
    last += 1
    classes[character.charCodeAt(0)] = last
    classes[character.toUpperCase().charCodeAt(0)] = last
  }
  if (last >= 1 << WIDTH) throw new RangeError('too many different characters for one automaton')
  return classes
}

// Breadth first: where a word cannot go on, its longest suffix does.
function link(children: readonly Map<number, number>[], outputs: number[][]): Omit<Automaton, 'classes'> {
  const next = new Uint16Array(children.length << WIDTH)
  const suffix = new Uint16Array(children.length)
  const queue = [0]
  for (let at = 0; at < queue.length; at += 1) {
    const state = queue[at] ?? 0
    const shorter = suffix[state] ?? 0
    if (state !== 0) outputs[state]?.push(...(outputs[shorter] ?? []))
    for (let kind = 0; kind < 1 << WIDTH; kind += 1) {
      const child = children[state]?.get(kind)
      const fallback = state === 0 ? 0 : (next[(shorter << WIDTH) | kind] ?? 0)
      next[(state << WIDTH) | kind] = child ?? fallback
      if (child === undefined) continue
      suffix[child] = fallback
      queue.push(child)
    }
  }
  return sortByEnd(next, outputs)
}

// Numbers the states anew, those at which words end last: one comparison tells them apart.
function sortByEnd(next: Uint16Array, outputs: readonly number[][]): Omit<Automaton, 'classes'> {
  const isEnd = (state: number) => (outputs[state]?.length ?? 0) > 0
  const states = [...outputs.keys()]
  const order = [...states.filter((state) => !isEnd(state)), ...states.filter(isEnd)]
  const places = new Uint16Array(order.length)
  for (const [place, state] of order.entries()) places[state] = place
  const sorted = new Uint16Array(next.length)
  for (const [place, state] of order.entries())
    for (let kind = 0; kind < 1 << WIDTH; kind += 1)
      sorted[(place << WIDTH) | kind] = places[next[(state << WIDTH) | kind] ?? 0] ?? 0
  const firstEnd = order.findIndex(isEnd)
  return {
    next: sorted,
    firstEnd: firstEnd < 0 ? order.length : firstEnd,
    words: order.map((state) => outputs[state] ?? []),
  }
}
