import { toRfc3339 } from '@vedette/connectors/kit'
import { z } from 'zod'

// Fields of vendor answers that may be absent or null.
export const text = z.string().nullish()
// A thing that PagerDuty names by id, with its name as `summary`.
export const reference = z.looseObject({ id: z.string(), type: text, summary: text, html_url: text })
export type Reference = z.output<typeof reference>
export const references = z.array(reference).nullish()

// PagerDuty's times, which carry the account's offset, to RFC 3339 in UTC; null when it is none.
export function toTime(value: string | null | undefined): string | null {
  const ms = toMs(value)
  return ms === undefined ? null : toRfc3339(ms)
}

// The same in epoch milliseconds; undefined when it is none.
export function toMs(value: string | null | undefined): number | undefined {
  const ms = value == null ? Number.NaN : Date.parse(value)
  return Number.isNaN(ms) ? undefined : ms
}

// A thing's name, or its id where it has none.
export function nameOf(one: Reference): string {
  return one.summary ?? one.id
}

// Whether a thing is the one that was asked for, by name or id.
export function isNamed(one: Reference | null | undefined, wanted: string): boolean {
  return one != null && (one.id === wanted || one.summary === wanted)
}

// A word of PagerDuty's in ours; one that this table lacks is unknown, never good.
export function toWord<T extends string>(
  table: Readonly<Record<string, T>>,
  word: string | null | undefined,
): T | 'unknown' {
  const known = word != null && Object.hasOwn(table, word) ? table[word] : undefined
  return known ?? 'unknown'
}
