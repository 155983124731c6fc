import { ArgumentError } from '@vedette/proto/connector'
import type { Span } from './tell.ts'
import { parseInstant, toRfc3339 } from './window.ts'

// Reads `from` and `to` as they are, the future included. Throws ArgumentError when nothing lies between them.
export function readGivenSpan(input: Readonly<{ from: string; to: string }>): Span {
  const window = { from: parseInstant(input.from, 'from'), to: parseInstant(input.to, 'to') }
  if (window.from < window.to) return window
  throw new ArgumentError({
    field: 'from',
    message: 'the window is empty: from is not before to',
    fix: 'give an earlier from',
  })
}

// Tells whether an instant of the vendor lies in the window; one that is not told does not.
export function isWithin(time: string | null | undefined, { from, to }: Span): boolean {
  const at = toMs(time)
  return at !== undefined && at >= from && at <= to
}

// A vendor's instant in epoch milliseconds; undefined when it is none.
export function toMs(time: string | null | undefined): number | undefined {
  const at = time == null ? Number.NaN : Date.parse(time)
  return Number.isNaN(at) ? undefined : at
}

// A vendor's instant as RFC 3339 in UTC, or null.
export function toTime(time: string | null | undefined): string | null {
  const at = toMs(time)
  return at === undefined ? null : toRfc3339(at)
}
