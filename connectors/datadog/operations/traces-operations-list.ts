import { readSpan, sliceByKey } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { tracesOperationsList } from '@vedette/proto/operations'
import type { DatadogClient } from '../client.ts'
import { toReading } from '../reading.ts'
import { toSpanQuery } from '../spans.ts'
import { aggregateTrack } from '../tracks.ts'

// Resources of a service with kept spans in the window, the most frequent first.
export const serveTracesOperationsList = serve(
  tracesOperationsList,
  async (client: DatadogClient, input, context) => {
    const window = readSpan(input, context)
    const { service, environment, kind } = input
    const more = kind === undefined ? [] : [`@span.kind:${kind}`]
    const query = toSpanQuery({ service, environment, operation: undefined, match: [] }, more)
    const metric = '@duration'
    const told = await aggregateTrack(
      client,
      { track: 'spans', query, window, context },
      {
        computes: [
          { aggregation: 'count' },
          { aggregation: 'median', metric },
          { aggregation: 'pc95', metric },
          { aggregation: 'pc99', metric },
        ],
        groupBy: ['resource_name'],
      },
    )
    const toMs = (value: number | null | undefined) => (value == null ? null : value / 1e6)
    const rows = told.buckets.map(({ by, values: [spans = null, p50, p95, p99] }) => ({
      name: by.resource_name ?? '',
      kind: kind ?? null,
      requests_per_s: null,
      error_ratio: null,
      p50_ms: toMs(p50),
      p95_ms: toMs(p95),
      p99_ms: toMs(p99),
      spans,
    }))
    const page = sliceByKey(rows, ({ name, spans }) => [-(spans ?? 0), name], input)
    return toReading(
      { service, operations: [...page.rows], sampling_ratio: null, total: page.total },
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
