const OFFSET = 0xcbf29ce484222325n
const PRIME = 0x100000001b3n
const MASK = 0xffffffffffffffffn
const SEPARATOR = 255

// The 64-bit FNV-1a hash of texts with a separator after each, in 16 hexadecimal digits: short, not secret.
export function hashTexts(texts: readonly string[]): string {
  const encoder = new TextEncoder()
  let hash = OFFSET
  const add = (byte: number) => {
    hash = ((hash ^ BigInt(byte)) * PRIME) & MASK
  }
  for (const text of texts) {
    for (const byte of encoder.encode(text)) add(byte)
    add(SEPARATOR)
  }
  return hash.toString(16).padStart(16, '0')
}

// A text that is the same for two label sets exactly when they are equal, in whatever order.
export function toLabelKey(labels: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1)))
}

// The fingerprint of a label set, as Prometheus and Alertmanager compute it.
export function fingerprint(labels: Readonly<Record<string, string>>): string {
  const names = Object.keys(labels).sort()
  return hashTexts(names.flatMap((name) => [name, labels[name] ?? '']))
}
