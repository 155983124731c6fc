import { readSpan } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { tracesAggregate } from '@vedette/proto/operations'
import type { DatadogClient } from '../client.ts'
import { toTracesUrl } from '../links.ts'
import { toReading } from '../reading.ts'
import { toFacet, toSpanQuery } from '../spans.ts'
import { aggregateTrack, type Bucket } from '../tracks.ts'
import { readStep } from '../window.ts'

const QUANTILES = Object.freeze({
  avg: 'avg',
  p50: 'median',
  p90: 'pc90',
  p95: 'pc95',
  p99: 'pc99',
  max: 'max',
} as const)

// Measures over the spans that were kept, which are a sample: counts and rates are of what was kept.
export const serveTracesAggregate = serve(tracesAggregate, async (client: DatadogClient, input, context) => {
  const window = readSpan(input, context)
  const step = readStep(window, input.step)
  const { measure } = input
  const query = toSpanQuery(input)
  const isCount = measure === 'count' || measure === 'rate' || measure === 'error_ratio'
  const own = isCount ? { aggregation: 'count' } : { aggregation: QUANTILES[measure], metric: '@duration' }
  const groupBy = input.group_by.map(toFacet)
  const ask = (asked: string) =>
    aggregateTrack(
      client,
      { track: 'spans', query: asked, window, context },
      {
        computes: [own, { ...own, interval: step }, { aggregation: 'count' }],
        groupBy,
        limit: input.limit,
      },
    )
  const told = await ask(query)
  const failed = measure === 'error_ratio' ? await ask(toSpanQuery(input, ['status:error'])) : undefined
  const failures = new Map(failed?.buckets.map((one) => [keyOf(one), one]) ?? [])
  const seconds = (window.to - window.from) / 1000
  const scale = (value: number | null, over: number) =>
    value === null ? null : measure === 'rate' ? value / over : isCount ? value : value / 1e6
  const groups = told.buckets.map((bucket) => {
    const [value = null, , spans = null] = bucket.values
    const points = bucket.points[1] ?? []
    const bad = failures.get(keyOf(bucket))
    return {
      labels: bucket.by,
      value:
        measure === 'error_ratio'
          ? toRatio(countOf(bad, failed?.cut === undefined), value)
          : scale(value, seconds),
      spans,
      points:
        measure === 'error_ratio'
          ? []
          : points.map(([at, one]): [number, number | null] => [at, scale(one, step)]),
    }
  })
  const seen = groups.filter(({ spans }) => spans !== 0)
  const value = {
    measure,
    unit: UNITS[measure],
    step_seconds: step,
    groups: seen,
    based_on: 'kept_spans' as const,
    sampling_ratio: null,
    total: told.cut === undefined ? seen.length : null,
  }
  return toReading(value, {
    client,
    context,
    items: seen.length,
    cut: told.cut ?? failed?.cut,
    query,
    url: toTracesUrl(client, query, window),
    proof: { unproven: 'spans_are_sampled' },
  })
})

const UNITS = Object.freeze({
  count: 'count',
  rate: 'per_second',
  error_ratio: 'ratio',
  avg: 'milliseconds',
  p50: 'milliseconds',
  p90: 'milliseconds',
  p95: 'milliseconds',
  p99: 'milliseconds',
  max: 'milliseconds',
} as const)

function toRatio(part: number | null, whole: number | null): number | null {
  return part === null || whole === null || whole === 0 ? null : part / whole
}

// A group that is not among the failures had none, if all of them were given; one without a number is not known.
function countOf(bucket: Bucket | undefined, isWhole: boolean): number | null {
  if (bucket === undefined) return isWhole ? 0 : null
  return bucket.values[0] ?? null
}

function keyOf({ by }: Bucket): string {
  return JSON.stringify(Object.entries(by).sort())
}
