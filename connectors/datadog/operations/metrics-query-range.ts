import { readSpan } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { metricsQueryRange } from '@vedette/proto/operations'
import type { DatadogClient } from '../client.ts'
import { askMetrics, doubtFilled, newestOf, proveNoSeries, staleSince } from '../metrics.ts'
import { readMetricQuery } from '../query.ts'
import { toReading } from '../reading.ts'
import { readStep } from '../window.ts'

// Points per series. Datadog itself chooses the step, unless the query has a rollup; what it chose is told.
export const serveMetricsQueryRange = serve(
  metricsQueryRange,
  async (client: DatadogClient, input, context) => {
    const window = readSpan(input, context)
    const step = readStep(window, input.step)
    readMetricQuery(input.expr)
    const all = await askMetrics(client, input.expr, { window, context, field: 'expr' })
    const seen = all.filter((one) => newestOf(one) !== undefined)
    const series = seen.slice(0, input.limit).map(({ labels, points }) => ({ labels, points }))
    return toReading(
      { step_seconds: seen[0]?.interval ?? step, series, total: seen.length },
      {
        client,
        context,
        items: series.length,
        cut: seen.length > series.length ? 'rows' : undefined,
        newestAt: staleSince(seen, window),
        query: input.expr,
        doubt: await doubtFilled(client, input.expr, { window, context }),
        ...(series.length > 0 ? {} : { proof: await proveNoSeries(client, input.expr, { window, context }) }),
      },
    )
  },
)
