import { readSpan } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { metricsQueryRange } from '@vedette/proto/operations'
import type { PrometheusClient } from '../client.ts'
import { checkSeries } from '../doubts.ts'
import { toGraphUrl } from '../links.ts'
import { askRange, readQuery } from '../questions.ts'
import { toReading } from '../reading.ts'
import { toSeriesAnswer } from '../samples.ts'
import { readStep } from '../window.ts'

// A raw query over a window.
export const serveMetricsQueryRange = serve(
  metricsQueryRange,
  async (client: PrometheusClient, input, context) => {
    const window = readSpan(input, context)
    const step = readStep(window, input.step)
    const query = readQuery(client, input.expr)
    const told = await askRange(client, query, { window, step, context })
    const { series, total, newest } = toSeriesAnswer(told.data.result, { window, step, limit: input.limit })
    const checked = await checkSeries(client, query, { newest, window, step, context })
    return toReading(
      client,
      { step_seconds: step, series, total },
      {
        items: series.length,
        context,
        told: [told],
        query: query.text,
        ...checked,
        ...(total > series.length ? { cutTo: series.length } : {}),
        ...toGraphUrl(client, query.text, window),
      },
    )
  },
)
