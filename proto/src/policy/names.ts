const INVISIBLE = /[\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]/gu

// A name as the matcher compares it: compatibility forms, capitals, invisible characters and outer blanks make no
// difference.
export function foldName(name: string): string {
  const plain = name.normalize('NFKC').replace(INVISIBLE, '')
  // Down, up and down again is full case folding: `ß` and `SS`, and all three sigmas, come out alike.
  return plain.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFKC').trim()
}

// An operation id or pattern as the matcher compares it: `K8S_Pods_List` and `k8s.pods.list` come out alike. Dots
// and underscores are one, so two ids that differ only in these are denied together.
export function foldOperation(id: string): string {
  return foldName(id)
    .normalize('NFKD')
    .replace(/[\p{M}\s]/gu, '')
    .replace(/[._]+/g, '.')
    .replace(/^\.|\.$/g, '')
}

// Tells whether a folded pattern (`db.*`, `*`, or an id) covers a folded operation id.
export function coversOperation(pattern: string, operation: string): boolean {
  if (pattern === '*') return true
  if (!pattern.endsWith('.*')) return pattern === operation
  const family = pattern.slice(0, -2)
  return operation === family || operation.startsWith(`${family}.`)
}
