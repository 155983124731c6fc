import { readSpan, sliceByKey } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { metricsLabelsList } from '@vedette/proto/operations'
import type { DatadogClient } from '../client.ts'
import { toReading } from '../reading.ts'
import { askTags } from '../tags.ts'

// Tag keys of one metric. A metric without tags and one that stopped reporting look alike.
export const serveMetricsLabelsList = serve(
  metricsLabelsList,
  async (client: DatadogClient, input, context) => {
    const window = readSpan(input, context)
    const tags = await askTags(client, input.metric, { window, context, match: input.match })
    const keys = new Set(tags.map((tag) => tag.split(':', 1)[0] ?? ''))
    const page = sliceByKey([...keys], (key) => [key], input)
    return toReading(
      { labels: [...page.rows], total: page.total },
      {
        client,
        context,
        items: page.rows.length,
        total: page.total,
        cursor: page.cursor,
        proof: { unproven: 'no_tags_of_this_metric' },
      },
    )
  },
)
