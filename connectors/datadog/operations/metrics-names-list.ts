import { readSpan, sliceByKey } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { metricsNamesList } from '@vedette/proto/operations'
import type { DatadogClient } from '../client.ts'
import { askActive } from '../metrics.ts'
import { toReading } from '../reading.ts'
import { toFilter } from '../tags.ts'

// Names of metrics that reported since the window's start.
export const serveMetricsNamesList = serve(
  metricsNamesList,
  async (client: DatadogClient, input, context) => {
    const window = readSpan(input, context)
    const tagFilter = toFilter(input.match)
    const names = await askActive(client, {
      window,
      context,
      ...(tagFilter === undefined ? {} : { tagFilter }),
    })
    const needle = input.contains?.toLowerCase()
    const rows = names.filter((name) => needle === undefined || name.toLowerCase().includes(needle))
    const page = sliceByKey([...new Set(rows)], (name) => [name], input)
    const isWhole = names.length > 0 && tagFilter === undefined
    return toReading(
      { names: [...page.rows], total: page.total },
      {
        client,
        context,
        items: page.rows.length,
        total: page.total,
        cursor: page.cursor,
        proof: isWhole ? { proof: 'enumerated' } : { unproven: 'no_metric_of_these_tags' },
      },
    )
  },
)
