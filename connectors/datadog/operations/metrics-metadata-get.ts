import { SourceError, serve } from '@vedette/proto/connector'
import { metricsMetadataGet } from '@vedette/proto/operations'
import { z } from 'zod'
import type { DatadogClient } from '../client.ts'
import { NOT_FOUND } from '../errors.ts'
import { toReading } from '../reading.ts'
import { text } from '../values.ts'

const metadata = z.object({ type: text, unit: text, per_unit: text, description: text })

// Type, unit and description of a metric. A metric that Datadog does not know is unproven: it may have another name.
export const serveMetricsMetadataGet = serve(
  metricsMetadataGet,
  async (client: DatadogClient, { metric }, context) => {
    const told = await client
      .ask({ path: ['v1', 'metrics', metric], schema: metadata, needs: 'metrics_read', context })
      .catch((error: unknown) => {
        if (error instanceof SourceError && error.carried.code === NOT_FOUND) return undefined
        throw error
      })
    const unit = [told?.unit, told?.per_unit].filter((one) => one != null && one !== '').join('/')
    const entries = told === undefined ? [] : [{ type: told.type ?? '', unit, help: told.description ?? '' }]
    return toReading(
      { metric, entries },
      { client, context, items: entries.length, proof: { unproven: 'metric_unknown' } },
    )
  },
)
