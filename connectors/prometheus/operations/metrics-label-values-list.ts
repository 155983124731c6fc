import { readSpan } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { metricsLabelValuesList } from '@vedette/proto/operations'
import type { PrometheusClient } from '../client.ts'
import { pageBy } from '../pages.ts'
import { askLabelValues, toMatchers } from '../questions.ts'
import { toReading } from '../reading.ts'

// Values of one label in a window. None means that no matching series carries the label, which proves nothing:
// a misspelt label looks the same.
export const serveMetricsLabelValuesList = serve(
  metricsLabelValuesList,
  async (client: PrometheusClient, input, context) => {
    const window = readSpan(input, context)
    const matchers = toMatchers(input.metric, input.match)
    const told = await askLabelValues(client, input.label, { matchers, window, context })
    const { rows, page, past } = pageBy(told.data, (value) => value, input)
    const proof = { unproven: 'label_unknown' }
    const value = { label: input.label, values: [...rows], total: told.data.length }
    return toReading(client, value, { items: rows.length, context, told: [told], proof, ...page, ...past })
  },
)
