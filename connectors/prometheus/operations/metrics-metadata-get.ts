import { serve } from '@vedette/proto/connector'
import { metricsMetadataGet } from '@vedette/proto/operations'
import { metadataData } from '../answers.ts'
import type { PrometheusClient } from '../client.ts'
import { nameMatcher } from '../promql/matchers.ts'
import { askNames } from '../questions.ts'
import { toReading } from '../reading.ts'

const RECENT_MS = 3_600_000

// Type, unit and help of one metric. Under enforced matchers only of metrics that have series within them.
export const serveMetricsMetadataGet = serve(
  metricsMetadataGet,
  async (client: PrometheusClient, { metric }, context) => {
    const now = context.clock.now()
    const window = { from: now - RECENT_MS, to: now }
    if (client.enforced.length > 0) {
      const names = await askNames(client, { matchers: [nameMatcher(metric)], window, context })
      if (names.data.length === 0) {
        const proof = { unproven: 'metric_unknown' }
        return toReading(client, { metric, entries: [] }, { items: 0, context, told: [names], proof })
      }
    }
    const told = await client.ask({
      path: ['api', 'v1', 'metadata'],
      query: { metric },
      schema: metadataData,
      context,
    })
    // A histogram's series have suffixes, its metadata has not.
    const entries = Object.hasOwn(told.data, metric) ? (told.data[metric] ?? []) : []
    const proof = { unproven: 'metadata_unknown' }
    return toReading(client, { metric, entries }, { items: entries.length, context, told: [told], proof })
  },
)
