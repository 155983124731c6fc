import { readSpan } from '@vedette/connectors/kit'
import { ArgumentError, serve } from '@vedette/proto/connector'
import { logsAggregate } from '@vedette/proto/operations'
import type { DatadogClient } from '../client.ts'
import { toLogsUrl } from '../links.ts'
import { proveNoLines, toIndexes, toLogQuery } from '../logs.ts'
import { checkSearch } from '../query.ts'
import { toReading } from '../reading.ts'
import { aggregateTrack } from '../tracks.ts'
import { readStep } from '../window.ts'

const AGGREGATIONS = Object.freeze({
  count: 'count',
  rate: 'count',
  sum: 'sum',
  avg: 'avg',
  min: 'min',
  max: 'max',
  p50: 'median',
  p95: 'pc95',
  p99: 'pc99',
  distinct: 'cardinality',
} as const)

// Counts or measures over lines. A count of zero is kept only with the proof that a missing line needs.
export const serveLogsAggregate = serve(logsAggregate, async (client: DatadogClient, input, context) => {
  const window = readSpan(input, context)
  const step = readStep(window, input.step)
  if (input.query !== undefined) checkSearch(input.query)
  const query = input.query ?? toLogQuery(input)
  const counts = input.measure === 'count' || input.measure === 'rate'
  if (!counts && input.field === undefined)
    throw new ArgumentError({
      field: 'field',
      message: `${input.measure} needs the field to measure`,
      fix: 'name a numeric field, such as @duration',
    })
  const compute = {
    aggregation: AGGREGATIONS[input.measure],
    ...(counts || input.field === undefined ? {} : { metric: input.field }),
  }
  const told = await aggregateTrack(
    client,
    {
      track: 'logs',
      query,
      window,
      context,
      indexes: toIndexes(client, input.source),
      field: input.query === undefined ? undefined : 'query',
    },
    { computes: [compute, { ...compute, interval: step }], groupBy: input.group_by, limit: input.limit },
  )
  const seconds = (window.to - window.from) / 1000
  const isRate = input.measure === 'rate'
  const rows = told.buckets.map(({ by, values, points }) => ({
    labels: by,
    value: isRate && values[0] != null ? values[0] / seconds : (values[0] ?? null),
    points: (points[1] ?? []).map(([at, value]): [number, number | null] => [
      at,
      isRate && value !== null ? value / step : value,
    ]),
  }))
  const seen = rows.filter(({ value }) => value !== null && (!counts || value > 0))
  const proof =
    seen.length > 0 || told.cut !== undefined
      ? undefined
      : input.query !== undefined
        ? { unproven: 'raw_query' }
        : await proveNoLines(client, input, { window, context })
  const proved = proof !== undefined && 'proof' in proof
  const groups = seen.length > 0 ? seen : proved ? rows : []
  const value = {
    measure: input.measure,
    step_seconds: step,
    groups,
    scanned_bytes: null,
    total: told.cut === undefined ? groups.length : null,
  }
  return toReading(value, {
    client,
    context,
    items: seen.length,
    cut: told.cut,
    query,
    url: toLogsUrl(client, query, window),
    ...(proof === undefined ? {} : { proof }),
  })
})
