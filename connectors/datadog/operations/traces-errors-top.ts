import { readSpan, sliceByKey } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { tracesErrorsTop } from '@vedette/proto/operations'
import type { DatadogClient } from '../client.ts'
import { toTracesUrl } from '../links.ts'
import { toReading } from '../reading.ts'
import { toSpanQuery } from '../spans.ts'
import { aggregateTrack } from '../tracks.ts'

// Failed spans that were kept, by service, resource and type of the error.
export const serveTracesErrorsTop = serve(tracesErrorsTop, async (client: DatadogClient, input, context) => {
  const window = readSpan(input, context)
  const query = toSpanQuery(input, ['status:error'])
  const told = await aggregateTrack(
    client,
    { track: 'spans', query, window, context },
    {
      computes: [{ aggregation: 'count' }],
      groupBy: ['service', 'resource_name', '@error.type'],
      limit: 100,
    },
  )
  const rows = told.buckets
    .map(({ by, values }) => ({
      service: by.service ?? '',
      operation: by.resource_name ?? null,
      type: by['@error.type'] ?? null,
      message: null,
      status_code: null,
      count: values[0] ?? 0,
      error_ratio: null,
      first_at: null,
      last_at: null,
      sample_trace_id: null,
      url: toTracesUrl(client, query, window),
    }))
    .filter(({ count }) => count > 0)
  const page = sliceByKey(
    rows,
    (row) => [-row.count, row.service, row.operation ?? '', row.type ?? ''],
    input,
  )
  return toReading(
    { errors: [...page.rows], sampling_ratio: null, total: page.total },
    {
      client,
      context,
      items: page.rows.length,
      // A failed span without a type is in no group, so the list is never known to be whole.
      cut: 'by_source',
      cursor: page.cursor,
      query,
      url: toTracesUrl(client, query, window),
    },
  )
})
