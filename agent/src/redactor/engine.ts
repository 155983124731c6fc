import { cleanText } from './clean-text.ts'
import { isPlaceholder, toSecretKind } from './secret-keys.ts'
import { type CountKind, redactText } from './secret-text.ts'

// How many values of each kind were replaced.
export type Counts = Readonly<Record<string, number>>

// `body` is what a vendor said, keys included; `protocol` is our own structure around strings from outside.
export type EngineOptions = Readonly<{ mode: 'body' | 'protocol'; investigation?: string }>

// Replaces what must not leave in any JSON value, and keeps its shape. A rejection means: send nothing.
export type Engine = (
  value: unknown,
  options: EngineOptions,
) => Promise<Readonly<{ value: unknown; counts: Counts }>>

const MAX_DEPTH = 96
const NESTED_DEPTH = 3
const NESTED_BYTES = 1024 * 1024

type Walk = Readonly<{ count: CountKind; byKey: boolean; depth: number; nested: number }>

// The engine that knows secrets by the name of their key and by how credentials stand in text.
export function createKeyNameEngine(): Engine {
  return async (value, options) => {
    const counts = new Map<string, number>()
    const count = (kind: string) => counts.set(kind, (counts.get(kind) ?? 0) + 1)
    const redacted = redactValue(value, { count, byKey: options.mode === 'body', depth: 0, nested: 0 })
    return { value: redacted, counts: Object.fromEntries(counts) }
  }
}

function redactValue(value: unknown, walk: Walk): unknown {
  if (walk.depth > MAX_DEPTH) throw new RangeError('nested too deep to redact')
  if (typeof value === 'string') return redactString(value, walk)
  if (Array.isArray(value)) return value.map((item) => redactValue(item, deeper(walk)))
  if (typeof value === 'object' && value !== null) return redactObject(value, walk)
  return value
}

function deeper(walk: Walk): Walk {
  return { ...walk, depth: walk.depth + 1 }
}

function redactObject(value: object, walk: Walk): object {
  const taken = new Set<string>()
  const members = Object.entries(value).map(([rawKey, member]) => {
    const key = toFreeKey(redactText(cleanText(rawKey), walk.count), taken)
    const kind = walk.byKey ? toSecretKind(key) : null
    return [key, kind === null ? redactValue(member, deeper(walk)) : redactSecret(member, kind, deeper(walk))]
  })
  return Object.fromEntries(members)
}

// Two keys that cleaning makes equal stay two: a value is never lost silently.
function toFreeKey(key: string, taken: Set<string>): string {
  let free = key
  for (let number = 2; taken.has(free); number += 1) free = `${key}#${number}`
  taken.add(free)
  return free
}

function redactSecret(value: unknown, kind: string, walk: Walk): unknown {
  if (value === '') return '<empty>'
  if (typeof value === 'string' && isPlaceholder(value)) return cleanText(value)
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') {
    walk.count(kind)
    return `<secret:${kind}>`
  }
  if (Array.isArray(value)) return value.map((item) => redactSecret(item, kind, deeper(walk)))
  return redactValue(value, walk)
}

function redactString(text: string, walk: Walk): string {
  const clean = cleanText(text)
  return redactNested(clean, walk) ?? redactText(clean, walk.count)
}

// JSON inside a string is redacted as JSON; null when the text is none or goes too deep.
function redactNested(text: string, walk: Walk): string | null {
  const first = text.trimStart()[0]
  if ((first !== '{' && first !== '[') || walk.nested >= NESTED_DEPTH || text.length > NESTED_BYTES)
    return null
  const parsed = parseJson(text)
  if (parsed === undefined) return null
  let found = 0
  const count = (kind: string) => {
    found += 1
    walk.count(kind)
  }
  const redacted = redactValue(parsed, { count, byKey: true, depth: walk.depth, nested: walk.nested + 1 })
  return found === 0 ? text : JSON.stringify(redacted)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
