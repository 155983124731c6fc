import { parseInstant, toRfc3339 } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { metricsQuery } from '@vedette/proto/operations'
import type { DatadogClient } from '../client.ts'
import { askMetrics, doubtFilled, proveNoSeries, staleSince } from '../metrics.ts'
import { readMetricQuery } from '../query.ts'
import { toReading } from '../reading.ts'

// Datadog has no query at an instant: the newest value of the quarter of an hour before it stands for it.
const LOOK_BACK_MS = 900_000

// One value per series, each with the time at which it was really recorded.
export const serveMetricsQuery = serve(metricsQuery, async (client: DatadogClient, input, context) => {
  const to = input.at === undefined ? context.clock.now() : parseInstant(input.at, 'at')
  const window = { from: to - LOOK_BACK_MS, to }
  readMetricQuery(input.expr)
  const series = await askMetrics(client, input.expr, { window, context, field: 'expr' })
  const all = series.flatMap(({ labels, points }) => {
    const newest = points.findLast(([, value]) => value !== null)
    return newest === undefined ? [] : [{ labels, value: newest[1], at: toRfc3339(newest[0]) }]
  })
  const samples = all.slice(0, input.limit)
  return toReading(
    { result: 'vector' as const, samples, total: all.length },
    {
      client,
      context,
      items: samples.length,
      cut: all.length > samples.length ? 'rows' : undefined,
      newestAt: staleSince(series, window),
      query: input.expr,
      doubt: await doubtFilled(client, input.expr, { window, context }),
      ...(samples.length > 0 ? {} : { proof: await proveNoSeries(client, input.expr, { window, context }) }),
    },
  )
})
