import { createHash } from 'node:crypto'
import type { Line } from './lines.ts'

// Where a follow goes on: the instant that it has read to, and the lines near it that were given already.
export type Place = Readonly<{ at: number; given: readonly string[] }>

// Milliseconds before that instant which are read again, since lines arrive late.
export const OVERLAP_MS = 30_000
const GIVEN_MAX = 150
const KEY = 6

// Names one line, in 36 bits: by what the backend calls it, else by all that it says.
export function keyOfLine({ line, agent, instance }: Line): string {
  const { id, at, message, host, source, workload } = line
  const own = id === null ? [at, message, host, source, workload] : [id, at]
  const text = JSON.stringify([agent, instance, ...own])
  return createHash('sha256').update(text).digest('base64url').slice(0, KEY)
}

// A text of at most 1,000 characters that the caller hands back: the instant, then the keys. It holds no secret, and
// nobody believes it more than any argument.
export function toCursor({ at, given }: Place): string {
  return `${at}.${given.slice(-GIVEN_MAX).join('')}`
}

// Reads a cursor; null for what is none.
export function parseCursor(text: string): Place | null {
  const found = /^(\d{1,15})\.((?:[\w-]{6}){0,150})$/.exec(text)
  if (found === null) return null
  const [, at = '', keys = ''] = found
  return { at: Number(at), given: keys.match(/.{6}/g) ?? [] }
}
