import { ArgumentError } from '@vedette/proto/connector'

// RFC 3339 in UTC to epoch milliseconds (finer digits are cut). Throws ArgumentError naming the field.
export function parseInstant(text: string, field: string): number {
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d{1,9})?Z$/.exec(text)
  const ms = match === null ? Number.NaN : Date.parse(`${match[1]}${(match[2] ?? '').slice(0, 4)}Z`)
  if (!Number.isNaN(ms)) return ms
  throw new ArgumentError({ field, message: `${field} is not an instant`, fix: 'use RFC 3339 in UTC' })
}

// Epoch milliseconds to RFC 3339 in UTC, with milliseconds only when they are not zero.
export function toRfc3339(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', 'Z')
}

// Epoch milliseconds to epoch seconds with a fraction, as text.
export function toEpochSeconds(ms: number): string {
  return String(ms / 1000)
}

const NICE_SECONDS = [
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400,
] as const
const DAY_SECONDS = 86_400

// The smallest round step, in seconds, with which a window yields `maxPoints` points at the most (both ends
// included), never under `minSeconds`.
export function chooseStep(
  window: Readonly<{ from: number; to: number }>,
  maxPoints: number,
  minSeconds = 1,
): number {
  if (maxPoints < 2) throw new TypeError('a stepped window has at least two points')
  const seconds = Math.max(0, window.to - window.from) / 1000
  const needed = Math.max(minSeconds, seconds / (maxPoints - 1))
  return NICE_SECONDS.find((step) => step >= needed) ?? Math.ceil(needed / DAY_SECONDS) * DAY_SECONDS
}
