// Templates of log lines, by the method of P. He, J. Zhu, Z. Zheng and M. R. Lyu, "Drain: An Online Log Parsing Approach
// with Fixed Depth Tree", IEEE International Conference on Web Services (ICWS), 2017, pages 33-40.

// Levels of the tree between a line's length and its group, the similarity that joins a group, branches of a node.
const TOKEN_LEVELS = 2
const SIMILARITY = 0.5
const MAX_BRANCHES = 100
const MAX_TOKENS = 120
const MAX_CHARACTERS = 2000

export const WILDCARD = '<*>'

// Lines that are alike; its template changes as lines join.
export type Group = { tokens: readonly string[] }

type Node = { readonly branches: Map<string, Node>; readonly groups: Group[] }

// What is known to vary is taken out before the tree sees it, as the method's preprocessing does.
const VARIABLE: readonly RegExp[] = [
  /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi,
  /\b\d{4}-\d{2}-\d{2}[T ][\d:.,]+(?:Z|[+-]\d{2}:?\d{2})?/g,
  /\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g,
  /\b0x[0-9a-f]+\b/gi,
  /\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{8,}\b/gi,
  /(?<![\w<])[-+]?\d+(?:\.\d+)?(?:[a-zµ%]{1,3})?\b/gi,
]

// A tree that takes lines one by one and gives the group of each; equal lines always get the same one.
export function createDrain(): Readonly<{ add(message: string): Group }> {
  const root: Node = { branches: new Map(), groups: [] }
  // Templates move as lines join; what was seen once stays where it was put, so that it never looks new.
  const known = new Map<string, Group>()

  function place(tokens: readonly string[]): Group {
    const leaf = descend(root, tokens)
    const found = findGroup(leaf.groups, tokens)
    if (found === null) {
      const made = { tokens }
      leaf.groups.push(made)
      return made
    }
    found.tokens = found.tokens.map((token, at) => (token === tokens[at] ? token : WILDCARD))
    return found
  }

  return Object.freeze({
    add(message: string): Group {
      const tokens = toTokens(message)
      const key = tokens.join(' ')
      const group = known.get(key) ?? place(tokens)
      known.set(key, group)
      return group
    },
  })
}

// The first line of a message as tokens, without what is known to vary.
export function toTokens(message: string): readonly string[] {
  const first = message.slice(0, MAX_CHARACTERS).split('\n', 1)[0] ?? ''
  const text = VARIABLE.reduce((masked, pattern) => masked.replace(pattern, WILDCARD), first)
  return text.trim().split(/\s+/).slice(0, MAX_TOKENS)
}

// First by how many tokens a line has, then by its first ones; a token with a digit goes the way of any.
function descend(root: Node, tokens: readonly string[]): Node {
  let node = branchOf(root, String(tokens.length))
  for (const token of tokens.slice(0, TOKEN_LEVELS))
    node = branchOf(node, /\d/.test(token) || token.includes(WILDCARD) ? WILDCARD : token)
  return node
}

function branchOf(node: Node, key: string): Node {
  const isFull = !node.branches.has(key) && node.branches.size >= MAX_BRANCHES
  const name = isFull ? WILDCARD : key
  const found = node.branches.get(name)
  if (found !== undefined) return found
  const made: Node = { branches: new Map(), groups: [] }
  node.branches.set(name, made)
  return made
}

// The most similar group, if it is similar enough.
function findGroup(groups: readonly Group[], tokens: readonly string[]): Group | null {
  let best: Group | null = null
  let most = SIMILARITY
  for (const group of groups) {
    const same = group.tokens.filter((token, at) => token === tokens[at]).length / Math.max(1, tokens.length)
    if (same < most || (same === most && best !== null)) continue
    best = group
    most = same
  }
  return best
}
