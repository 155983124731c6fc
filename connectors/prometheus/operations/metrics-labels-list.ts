import { readSpan } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { metricsLabelsList } from '@vedette/proto/operations'
import { nameList } from '../answers.ts'
import type { PrometheusClient } from '../client.ts'
import { pageBy } from '../pages.ts'
import { toMatch, toMatchers, toTimes } from '../questions.ts'
import { toReading } from '../reading.ts'

// Label names of a window. Series always have labels, so none means that nothing matched.
export const serveMetricsLabelsList = serve(
  metricsLabelsList,
  async (client: PrometheusClient, input, context) => {
    const window = readSpan(input, context)
    const told = await client.ask({
      path: ['api', 'v1', 'labels'],
      query: { ...toTimes(window), ...toMatch(client, toMatchers(input.metric, input.match)) },
      schema: nameList,
      context,
    })
    const { rows, page, past } = pageBy(told.data, (name) => name, input)
    const proof = { unproven: input.metric === undefined ? 'no_series_in_window' : 'metric_unknown' }
    const value = { labels: [...rows], total: told.data.length }
    return toReading(client, value, { items: rows.length, context, told: [told], proof, ...page, ...past })
  },
)
