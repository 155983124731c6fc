import { chooseStep, readSpan, tellReading } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { tracesAggregate } from '@vedette/proto/operations'
import { DIALECT, type TempoClient, toScope } from '../client.ts'
import { proveNoTraces } from '../proof.ts'
import { askInstant, askRange } from '../questions.ts'
import { IS_ERROR, select, toAttribute, toConditions } from '../traceql.ts'

type Measure = 'count' | 'rate' | 'error_ratio' | 'avg' | 'p50' | 'p90' | 'p95' | 'p99' | 'max'
type Unit = 'count' | 'per_second' | 'ratio' | 'milliseconds'

const MEASURES: Readonly<Record<Measure, Readonly<{ stage: string; unit: Unit; scale: number }>>> =
  Object.freeze({
    count: { stage: 'count_over_time()', unit: 'count', scale: 1 },
    rate: { stage: 'rate()', unit: 'per_second', scale: 1 },
    error_ratio: { stage: 'rate()', unit: 'ratio', scale: 1 },
    avg: { stage: 'avg_over_time(duration)', unit: 'milliseconds', scale: 1000 },
    p50: { stage: 'quantile_over_time(duration, 0.5)', unit: 'milliseconds', scale: 1000 },
    p90: { stage: 'quantile_over_time(duration, 0.9)', unit: 'milliseconds', scale: 1000 },
    p95: { stage: 'quantile_over_time(duration, 0.95)', unit: 'milliseconds', scale: 1000 },
    p99: { stage: 'quantile_over_time(duration, 0.99)', unit: 'milliseconds', scale: 1000 },
    max: { stage: 'max_over_time(duration)', unit: 'milliseconds', scale: 1000 },
  })

// Measures over the spans that were kept, by TraceQL metrics.
export const serveTracesAggregate = serve(tracesAggregate, async (client: TempoClient, input, context) => {
  const window = readSpan(input, context)
  const over = { window, context }
  const step = input.step ?? chooseStep(window, 61, 10)
  const { stage, unit, scale } = MEASURES[input.measure]
  const keys = input.group_by.map((one) => toAttribute(one, 'group_by'))
  const by = keys.length === 0 ? '' : ` by (${keys.join(', ')})`
  const conditions = toConditions(client.config, input)
  const query = `${select(conditions)} | ${stage}${by}`
  const whole = await askInstant(client, query, over)
  const told = await askRange(client, { query, step }, over)
  const isRatio = input.measure === 'error_ratio'
  const failing = `${select([...conditions, IS_ERROR])} | ${stage}${by}`
  const failed = isRatio ? await askInstant(client, failing, over) : undefined
  const failedOver = isRatio ? await askRange(client, { query: failing, step }, over) : undefined
  const isPartial = [whole, told, failed, failedOver].some((one) => one?.isPartial === true)
  const measuredOf = (key: string, value: number | null): number | null => {
    if (!isRatio) return value === null ? null : value * scale
    const errors = failed?.rows.find(({ labels }) => keyOf(labels) === key)?.value ?? (isPartial ? null : 0)
    return value === null || value === 0 || errors === null ? null : errors / value
  }
  const pointsOf = (key: string): [number, number | null][] => {
    const points = told.rows.find(({ labels }) => keyOf(labels) === key)?.points ?? []
    if (!isRatio) return points.map(([at, value]) => [at, value === null ? null : value * scale])
    const errors = new Map(failedOver?.rows.find(({ labels }) => keyOf(labels) === key)?.points)
    return points.map(([at, value]) => {
      const bad = errors.get(at) ?? (isPartial ? null : 0)
      return [at, value === null || value === 0 || bad === null ? null : bad / value]
    })
  }
  const all = whole.rows
    .map(({ labels, value }) => {
      const key = keyOf(labels)
      const { p: _, __name__: __, ...own } = labels
      return { labels: own, value: measuredOf(key, value), spans: null, points: pointsOf(key) }
    })
    .toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0))
  const groups = all.slice(0, input.limit)
  const evidence = groups.length > 0 || isPartial ? undefined : await proveNoTraces(client, input, over)
  return tellReading(
    {
      ...{ measure: input.measure, unit, step_seconds: step, groups, based_on: 'kept_spans' as const },
      sampling_ratio: client.config.sampling_ratio ?? null,
      total: isPartial || groups.length === 0 ? null : all.length,
    },
    {
      ...{ context, scope: toScope(client), items: groups.length, evidence, dialect: DIALECT },
      query: isRatio ? `${failing}\n${query}` : query,
      cut: isPartial ? 'by_source' : all.length > groups.length ? 'rows' : undefined,
    },
  )
})

function keyOf(labels: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
