import { toRfc3339 } from '@vedette/connectors/kit'
import { SourceError } from '@vedette/proto/connector'
import type { Reader } from './connect.ts'

const GIB = 1024 ** 3

// Where a row is, as rows of the cloud say it; null for what has no region.
export function placeOf({ account, region }: Pick<Reader, 'account' | 'region'>) {
  return { account, region: region === 'global' ? null : region }
}

// A time of the SDK in RFC 3339; null when it was not told.
export function toTime(at: Date | undefined): string | null {
  return at === undefined || Number.isNaN(at.getTime()) ? null : toRfc3339(at.getTime())
}

// GiB, as AWS counts disks, to bytes.
export function toBytes(gib: number | undefined): number | null {
  return gib === undefined ? null : gib * GIB
}

export type Tags = Readonly<Record<string, string>>

type Pair = Readonly<{ Key?: string | undefined; Value?: string | undefined }>

// Tags that come with the resource itself, where no list means no tag.
export function toTags(pairs: readonly Pair[] | undefined): Record<string, string> {
  return Object.fromEntries(
    (pairs ?? []).flatMap(({ Key, Value }) => (Key === undefined ? [] : [[Key, Value ?? '']])),
  )
}

// The name that people gave by the tag Name.
export function nameOf(tags: Tags): string | null {
  const name = tags['Name']
  return name === undefined || name === '' ? null : name
}

// Whether tags hold `key` or `key=value`; no filter always holds.
export function hasTag(tags: Tags, wanted: string | undefined): boolean {
  if (wanted === undefined) return true
  const at = wanted.indexOf('=')
  if (at === -1) return Object.hasOwn(tags, wanted)
  return tags[wanted.slice(0, at)] === wanted.slice(at + 1)
}

// Whether a text holds another, capitals aside; no filter always holds.
export function holds(text: string | null | undefined, wanted: string | undefined): boolean {
  return wanted === undefined || (text ?? '').toLowerCase().includes(wanted.toLowerCase())
}

// A field that AWS must have sent. Throws `unusable`: what is not there must not be read as nothing.
export function need<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new SourceError('unusable', { why: 'schema_mismatch' })
  return value
}

// Texts that are there, in their order.
export function texts(values: readonly (string | undefined)[] | undefined): string[] {
  return (values ?? []).filter((one): one is string => one !== undefined && one !== '')
}

// The last element of an ARN or of a path.
export function lastOf(arn: string): string {
  return arn.split(/[/:]/).at(-1) ?? arn
}

// What the table gives for a vendor's word; `unknown` for words that it does not have.
export function toWord<W extends string>(
  table: Readonly<Record<string, W>>,
  said: string | undefined,
): W | 'unknown' {
  return said !== undefined && Object.hasOwn(table, said) ? (table[said] ?? 'unknown') : 'unknown'
}

// A text, or null for one that was not told or says nothing.
export function told(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text
}

// A number that AWS writes as text; null when it is none.
export function toNumber(text: string | undefined): number | null {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(value) ? value : null
}
