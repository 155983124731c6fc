import type { Part } from '@vedette/proto/visibility'

// Where rows of every kind say their namespace.
const KEYS: ReadonlySet<string> = new Set(['namespace', 'namespaces'])
// Maps whose keys people choose.
const FREE: ReadonlySet<string> = new Set(['labels', 'annotations', 'selector'])
// Deeper than any row of the catalogue; what lies below counts as held.
const DEPTH = 12

// Tells whether an answer holds a row of a namespace that was to be left out, at any depth, or a part that claims it.
export function holdsDenied(
  { value, parts }: Readonly<{ value: unknown; parts: readonly Part[] }>,
  without: Readonly<{ has(namespace: string): boolean }>,
): boolean {
  const isDenied = (one: unknown) => typeof one === 'string' && without.has(one)
  const search = (node: unknown, depth: number): boolean => {
    if (typeof node !== 'object' || node === null) return false
    if (depth > DEPTH) return true
    if (Array.isArray(node)) return node.some((item: unknown) => search(item, depth + 1))
    return Object.entries(node).some(
      ([key, member]) =>
        !FREE.has(key) &&
        ((KEYS.has(key) && (isDenied(member) || (Array.isArray(member) && member.some(isDenied)))) ||
          search(member, depth + 1)),
    )
  }
  return parts.some(({ scope }) => isDenied(scope['namespace'])) || search(value, 0)
}
