// JSON text of at most `maxBytes`; `cut` tells that items of its largest list were left out, `kept` how many stayed.
export type Sized = Readonly<{ text: string; cut: boolean; kept: number }>

// Writes a value, cutting its largest top-level list between items when it is too long; null when that is not enough.
export function cutToSize(value: unknown, maxBytes: number): Sized | null {
  const text = JSON.stringify(value)
  const bytes = Buffer.byteLength(text)
  if (bytes <= maxBytes) return { text, cut: false, kept: 0 }
  const largest = findLargestList(value)
  if (largest === null) return null
  const room = maxBytes - (bytes - largest.bytes)
  const kept = countFitting(largest.sizes, room)
  if (kept === 0) return null
  const shorter = { ...largest.owner, [largest.key]: largest.items.slice(0, kept) }
  return { text: JSON.stringify(shorter), cut: true, kept }
}

type List = Readonly<{
  owner: object
  key: string
  items: readonly unknown[]
  sizes: readonly number[]
  bytes: number
}>

function findLargestList(value: unknown): List | null {
  if (typeof value !== 'object' || value === null) return null
  let largest: List | null = null
  for (const [key, items] of Object.entries(value)) {
    if (!Array.isArray(items) || items.length === 0) continue
    const sizes = items.map((item) => Buffer.byteLength(JSON.stringify(item) ?? 'null') + 1)
    const bytes = sizes.reduce((sum, size) => sum + size, 1)
    if (largest === null || bytes > largest.bytes) largest = { owner: value, key, items, sizes, bytes }
  }
  return largest
}

function countFitting(sizes: readonly number[], room: number): number {
  let used = 1
  let kept = 0
  for (const size of sizes) {
    used += size
    if (used > room) break
    kept += 1
  }
  return kept
}
