import { readSpan } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { metricsSeriesList } from '@vedette/proto/operations'
import { seriesData } from '../answers.ts'
import type { PrometheusClient } from '../client.ts'
import { proveSeries } from '../existence.ts'
import { fingerprint } from '../fingerprint.ts'
import { pageBy } from '../pages.ts'
import { requireMatchers, toMatch, toTimes } from '../questions.ts'
import { toReading } from '../reading.ts'

// Label sets of a window, in the order of their fingerprints.
export const serveMetricsSeriesList = serve(
  metricsSeriesList,
  async (client: PrometheusClient, input, context) => {
    const window = readSpan(input, context)
    const matchers = requireMatchers(input.metric, input.match)
    const told = await client.ask({
      path: ['api', 'v1', 'series'],
      query: { ...toTimes(window), ...toMatch(client, matchers) },
      schema: seriesData,
      context,
      form: true,
    })
    const { rows, page, past } = pageBy(told.data, fingerprint, input)
    const nothing = told.data.length === 0
    const proof = nothing ? { proof: await proveSeries(client, matchers, { window, context }) } : {}
    const value = { series: [...rows], total: told.data.length }
    return toReading(client, value, { items: rows.length, context, told: [told], ...proof, ...page, ...past })
  },
)
