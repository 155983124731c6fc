import { toRfc3339 } from '@vedette/connectors/kit'
import { z } from 'zod'

// Fields of vendor answers that may be absent or null.
export const text = z.string().nullish()
export const number = z.number().nullish()
export const texts = z.array(z.string()).nullish()
export const flag = z.boolean().nullish()
// A thing that is named by id, name or both.
export const reference = z.looseObject({ id: text, name: text }).nullish()

export const GIB = 1024 ** 3

// A vendor's time to RFC 3339 in UTC; null when it is none. Times without a zone are in UTC.
export function toTime(value: string | null | undefined): string | null {
  const ms = toMs(value)
  return ms === undefined ? null : toRfc3339(ms)
}

// The same in epoch milliseconds; undefined when it is none.
export function toMs(value: string | null | undefined): number | undefined {
  if (value == null) return undefined
  const ms = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(value) ? value : `${value}Z`)
  return Number.isNaN(ms) ? undefined : ms
}

// A word of Magalu Cloud's in ours; one that the table lacks is unknown, never good.
export function toWord<T extends string>(
  table: Readonly<Record<string, T>>,
  word: string | null | undefined,
): T | 'unknown' {
  const known = word != null && Object.hasOwn(table, word) ? table[word] : undefined
  return known ?? 'unknown'
}

// Labels, which have no values, as tags; null where the product has none.
export function toTags(labels: readonly string[] | null | undefined): Record<string, string> | null {
  return labels == null ? null : Object.fromEntries(labels.map((one) => [one, '']))
}

// Whether tags hold what is asked for as `key` or `key=value`.
export function hasTag(tags: Readonly<Record<string, string>> | null, wanted: string | undefined): boolean {
  if (wanted === undefined) return true
  const [key = '', ...value] = wanted.split('=')
  return tags !== null && Object.hasOwn(tags, key) && (value.length === 0 || tags[key] === value.join('='))
}
