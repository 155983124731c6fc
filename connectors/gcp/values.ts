import { toRfc3339 } from '@vedette/connectors/kit'
import { SourceError } from '@vedette/proto/connector'
import { z } from 'zod'
import type { Reader } from './client.ts'

export const GIB = 1024 ** 3

// A number that Google may write as text.
export const number = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d{1,18}(?:\.\d{1,18})?$/)
    .transform(Number),
])
export const maybeNumber = number.nullish().transform((value) => value ?? null)
export const maybeText = z
  .string()
  .nullish()
  .transform((value) => (value === undefined || value === null || value === '' ? null : value))
export const maybeFlag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? null)
export const texts = z.array(z.string()).default([])
export const labels = z.record(z.string(), z.string()).default({})

// A time of Google's, with whatever offset, in RFC 3339 and UTC; null when it was not told.
export const maybeTime = z
  .string()
  .nullish()
  .transform((text) => toTime(text))

export function toTime(text: string | null | undefined): string | null {
  const at = text === null || text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(at) ? null : toRfc3339(at)
}

// A time that Google must have told. Throws `unusable`.
export function needTime(text: string | null | undefined): string {
  const at = toTime(text)
  if (at === null) throw new SourceError('unusable', { why: 'schema_mismatch' })
  return at
}

// The last element of a URL or a resource name.
export function lastOf(name: string): string {
  return name.split('/').at(-1) ?? name
}

// The same for what may not be told.
export function tail(name: string | null | undefined): string | null {
  return name === null || name === undefined || name === '' ? null : lastOf(name)
}

// The element after `key` in a URL or a resource name; null when there is none.
export function elementAfter(name: string, key: string): string | null {
  const all = name.split('/')
  const at = all.lastIndexOf(key)
  return at === -1 ? null : (all[at + 1] ?? null)
}

// `europe-west1-b` to `europe-west1`; what is global has no region.
export function regionOf(place: string | null | undefined): string | null {
  if (place === null || place === undefined || place === '') return null
  const last = lastOf(place)
  if (last === 'global') return null
  return /^(.+\d)-[a-z]$/.exec(last)?.[1] ?? last
}

// Where a row is, as rows of the cloud say it.
export function placeOf({ project }: Pick<Reader, 'project'>, region: string | null) {
  return { account: project.id, region }
}

// Whether labels hold `key` or `key=value`; no filter always holds.
export function hasTag(tags: Readonly<Record<string, string>>, wanted: string | undefined): boolean {
  if (wanted === undefined) return true
  const at = wanted.indexOf('=')
  if (at === -1) return Object.hasOwn(tags, wanted)
  return tags[wanted.slice(0, at)] === wanted.slice(at + 1)
}

// Whether a text holds another, capitals aside; no filter always holds.
export function holds(text: string | null | undefined, wanted: string | undefined): boolean {
  return wanted === undefined || (text ?? '').toLowerCase().includes(wanted.toLowerCase())
}

// Whether a full name or URL is the wanted thing, by its last element or whole; no filter always holds.
export function names(name: string | null | undefined, wanted: string | undefined): boolean {
  if (wanted === undefined) return true
  if (name === null || name === undefined) return false
  return name === wanted || name.endsWith(`/${wanted}`) || lastOf(name) === lastOf(wanted)
}

// What the table gives for a vendor's word; `unknown` for words that it does not have.
export function toWord<W extends string>(
  table: Readonly<Record<string, W>>,
  said: string | null | undefined,
): W | 'unknown' {
  return typeof said === 'string' && Object.hasOwn(table, said) ? (table[said] ?? 'unknown') : 'unknown'
}
