// How much of a message is taken before it is called malformed.
export type ParseLimits = Readonly<{ bytes: number; depth: number; keys: number }>

export const BEAT_LIMITS: ParseLimits = Object.freeze({ bytes: 16 * 1024, depth: 4, keys: 300 })
export const REPORT_LIMITS: ParseLimits = Object.freeze({ bytes: 1024 * 1024, depth: 16, keys: 100_000 })
export const BODY_LIMITS: ParseLimits = Object.freeze({ bytes: 8 * 1024 * 1024, depth: 64, keys: 100_000 })

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

// Parses UTF-8 JSON within limits, `__proto__` keys dropped. Throws RangeError or SyntaxError or TypeError, nothing else.
export function parseBounded(bytes: Uint8Array, limits: ParseLimits): unknown {
  if (bytes.byteLength > limits.bytes) throw new RangeError(`over ${limits.bytes} bytes`)
  const value: unknown = JSON.parse(decoder.decode(bytes))
  checkTree(value, limits)
  return value
}

// Walks without recursion: the depth of what arrives must not become the depth of our stack.
function checkTree(root: unknown, limits: ParseLimits): void {
  let level = isTree(root) ? [root] : []
  let keys = 0
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > limits.depth) throw new RangeError(`deeper than ${limits.depth}`)
    const next: object[] = []
    for (const node of level) {
      if (Object.hasOwn(node, '__proto__')) Reflect.deleteProperty(node, '__proto__')
      const children = Object.values(node)
      keys += children.length
      if (keys > limits.keys) throw new RangeError(`more than ${limits.keys} keys`)
      for (const child of children) if (isTree(child)) next.push(child)
    }
    level = next
  }
}

function isTree(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
