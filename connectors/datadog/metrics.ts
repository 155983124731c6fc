import { askHalf, checkOnce, checkWithin, type Span } from '@vedette/connectors/kit'
import { type CallContext, SourceError } from '@vedette/proto/connector'
import { z } from 'zod'
import type { DatadogClient } from './client.ts'
import { readMetricQuery, type Selected } from './query.ts'
import type { Proof } from './reading.ts'
import { number, text, texts, toTags } from './values.ts'

const series = z.object({
  metric: text,
  display_name: text,
  expression: text,
  scope: text,
  tag_set: texts,
  interval: number,
  pointlist: z
    .array(z.tuple([z.number(), z.number().nullable()]))
    .nullish()
    .transform((list) => list ?? []),
})
const answer = z.object({
  status: z.string(),
  error: text,
  message: text,
  series: z.array(series).nullish(),
})

export type Series = Readonly<{
  labels: Record<string, string>
  interval: number | null
  points: [number, number | null][]
}>

// Asks a metric query over a window. `field` is set when the query is the caller's own.
export async function askMetrics(
  client: DatadogClient,
  query: string,
  over: Readonly<{ window: Span; context: CallContext; field?: string }>,
): Promise<readonly Series[]> {
  const { window, context, field } = over
  const told = await client.ask({
    path: ['v1', 'query'],
    query: {
      query,
      from: String(Math.floor(window.from / 1000)),
      to: String(Math.ceil(window.to / 1000)),
    },
    schema: answer,
    needs: 'timeseries_query',
    context,
    ...(field === undefined ? {} : { field }),
  })
  if (told.status !== 'ok' || (told.error ?? '') !== '' || told.series == null)
    throw new SourceError('unusable', { why: 'unexpected_kind', code: 'query_failed' })
  const all = told.series.map((one) => ({
    labels: toLabels(one),
    interval: one.interval ?? null,
    points: one.pointlist.map(([at, value]): [number, number | null] => [Math.floor(at), value]),
  }))
  checkOnce(all.map(({ labels }) => labels))
  // A point stands at the start of its interval, which may lie before the window.
  for (const { points, interval } of all)
    checkWithin(
      points.map(([at]) => at),
      window,
      Math.max(60, interval ?? 0) * 1000,
    )
  return all
}

function toLabels(one: z.output<typeof series>): Record<string, string> {
  const tags =
    one.tag_set.length > 0 ? one.tag_set : (one.scope ?? '').split(',').filter((tag) => tag.includes(':'))
  const name = one.expression ?? one.display_name ?? one.metric ?? ''
  return { ...toTags(tags), ...(name === '' ? {} : { __query__: name }) }
}

// The newest time at which a series has a value; undefined when it has none.
export function newestOf({ points }: Series): number | undefined {
  return points.findLast(([, value]) => value !== null)?.[0]
}

// Names of metrics that reported since the window's start: Datadog lists them up to now.
export async function askActive(
  client: DatadogClient,
  over: Readonly<{ window: Span; context: CallContext; tagFilter?: string }>,
): Promise<readonly string[]> {
  const { window, context, tagFilter } = over
  const { metrics } = await client.ask({
    path: ['v1', 'metrics'],
    query: {
      from: String(Math.floor(window.from / 1000)),
      ...(tagFilter === undefined ? {} : { tag_filter: tagFilter }),
    },
    schema: z.object({ metrics: z.array(z.string()) }),
    needs: 'metrics_read',
    context,
  })
  return metrics
}

const PLAIN_FUNCTION = /\.(?:as_rate|as_count|rollup)\s*\(/g
const ANY_FUNCTION = /\b[a-z_0-9]+\s*\(/gi
const MAX_CHECKED = 5

// What stands behind a query without series: each of its metrics reported in the window and still does at its end,
// each condition is met by some of its series, and no function of the query leaves series out.
export async function proveNoSeries(
  client: DatadogClient,
  query: string,
  over: Readonly<{ window: Span; context: CallContext }>,
): Promise<Proof> {
  if (ANY_FUNCTION.test(query.replaceAll(PLAIN_FUNCTION, ''))) return { unproven: 'function_may_drop_series' }
  const selected = readMetricQuery(query)
  const checks = selected.flatMap(({ metric, conditions }) =>
    (conditions.length === 0 ? ['*'] : conditions).map((one) => ({ metric, conditions: [one] })),
  )
  if (checks.length > MAX_CHECKED) return { unproven: 'too_many_selectors' }
  const doubtful = selected.some(({ conditions }) =>
    conditions.some((one) => !/^[^!*\s()]+:[^*\s()]+$/.test(one)),
  )
  if (doubtful) return { unproven: 'condition_not_plain' }
  if (checks.some(({ conditions }) => conditions[0] === '*')) return { unproven: 'metric_without_samples' }
  for (const check of checks) {
    const proof = await proveSelected(client, check, over)
    if ('unproven' in proof) return proof
  }
  return { proof: 'existence_checked' }
}

const FALLBACK = /\bdefault_zero\s*\(|\.fill\s*\(/

// Why values that were found may be made up: a function fills gaps, and the series beneath did not report throughout.
export async function doubtFilled(
  client: DatadogClient,
  query: string,
  over: Readonly<{ window: Span; context: CallContext }>,
): Promise<string | undefined> {
  if (!FALLBACK.test(query)) return undefined
  const selected = readMetricQuery(query)
  if (selected.length > MAX_CHECKED) return 'too_many_selectors'
  for (const { metric, conditions } of selected) {
    const asked = { metric, conditions: conditions.length === 0 ? ['*'] : conditions }
    const proof = await proveSelected(client, asked, over)
    if ('unproven' in proof) return `filled_${proof.unproven}`
  }
  return undefined
}

async function proveSelected(
  client: DatadogClient,
  { metric, conditions }: Selected,
  over: Readonly<{ window: Span; context: CallContext }>,
): Promise<Proof> {
  const told = await askHalf({}, () => askMetrics(client, `avg:${metric}{${conditions.join(',')}}`, over))
  if (told.value === undefined) return { unproven: 'existence_not_read' }
  const [first] = told.value
  const newest = first === undefined ? undefined : newestOf(first)
  if (first === undefined || newest === undefined) return { unproven: 'metric_or_tag_unknown' }
  const oldest = first.points.find(([, value]) => value !== null)?.[0] ?? newest
  const slack = slackOf(first)
  if (over.window.to - newest > slack) return { unproven: 'not_reporting_at_end' }
  if (oldest - over.window.from > slack) return { unproven: 'window_not_covered' }
  return { proof: 'existence_checked' }
}

// Milliseconds for which a series may lag: three of its intervals, at least five minutes, as agents send late.
export function slackOf({ interval }: Series): number {
  return Math.max(300_000, 3000 * (interval ?? 0))
}

// Set when the newest value of all series is too far from the window's end to speak for it.
export function staleSince(all: readonly Series[], window: Span): number | undefined {
  const newest = all.flatMap((one) => newestOf(one) ?? [])
  const [first] = all
  if (first === undefined || newest.length === 0) return undefined
  const latest = Math.max(...newest)
  return window.to - latest > slackOf(first) ? latest : undefined
}
