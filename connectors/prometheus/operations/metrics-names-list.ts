import { readSpan } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { metricsNamesList } from '@vedette/proto/operations'
import type { PrometheusClient } from '../client.ts'
import { pageBy } from '../pages.ts'
import { askNames } from '../questions.ts'
import { type Proof, toReading } from '../reading.ts'

// Metric names of a window. None of a text is proved when the index has other names; none at all proves nothing.
export const serveMetricsNamesList = serve(
  metricsNamesList,
  async (client: PrometheusClient, input, context) => {
    const window = readSpan(input, context)
    const told = await askNames(client, { matchers: input.match, window, context })
    const text = input.contains?.toLowerCase()
    const found =
      text === undefined ? told.data : told.data.filter((name) => name.toLowerCase().includes(text))
    const { rows, page, past } = pageBy(found, (name) => name, input)
    const proof: Proof = told.data.length > 0 ? { proof: 'enumerated' } : { unproven: 'no_series_in_window' }
    const value = { names: [...rows], total: found.length }
    return toReading(client, value, { items: rows.length, context, told: [told], proof, ...page, ...past })
  },
)
