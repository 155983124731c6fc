import { toRfc3339 } from '@vedette/connectors/kit'
import { z } from 'zod'
import { type Collected, collect, mapRows } from './answers.ts'
import type { Reader } from './client.ts'
import { labels, maybeText, number } from './values.ts'

const value = z.object({
  doubleValue: z.union([number, z.enum(['NaN', 'Infinity', '-Infinity'])]).optional(),
  int64Value: number.optional(),
  boolValue: z.boolean().optional(),
  distributionValue: z.object({ count: number.default(0), mean: number.default(0) }).optional(),
})
const series = z.object({
  metric: z.object({ type: z.string(), labels }).optional(),
  resource: z.object({ type: maybeText, labels }).optional(),
  unit: maybeText,
  points: z
    .array(z.object({ interval: z.object({ endTime: z.string(), startTime: maybeText }), value }))
    .default([]),
})
export type Series = z.output<typeof series>

export type SeriesQuestion = Readonly<{
  filter: string
  // Epoch milliseconds.
  from: number
  to: number
  maxItems?: number
  // Points as Google computes them; absent, as they were written.
  aggregation?: Aggregation
}>

// One point for each `seconds`: each series is aligned, then those that share `groupBy` become one. Names are those of
// Cloud Monitoring's aggregation, fields are like `resource.labels.location`.
export type Aggregation = Readonly<{
  seconds: number
  aligner: 'ALIGN_RATE' | 'ALIGN_DELTA' | 'ALIGN_MEAN'
  reducer: 'REDUCE_SUM' | 'REDUCE_MAX' | 'REDUCE_PERCENTILE_95' | 'REDUCE_PERCENTILE_99'
  groupBy: readonly string[]
}>

// Time series that a monitoring filter finds, with the points that were written, newest first. A series that goes on in
// a later page is one.
export async function readSeries(reader: Reader, question: SeriesQuestion): Promise<Collected<Series>> {
  const { filter, from, to, maxItems = 1000, aggregation } = question
  const list = await collect(reader, {
    service: 'monitoring',
    path: ['projects', reader.project.id, 'timeSeries'],
    query: {
      ...{ filter, 'interval.startTime': toRfc3339(from), 'interval.endTime': toRfc3339(to) },
      ...(aggregation === undefined ? {} : toQuery(aggregation)),
    },
    field: 'timeSeries',
    row: series,
    size: ['pageSize', 10_000],
    maxItems,
    needs: 'monitoring.timeSeries.list',
  })
  return mapRows(list, mergeSeries)
}

function toQuery({ seconds, aligner, reducer, groupBy }: Aggregation) {
  return {
    'aggregation.alignmentPeriod': `${seconds}s`,
    'aggregation.perSeriesAligner': aligner,
    'aggregation.crossSeriesReducer': reducer,
    ...(groupBy.length === 0 ? {} : { 'aggregation.groupByFields': groupBy }),
  }
}

function mergeSeries(all: readonly Series[]): readonly Series[] {
  const merged = new Map<string, Series>()
  for (const one of all) {
    const key = JSON.stringify(Object.entries(toLabels(one)).sort())
    const known = merged.get(key)
    merged.set(key, known === undefined ? one : { ...known, points: [...known.points, ...one.points] })
  }
  return [...merged.values()]
}

const WORDS = Object.freeze({ Infinity: '+Inf', '-Infinity': '-Inf', NaN: 'NaN' } as const)

// A point's value: a distribution by its mean; null for what is no number, such as a text.
export function toSample(said: Series['points'][number]['value']): number | 'NaN' | '+Inf' | '-Inf' | null {
  const { doubleValue, int64Value, boolValue, distributionValue } = said
  if (typeof doubleValue === 'number') return doubleValue
  if (doubleValue !== undefined) return WORDS[doubleValue]
  if (int64Value !== undefined) return int64Value
  if (boolValue !== undefined) return boolValue ? 1 : 0
  return distributionValue?.mean ?? null
}

// Labels of a series: those of its resource and of its metric, with the metric's type.
export function toLabels({ metric, resource }: Series): Record<string, string> {
  return {
    ...(metric === undefined ? {} : { metric_type: metric.type }),
    ...(resource?.labels ?? {}),
    ...(metric?.labels ?? {}),
  }
}
