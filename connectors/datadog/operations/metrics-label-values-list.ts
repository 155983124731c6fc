import { readSpan, sliceByKey } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { metricsLabelValuesList } from '@vedette/proto/operations'
import type { DatadogClient } from '../client.ts'
import { toReading } from '../reading.ts'
import { askTags } from '../tags.ts'

// Values of one tag key of one metric.
export const serveMetricsLabelValuesList = serve(
  metricsLabelValuesList,
  async (client: DatadogClient, input, context) => {
    const window = readSpan(input, context)
    const tags = await askTags(client, input.metric, { window, context, match: input.match })
    const start = `${input.label}:`
    const values = tags.filter((tag) => tag.startsWith(start)).map((tag) => tag.slice(start.length))
    const page = sliceByKey([...new Set(values)], (value) => [value], input)
    return toReading(
      { label: input.label, values: [...page.rows], total: page.total },
      {
        client,
        context,
        items: page.rows.length,
        total: page.total,
        cursor: page.cursor,
        proof: { unproven: 'tag_unknown' },
      },
    )
  },
)
