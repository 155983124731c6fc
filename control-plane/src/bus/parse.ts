// How much of a message is taken before it is called malformed. Messages of our own protocol never hold a key named
// `__proto__` and are refused with one; the body of a reply may, since vendors let people name things, and loses it.
export type ParseLimits = Readonly<{ bytes: number; depth: number; keys: number; losesProto?: true }>

export const BEAT_LIMITS: ParseLimits = Object.freeze({ bytes: 16 * 1024, depth: 4, keys: 300 })
export const REPORT_LIMITS: ParseLimits = Object.freeze({ bytes: 1024 * 1024, depth: 16, keys: 100_000 })
export const BODY_LIMITS: ParseLimits = Object.freeze({
  bytes: 8 * 1024 * 1024,
  depth: 64,
  keys: 100_000,
  losesProto: true,
})

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

// Parses UTF-8 JSON within limits. A key that stands twice in one object is refused: which of them counts would be up to
// the reader. Throws RangeError or SyntaxError or TypeError, nothing else.
export function parseBounded(bytes: Uint8Array, limits: ParseLimits): unknown {
  if (bytes.byteLength > limits.bytes) throw new RangeError(`over ${limits.bytes} bytes`)
  const value: unknown = JSON.parse(decoder.decode(bytes))
  const names = checkTree(value, limits)
  if (names !== countNames(bytes)) throw new RangeError('a key stands twice')
  return value
}

// Walks without recursion: the depth of what arrives must not become the depth of our stack. Gives the number of keys
// in all objects.
function checkTree(root: unknown, limits: ParseLimits): number {
  let level = isTree(root) ? [root] : []
  let children = 0
  let names = 0
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > limits.depth) throw new RangeError(`deeper than ${limits.depth}`)
    const next: object[] = []
    for (const node of level) {
      // What goes with `__proto__` is counted all the same.
      const values = Object.values(node)
      if (Object.hasOwn(node, '__proto__')) {
        if (limits.losesProto !== true) throw new RangeError('a key is named __proto__')
        Reflect.deleteProperty(node, '__proto__')
      }
      children += values.length
      if (!Array.isArray(node)) names += values.length
      if (children > limits.keys) throw new RangeError(`more than ${limits.keys} keys`)
      for (const child of values) if (isTree(child)) next.push(child)
    }
    level = next
  }
  return names
}

// The keys that JSON text names, twice or not: each is followed by a colon, and no other colon stands outside a string.
function countNames(json: Uint8Array): number {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength)
  let names = 0
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] === QUOTE) at = findStringEnd(bytes, at)
    else if (bytes[at] === COLON) names += 1
  }
  return names
}

function findStringEnd(bytes: Buffer, start: number): number {
  let at = start + 1
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at
}

function isTree(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
