import { parse } from 'yaml'

// Keys whose words are ours to know; every other text of a configuration is left out, whatever it holds.
const TELLING: ReadonlySet<string> = new Set([
  'connector',
  'log_level',
  'time_zone',
  'dialect',
  'state',
  'mode',
])
const WORD = /^[A-Za-z][\w./-]{0,63}$/
// How every key of ours is written; a key that people chose may be a name, or anything.
const KEY = /^[a-z][a-z_]{0,31}$/
const OMITTED = '[text]'

// The shape of a YAML configuration: keys, numbers, switches and a few closed words. No other text passes, so that no
// secret can, and a key that is not a plain word is named by its place. Null when it is not YAML.
export function shapeConfig(text: string): unknown {
  try {
    return shape(parse(text, { maxAliasCount: 0 }), '', 0)
  } catch {
    return null
  }
}

function shape(value: unknown, key: string, depth: number): unknown {
  if (depth > 16) return OMITTED
  if (Array.isArray(value)) return value.slice(0, 200).map((one) => shape(one, key, depth + 1))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, inner], index) => [
        toKey(name, index),
        shape(inner, name, depth + 1),
      ]),
    )
  if (typeof value === 'string') return TELLING.has(key) && WORD.test(value) ? value : OMITTED
  // A number may be a code that somebody typed as a secret: only small ones are settings.
  if (typeof value === 'number') return Math.abs(value) < 1_000_000 ? value : OMITTED
  return typeof value === 'boolean' || value === null ? value : OMITTED
}

function toKey(name: string, index: number): string {
  return KEY.test(name) ? name : `key_${index}`
}
