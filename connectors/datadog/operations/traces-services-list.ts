import { readSpan, sliceByKey } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { tracesServicesList } from '@vedette/proto/operations'
import type { DatadogClient } from '../client.ts'
import { joinTerms, term } from '../query.ts'
import { toReading } from '../reading.ts'
import { aggregateTrack } from '../tracks.ts'

// Services with kept spans in the window. Rates are not told: kept spans are a sample of requests.
export const serveTracesServicesList = serve(
  tracesServicesList,
  async (client: DatadogClient, input, context) => {
    const window = readSpan(input, context)
    const query = joinTerms(term('env', input.environment))
    const metric = '@duration'
    const told = await aggregateTrack(
      client,
      { track: 'spans', query, window, context },
      {
        computes: [
          { aggregation: 'count' },
          { aggregation: 'median', metric },
          { aggregation: 'pc95', metric },
        ],
        groupBy: ['service'],
      },
    )
    const needle = input.contains?.toLowerCase()
    const rows = told.buckets
      .map(({ by, values: [spans = null, p50 = null, p95 = null] }) => ({
        name: by.service ?? '',
        environment: input.environment ?? null,
        language: null,
        spans,
        requests_per_s: null,
        error_ratio: null,
        p50_ms: p50 === null ? null : p50 / 1e6,
        p95_ms: p95 === null ? null : p95 / 1e6,
        last_seen_at: null,
      }))
      .filter(({ name }) => name !== '' && (needle === undefined || name.toLowerCase().includes(needle)))
    const page = sliceByKey(rows, ({ name }) => [name], input)
    return toReading(
      { services: [...page.rows], sampling_ratio: null, total: page.total },
      {
        client,
        context,
        items: page.rows.length,
        cut: told.cut,
        total: page.total,
        cursor: page.cursor,
        query,
        proof: { unproven: 'spans_are_sampled' },
      },
    )
  },
)
