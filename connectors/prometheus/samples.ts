import { type Span, toRfc3339 } from '@vedette/connectors/kit'
import { SourceError } from '@vedette/proto/connector'
import type { MatrixRow, QueryData, VectorRow } from './answers.ts'

export type SampleValue = number | 'NaN' | '+Inf' | '-Inf'
export type Point = [number, SampleValue | null]
export type Series = {
  labels: Record<string, string>
  points: Point[]
  histogram_points?: [number, SampleValue, SampleValue][]
}
export type Sample = {
  labels: Record<string, string>
  value: SampleValue | null
  at: string
  histogram?: { count: SampleValue; sum: SampleValue }
}

const WORDS: Readonly<Record<string, SampleValue>> = Object.freeze({
  NaN: 'NaN',
  '+Inf': '+Inf',
  Inf: '+Inf',
  '-Inf': '-Inf',
})

// A sample's text as a number, or the word of a float that JSON cannot carry. Throws `unusable` for anything else.
export function toSampleValue(text: string): SampleValue {
  const word = WORDS[text]
  if (word !== undefined) return word
  const number = text.trim() === '' ? Number.NaN : Number(text)
  if (!Number.isFinite(number)) throw new SourceError('unusable', { why: 'schema_mismatch' })
  return number
}

function toMs(seconds: number): number {
  return Math.round(seconds * 1000)
}

// The samples of an instant query's answer, one row each, and how many there were; those beyond `limit` are only counted.
export function takeSamples(data: QueryData, limit: number): Readonly<{ samples: Sample[]; total: number }> {
  if (data.resultType !== 'matrix') {
    const samples = toSamples(data)
    return { samples: samples.slice(0, limit), total: samples.length }
  }
  const samples: Sample[] = []
  let total = 0
  for (const row of data.result) {
    if (samples.length < limit) samples.push(...toMatrixSamples(row).slice(0, limit - samples.length))
    total += row.values.length + row.histograms.length
  }
  return { samples, total }
}

// Every sample of an instant query's answer, one row each.
export function toSamples(data: QueryData): Sample[] {
  switch (data.resultType) {
    case 'vector':
      return data.result.map(toVectorSample)
    case 'matrix':
      return data.result.flatMap(toMatrixSamples)
    case 'scalar':
      return [{ labels: {}, value: toSampleValue(data.result[1]), at: toRfc3339(toMs(data.result[0])) }]
    case 'string':
      return []
  }
}

function toVectorSample({ metric, value, histogram }: VectorRow): Sample {
  if (value !== undefined)
    return { labels: metric, value: toSampleValue(value[1]), at: toRfc3339(toMs(value[0])) }
  if (histogram !== undefined) return toHistogramSample(metric, histogram)
  throw new SourceError('unusable', { why: 'schema_mismatch' })
}

function toHistogramSample(
  labels: Record<string, string>,
  [at, { count, sum }]: NonNullable<VectorRow['histogram']>,
): Sample {
  const histogram = { count: toSampleValue(count), sum: toSampleValue(sum) }
  return { labels, value: null, at: toRfc3339(toMs(at)), histogram }
}

function toMatrixSamples({ metric, values, histograms }: MatrixRow): Sample[] {
  const floats = values.map(([at, text]) => ({
    labels: metric,
    value: toSampleValue(text),
    at: toRfc3339(toMs(at)),
  }))
  return [...floats, ...histograms.map((one) => toHistogramSample(metric, one))]
}

// The first rows of a range query's answer as series on one grid, how many rows there were, and when the newest
// sample over all of them was recorded.
export type SeriesAnswer = Readonly<{ series: Series[]; total: number; newest: number | undefined }>

// Points that one answer holds at the most, gaps included: a grid is filled only for rows that are shown.
const MAX_GRID_POINTS = 100_000

// Cuts an answer to `limit` rows, or to as many as hold 100,000 points, and puts them on their grid.
export function toSeriesAnswer(
  rows: readonly MatrixRow[],
  grid: Readonly<{ window: Span; step: number; limit: number }>,
): SeriesAnswer {
  const { window, step, limit } = grid
  const perRow = Math.floor((window.to - window.from) / 1000 / step) + 1
  const most = Math.max(1, Math.min(limit, Math.floor(MAX_GRID_POINTS / perRow)))
  return { series: toSeries(rows.slice(0, most), window, step), total: rows.length, newest: findNewest(rows) }
}

// Series on one grid of steps: a step without a sample is null, never left out.
export function toSeries(rows: readonly MatrixRow[], window: Span, stepSeconds: number): Series[] {
  const step = stepSeconds * 1000
  const anchor = findAnchor(rows)
  return rows.map((row) => {
    const bare = toBareSeries(row)
    if (anchor === undefined || bare.points.length === 0) return bare
    const found = new Map(bare.points)
    const first = anchor - Math.floor((anchor - window.from) / step) * step
    const points: Point[] = []
    for (let at = first; at <= window.to; at += step) points.push([at, found.get(at) ?? null])
    // A point off the grid is data all the same.
    for (const [at, value] of found)
      if ((at - anchor) % step !== 0 || at > window.to || at < first) points.push([at, value])
    return { ...bare, points: points.sort((a, b) => a[0] - b[0]) }
  })
}

// A series with its recorded points alone.
export function toBareSeries({ metric, values, histograms }: MatrixRow): Series {
  const points = values.map(([at, text]): Point => [toMs(at), toSampleValue(text)])
  if (histograms.length === 0) return { labels: metric, points }
  const native = histograms.map(([at, { count, sum }]): [number, SampleValue, SampleValue] => [
    toMs(at),
    toSampleValue(count),
    toSampleValue(sum),
  ])
  return { labels: metric, points, histogram_points: native }
}

function findAnchor(rows: readonly MatrixRow[]): number | undefined {
  for (const row of rows) {
    const first = row.values[0]
    if (first !== undefined) return toMs(first[0])
  }
  return undefined
}

// When the newest sample over all rows was recorded, in epoch milliseconds.
export function findNewest(rows: readonly MatrixRow[]): number | undefined {
  const newest = rows.reduce(
    (max, { values, histograms }) => Math.max(max, values.at(-1)?.[0] ?? 0, histograms.at(-1)?.[0] ?? 0),
    0,
  )
  return newest === 0 ? undefined : toMs(newest)
}
