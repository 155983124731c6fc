import { chooseStep, readSpan } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { tracesAggregate } from '@vedette/proto/operations'
import type { SignozClient } from '../client.ts'
import { checkKey } from '../expression.ts'
import { isSeen, measure, tellMeasured } from '../measured.ts'
import { proveNone } from '../proof.ts'
import { HAS_ERROR, hasOthers, toGroup, toSpanFilter } from '../spans.ts'

const MEASURES = Object.freeze({
  count: { expression: 'count()', unit: 'count', scale: 1 },
  rate: { expression: 'rate()', unit: 'per_second', scale: 1 },
  error_ratio: { expression: `countIf(${HAS_ERROR}) / count()`, unit: 'ratio', scale: 1 },
  avg: { expression: 'avg(duration_nano)', unit: 'milliseconds', scale: 1e-6 },
  p50: { expression: 'p50(duration_nano)', unit: 'milliseconds', scale: 1e-6 },
  p90: { expression: 'p90(duration_nano)', unit: 'milliseconds', scale: 1e-6 },
  p95: { expression: 'p95(duration_nano)', unit: 'milliseconds', scale: 1e-6 },
  p99: { expression: 'p99(duration_nano)', unit: 'milliseconds', scale: 1e-6 },
  max: { expression: 'max(duration_nano)', unit: 'milliseconds', scale: 1e-6 },
} as const)

// Measures over the spans that were kept.
export const serveTracesAggregate = serve(tracesAggregate, async (client: SignozClient, input, context) => {
  const window = readSpan(input, context)
  const over = { window, context }
  const step = input.step ?? chooseStep(window, 61, 60)
  const { expression, unit, scale } = MEASURES[input.measure]
  const filter = toSpanFilter(input)
  const groupBy = input.group_by.map((one) => checkKey(toGroup(one), 'group_by'))
  const told = await measure(
    client,
    { signal: 'traces', filter, expression, groupBy, step, limit: input.limit },
    over,
  )
  // A ratio of zero errors is something that was seen; a count of zero is not.
  const seen = told.groups.filter((one) => (unit === 'ratio' ? one.value !== null : isSeen(one)))
  const groups = seen.map(({ labels, value, points }) => ({
    labels,
    value: value === null ? null : value * scale,
    spans: null,
    points: points.map(([at, one]): [number, number | null] => [at, one === null ? null : one * scale]),
  }))
  const evidence =
    groups.length > 0
      ? undefined
      : await proveNone(client, 'traces', { ...over, service: input.service, others: hasOthers(input) })
  return tellMeasured(
    client,
    {
      ...{ measure: input.measure, unit, step_seconds: step, groups, based_on: 'kept_spans' as const },
      sampling_ratio: client.config.sampling_ratio ?? null,
      total: told.isFull || groups.length === 0 ? null : told.all.length,
    },
    { told, items: groups.length, evidence, query: filter, context },
  )
})
