import type { WindowBounds } from '@vedette/proto/operations'
import { invalidArgument } from './error.ts'
import { parseInstant, toRfc3339, toSpan } from './time.ts'

// The window of an answer, as every answer shows it.
export type Window = Readonly<{
  from: string
  to: string
  tz: 'UTC'
  // What the caller wrote, or our default.
  asked: string
  // Set when a time was written without an offset: the zone that it was read in.
  assumed_zone?: string
  // Set when the end was cut to the present.
  clipped?: 'to is in the future: now was used'
}>

export type WindowRequest = Readonly<{
  from: unknown
  to: unknown
  bounds: WindowBounds
  // Epoch milliseconds: what `now` means, and the present where that is a little later.
  now: number
  present?: number
  zone: string
}>

// Resolves from and to, with defaults and the maximum. Throws ToolFault naming from or to and the fix.
export function resolveWindow(request: WindowRequest): Window {
  const { bounds, now, present = now, zone } = request
  const to = request.to === undefined ? { at: now } : parseInstant(request.to, { now, zone, field: 'to' })
  const isFuture = to.at > present
  const end = isFuture ? now : to.at
  const from =
    request.from === undefined
      ? { at: end - bounds.defaultSeconds * 1000 }
      : parseInstant(request.from, { now, zone, field: 'from' })
  checkOrder(from.at, end, isFuture)
  const seconds = Math.ceil((end - from.at) / 1000)
  if (seconds > bounds.maxSeconds)
    throw invalidArgument({
      field: 'from',
      message: `the window is ${toSpan(seconds)} long; at most ${toSpan(bounds.maxSeconds)}`,
      fix: `set from to ${toRfc3339(end - bounds.maxSeconds * 1000)} or later, or ask in pieces`,
    })
  const assumed = from.assumed ?? to.assumed
  return {
    from: toRfc3339(from.at),
    to: toRfc3339(end),
    tz: 'UTC',
    asked: `${describeEnd(request.from, `-${toSpan(bounds.defaultSeconds)}`)} to ${describeEnd(request.to, 'now')}`,
    ...(assumed === undefined ? {} : { assumed_zone: assumed }),
    ...(isFuture ? { clipped: 'to is in the future: now was used' as const } : {}),
  }
}

function checkOrder(from: number, to: number, clipped: boolean): void {
  if (from < to) return
  throw invalidArgument({
    field: 'from',
    message: clipped ? 'the window lies in the future' : 'from is not before to',
    fix: `set from to an instant before ${toRfc3339(to)}`,
  })
}

// What was written, kept short; our own default otherwise.
function describeEnd(written: unknown, fallback: string): string {
  if (written === undefined) return `${fallback} (default)`
  return String(written)
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .slice(0, 40)
}
