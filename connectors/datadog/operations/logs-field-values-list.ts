import { matchVisible, readSpan } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { logsFieldValuesList } from '@vedette/proto/operations'
import type { DatadogClient } from '../client.ts'
import { toIndexes } from '../logs.ts'
import { joinTerms, term } from '../query.ts'
import { toReading } from '../reading.ts'
import { aggregateTrack } from '../tracks.ts'

// Values of one facet, most frequent first. A facet that no line has and one that does not exist look alike.
export const serveLogsFieldValuesList = serve(
  logsFieldValuesList,
  async (client: DatadogClient, input, context) => {
    const window = readSpan(input, context)
    const query = joinTerms(term('service', input.service))
    const { contains } = input
    const told = await aggregateTrack(
      client,
      { track: 'logs', query, window, context, indexes: toIndexes(client, input.source) },
      { computes: [{ aggregation: 'count' }], groupBy: [input.field], limit: 1000 },
    )
    const all = told.buckets
      .flatMap(({ by, values: [count = null] }) => Object.values(by).map((value) => ({ value, count })))
      .filter(({ value }) => matchVisible(context, value, contains))
      .toSorted((a, b) => (b.count ?? 0) - (a.count ?? 0) || a.value.localeCompare(b.value))
    const values = all.slice(0, input.limit)
    const cut = told.cut ?? (all.length > values.length ? 'rows' : undefined)
    return toReading(
      { field: input.field, values, total: told.cut === undefined ? all.length : null },
      { client, context, items: values.length, cut, query, proof: { unproven: 'field_unknown' } },
    )
  },
)
