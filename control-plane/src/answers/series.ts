import type { JsonObject, JsonValue } from './json.ts'

export type Point = readonly [number, number | string | null]

const MAX_POINTS = 60
const MAX_GAPS = 3

// Tells whether a list is a series: pairs of epoch milliseconds and a value, null or the word of a float.
export function isSeries(value: unknown): value is readonly Point[] {
  return Array.isArray(value) && value.length > 0 && value.every(isPoint)
}

// A series as answers show it: `points` are [seconds after start, value], at most 60, without the times that have no
// value; n, min, max and last are over all values that were read. Stretches without one are told in `gaps`; thinning
// is said.
export function toSeries(points: readonly Point[], stepSeconds: number | null): JsonObject {
  const start = points[0]?.[0] ?? 0
  const real = points.filter(([, value]) => value !== null)
  const kept = thin(real)
  const finite = points.flatMap(([, value]) => (typeof value === 'number' ? [value] : []))
  const last = real.at(-1)?.[1] ?? null
  const words = points.filter(([, value]) => typeof value === 'string').length
  const gaps = toGaps(points, stepSeconds)
  return {
    n: real.length,
    min: finite.length === 0 ? null : finite.reduce((a, b) => Math.min(a, b)),
    max: finite.length === 0 ? null : finite.reduce((a, b) => Math.max(a, b)),
    last,
    ...(words > 0 ? { not_finite: words } : {}),
    ...(gaps.length > 0 ? { gaps: { n: gaps.length, first: gaps.slice(0, MAX_GAPS) } } : {}),
    ...(kept.length < real.length ? { thinned: 'lowest and highest of each stretch' } : {}),
    start: toTime(start),
    points: kept.map(([at, value]) => [(at - start) / 1000, value]),
  }
}

function isPoint(value: unknown): value is Point {
  if (!Array.isArray(value) || value.length !== 2) return false
  const [at, sample] = value as readonly unknown[] // an array, checked above
  if (typeof at !== 'number' || !Number.isFinite(at) || Math.abs(at) > 8.64e15) return false
  return sample === null || typeof sample === 'number' || typeof sample === 'string'
}

// Real samples only: of each of 30 stretches the lowest and the highest, in order of time.
function thin(points: readonly Point[]): readonly Point[] {
  if (points.length <= MAX_POINTS) return points
  const stretches = MAX_POINTS / 2
  const kept: Point[] = []
  for (let index = 0; index < stretches; index += 1) {
    const from = Math.floor((index * points.length) / stretches)
    const to = Math.floor(((index + 1) * points.length) / stretches)
    kept.push(...extremes(points.slice(from, to)))
  }
  return kept
}

function extremes(stretch: readonly Point[]): readonly Point[] {
  let low: Point | undefined
  let high: Point | undefined
  for (const point of stretch) {
    if (typeof point[1] !== 'number') continue
    if (low === undefined || point[1] < Number(low[1])) low = point
    if (high === undefined || point[1] >= Number(high[1])) high = point
  }
  if (low === undefined || high === undefined) return stretch.slice(0, 1)
  if (low === high) return [low]
  return low[0] <= high[0] ? [low, high] : [high, low]
}

// Stretches with nothing recorded: nulls, and distances well over the step.
function toGaps(points: readonly Point[], stepSeconds: number | null): readonly JsonValue[] {
  const gaps: JsonValue[] = []
  const reach = stepSeconds === null ? Number.POSITIVE_INFINITY : stepSeconds * 1500
  let before: number | null = null
  let open: number | null = null
  for (const [at, value] of points) {
    if (value === null) open ??= before ?? at
    else {
      if (open !== null) gaps.push([toTime(open), toTime(at)])
      else if (before !== null && at - before > reach) gaps.push([toTime(before), toTime(at)])
      open = null
      before = at
    }
  }
  const end = points.at(-1)?.[0]
  if (open !== null && end !== undefined) gaps.push([toTime(open), toTime(end)])
  return gaps
}

function toTime(at: number): string {
  return new Date(at).toISOString().replace('.000Z', 'Z')
}
