import { toRfc3339 } from '@vedette/connectors/kit'
import { z } from 'zod'

// Fields of vendor answers that may be absent or null.
export const text = z.string().nullish()
export const number = z.number().nullish()
export const texts = z
  .array(z.string())
  .nullish()
  .transform((list) => list ?? [])
export const bag = z.record(z.string(), z.unknown())

// Tags `key:value` as a map; values of a key that stands several times are joined by a comma.
export function toTags(tags: readonly string[]): Record<string, string> {
  const map = new Map<string, string[]>()
  for (const tag of tags) {
    const at = tag.indexOf(':')
    const [key, value] = at === -1 ? [tag, ''] : [tag.slice(0, at), tag.slice(at + 1)]
    map.set(key, [...(map.get(key) ?? []), value])
  }
  return Object.fromEntries([...map].map(([key, values]) => [key, values.join(',')]))
}

// Whether tags hold one that is asked for as `key` or `key:value`.
export function hasTag(tags: readonly string[], asked: string): boolean {
  return tags.some((tag) => tag === asked || (!asked.includes(':') && tag.startsWith(`${asked}:`)))
}

// Any vendor time to RFC 3339: a text, or epoch seconds, milliseconds or nanoseconds; null when it is none.
export function toTime(value: unknown): string | null {
  const ms = toMs(value)
  return ms === undefined ? null : toRfc3339(ms)
}

// The same in epoch milliseconds; undefined when it is none.
export function toMs(value: unknown): number | undefined {
  if (typeof value === 'string') {
    const ms = Date.parse(value)
    return Number.isNaN(ms) ? undefined : ms
  }
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0) return undefined
  const ms = value > 1e17 ? value / 1e6 : value > 1e11 ? value : value * 1000
  return ms < 8e15 ? Math.floor(ms) : undefined
}

// A nested value by its path; undefined when a step is missing.
export function dig(from: unknown, ...path: readonly string[]): unknown {
  let at: unknown = from
  for (const key of path) {
    if (typeof at !== 'object' || at === null) return undefined
    at = Reflect.get(at, key)
  }
  return at
}

// A nested text, or null.
export function digText(from: unknown, ...path: readonly string[]): string | null {
  const value = dig(from, ...path)
  return typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : null
}

// A nested number, or null.
export function digNumber(from: unknown, ...path: readonly string[]): number | null {
  const value = dig(from, ...path)
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

// Attributes flattened to dotted names and texts, at most `max` of them.
export function flatten(from: unknown, max = 40): Record<string, string> {
  const found: [string, string][] = []
  const walk = (value: unknown, name: string, depth: number) => {
    if (found.length >= max || value === null || value === undefined) return
    if (typeof value !== 'object') found.push([name, String(value).slice(0, 1024)])
    else if (depth < 6)
      for (const [key, inner] of Object.entries(value))
        walk(inner, name === '' ? key : `${name}.${key}`, depth + 1)
  }
  walk(from, '', 0)
  return Object.fromEntries(found)
}
