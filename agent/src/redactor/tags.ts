import { createHmac, randomBytes } from 'node:crypto'
import type { Clock } from '@vedette/proto/clock'

const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'
const TAG = 6
const DAY_MS = 24 * 3_600_000
const MAX_KEYS = 1000

// Six characters by which two values of one kind can be told to be equal within one investigation, and no more.
export function toTag(key: Uint8Array, kind: string, value: string): string {
  const mac = createHmac('sha256', key)
    .update(`${kind}\0${normalise(kind, value)}`)
    .digest()
  let tag = ''
  for (let at = 0; at < TAG; at += 1) tag += ALPHABET[(mac[at] ?? 0) & 31] ?? ''
  return tag
}

// The same number, however it is written, gets the same tag.
function normalise(kind: string, value: string): string {
  const lower = value.trim().toLowerCase()
  if (kind === 'email' || kind === 'ip_address' || kind === 'person_name') return lower
  return lower.replace(/[^\p{L}\p{N}]/gu, '')
}

export type TagKeys = Readonly<{
  // The key of an investigation's tags: made at its first use, forgotten after a day.
  get(investigation: string | undefined): Uint8Array
}>

type Entry = Readonly<{ key: Uint8Array; born: number }>

// Keys of tags, one an investigation, in memory only. With a shared secret, agents of one customer make equal tags.
export function createTagKeys(clock: Clock, shared: string | null = null): TagKeys {
  const entries = new Map<string, Entry>()
  return Object.freeze({
    get(investigation: string | undefined) {
      if (investigation === undefined) return randomBytes(32)
      if (shared !== null) return createHmac('sha256', shared).update(investigation).digest()
      const known = entries.get(investigation)
      const isYoung = known !== undefined && clock.monotonic() - known.born < DAY_MS
      const entry = isYoung ? known : { key: randomBytes(32), born: clock.monotonic() }
      entries.delete(investigation)
      entries.set(investigation, entry)
      const oldest = entries.keys().next().value
      if (entries.size > MAX_KEYS && oldest !== undefined) entries.delete(oldest)
      return entry.key
    },
  })
}
