import { toRfc3339 } from '@vedette/connectors/kit'
import { SourceError } from '@vedette/proto/connector'
import type { MatrixRow, QueryData, VectorRow } from './answers.ts'
import type { Window } from './window.ts'

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

// Series on one grid of steps: a step without a sample is null, never left out.
export function toSeries(rows: readonly MatrixRow[], window: Window, stepSeconds: number): Series[] {
  const step = stepSeconds * 1000
  const anchor = findAnchor(rows)
  return rows.map(({ metric, values, histograms }) => {
    const found = new Map(values.map(([at, text]) => [toMs(at), toSampleValue(text)]))
    const points: Point[] = []
    if (anchor !== undefined && found.size > 0) {
      const first = anchor - Math.floor((anchor - window.from) / step) * step
      for (let at = first; at <= window.to; at += step) points.push([at, found.get(at) ?? null])
      // A point off the grid is data all the same.
      for (const [at, value] of found)
        if ((at - anchor) % step !== 0 || at > window.to || at < first) points.push([at, value])
      points.sort((a, b) => a[0] - b[0])
    }
    if (histograms.length === 0) return { labels: metric, points }
    const native = histograms.map(([at, { count, sum }]): [number, SampleValue, SampleValue] => [
      toMs(at),
      toSampleValue(count),
      toSampleValue(sum),
    ])
    return { labels: metric, points, histogram_points: native }
  })
}

function findAnchor(rows: readonly MatrixRow[]): number | undefined {
  for (const row of rows) {
    const first = row.values[0]
    if (first !== undefined) return toMs(first[0])
  }
  return undefined
}

// When the newest point over all series was recorded, in epoch milliseconds.
export function findNewest(series: readonly Series[]): number | undefined {
  const newest = series.map(({ points, histogram_points = [] }) =>
    Math.max(points.findLast((point) => point[1] !== null)?.[0] ?? 0, histogram_points.at(-1)?.[0] ?? 0),
  )
  const max = newest.reduce((a, b) => Math.max(a, b), 0)
  return max === 0 ? undefined : max
}
