import { toRfc3339 } from '@vedette/connectors/kit'
import type { Part } from '@vedette/proto/visibility'
import { type Json, objectAt, textAt } from '../objects.ts'
import { toAmounts } from './metadata.ts'

// Measurements older than this are not "now".
const STALE_MS = 5 * 60_000

// One measured use with its time.
export function toUse(object: Json, path = 'usage') {
  return toAmounts(objectAt(object, path))
}

// When a measurement was taken, and over how long.
export function toMeasured(object: Json) {
  return { measured_at: textAt(object, 'timestamp'), window_seconds: toSeconds(textAt(object, 'window')) }
}

// A Go duration such as `1m0.5s` in seconds; null when it is not one.
export function toSeconds(text: string | null): number | null {
  const match = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+(?:\.\d+)?)s)?$/.exec(text ?? '')
  if (match === null || match[0] === '') return null
  const [, hours = '0', minutes = '0', seconds = '0'] = match
  return Math.round((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000) / 1000
}

// What a part of measurements is worth: none proves nothing, and old ones are stale.
export function judgeMeasured(
  part: Part,
  measured: readonly Readonly<{ measured_at: string | null }>[],
  now: number,
): Part {
  const { scope, as_of } = part
  const time = as_of === undefined ? {} : { as_of }
  if (part.state === 'empty') return { scope, state: 'unproven', items: 0, why: 'nothing_measured', ...time }
  if (part.state !== 'read') return part
  const newest = Math.max(...measured.map((one) => Date.parse(one.measured_at ?? '') || 0))
  if (now - newest <= STALE_MS) return part
  const { items = 0 } = part
  return { scope, state: 'stale', items, newest_at: toRfc3339(newest), lag_ms: now - newest, ...time }
}
