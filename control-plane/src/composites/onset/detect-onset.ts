import { findSegments } from './segments.ts'
import { median, noiseOf, slopeOf, trendScore } from './statistics.ts'

// One sample: epoch milliseconds and a value; null or a word is a step without a number.
export type Sample = readonly [number, number | string | null]

export type Onset = Readonly<{
  // Epoch milliseconds, and how far it may be off.
  at: number
  plus_minus_s: number
  // Medians of the level before and since.
  before: number
  during: number
  // The worst sample since, and the newest.
  peak: number
  now: number
  // Newest level is back near the one before.
  recovering: boolean
  // Since when it is back, epoch milliseconds; null while it is not.
  recovered_at: number | null
  // It was already moving the same way before.
  trend_before: boolean
  // Shift in units of the noise, for choosing between signals.
  strength: number
}>

export type Direction = 'up' | 'down'

// Least number of samples with a value.
const LEAST = 8
// A shift counts from this many times the noise, and from this share of the level before.
const LEAST_NOISES = 4
const LEAST_SHARE = 0.2
// Noise is never taken for less than this share of the whole range: constant series have none.
const NOISE_FLOOR = 0.02
// Mann-Kendall score of a trend (99 %), and the share of the shift that it must have covered by itself.
const TREND_SCORE = 2.58
const TREND_SHARE = 0.25

// When a series left its level in the wrong direction, or null when it did not. The onset is the start of the run of
// shifted segments that leads to the worst one; it is known to half the distance between the samples around it.
export function detectOnset(samples: readonly Sample[], direction: Direction): Onset | null {
  const points = toFinite(samples)
  if (points.length < LEAST) return null
  const sign = direction === 'up' ? 1 : -1
  const values = points.map(([, value]) => value * sign)
  const range = Math.max(...values) - Math.min(...values)
  if (range === 0) return null
  const noise = Math.max(noiseOf(values), range * NOISE_FLOOR)
  const starts = [0, ...findSegments(values, { noise })]
  const levels = starts.map((start, index) => median(values.slice(start, starts[index + 1] ?? values.length)))
  const first = firstShifted(levels, noise)
  if (first === null) return null
  const start = starts[first] ?? 0
  return describe(points, { start, values, noise, sign })
}

function firstShifted(levels: readonly number[], noise: number): number | null {
  const worst = levels.reduce((best, level, index) => (level > (levels[best] ?? level) ? index : best), 0)
  if (worst === 0) return null
  const before = Math.min(...levels.slice(0, worst))
  const top = levels[worst] ?? before
  const shift = top - before
  if (shift < LEAST_NOISES * noise || shift < LEAST_SHARE * Math.abs(before)) return null
  let first = worst
  while (first > 1 && (levels[first - 1] ?? before) > before + shift / 3) first -= 1
  return first
}

type Facts = Readonly<{ start: number; values: readonly number[]; noise: number; sign: number }>

function describe(
  points: readonly (readonly [number, number])[],
  { start, values, noise, sign }: Facts,
): Onset {
  const earlier = values.slice(0, start)
  const since = values.slice(start)
  const before = median(earlier)
  const during = median(since)
  const shift = Math.max(...since) - before
  const from = points[start - 1]?.[0] ?? 0
  const to = points[start]?.[0] ?? from
  const now = median(values.slice(-3))
  const drift = slopeOf(earlier) * earlier.length
  return {
    at: Math.round((from + to) / 2),
    plus_minus_s: Math.ceil((to - from) / 2000),
    before: before * sign,
    during: during * sign,
    peak: Math.max(...since) * sign,
    now: now * sign,
    recovering: now - before < shift / 3,
    recovered_at: now - before < shift / 3 ? backSince(points, values, before + shift / 3) : null,
    trend_before: trendScore(earlier) > TREND_SCORE && drift > TREND_SHARE * (during - before),
    strength: (during - before) / noise,
  }
}

// The first of the last samples that all lie under a level.
function backSince(
  points: readonly (readonly [number, number])[],
  values: readonly number[],
  level: number,
): number | null {
  const last = values.findLastIndex((value) => value >= level)
  return points[last + 1]?.[0] ?? null
}

function toFinite(samples: readonly Sample[]): readonly (readonly [number, number])[] {
  return samples.flatMap(([at, value]) =>
    typeof value === 'number' && Number.isFinite(value) ? [[at, value] as const] : [],
  )
}
