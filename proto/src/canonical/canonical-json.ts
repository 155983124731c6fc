// JSON with sorted keys and NFC strings: equal values give equal bytes, so that hashes of them compare.
// Undefined members are left out; throws TypeError on what JSON cannot hold (functions, symbols, NaN, infinities).
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean') return JSON.stringify(value)
  if (typeof value === 'string') return JSON.stringify(value.normalize('NFC'))
  if (typeof value === 'number') return writeNumber(value)
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`
  if (typeof value === 'object') return writeObject(value)
  throw new TypeError(`a ${typeof value} has no canonical JSON`)
}

function writeNumber(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError('only finite numbers have canonical JSON')
  return JSON.stringify(value)
}

function writeObject(value: object): string {
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([key, member]) => [key.normalize('NFC'), member] as const)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(',')}}`
}
