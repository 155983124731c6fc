import { readSpan, toRfc3339 } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { tracesSearch } from '@vedette/proto/operations'
import type { DatadogClient } from '../client.ts'
import { toTracesUrl, toTraceUrl } from '../links.ts'
import { checkSearch } from '../query.ts'
import { toFailed, toReading } from '../reading.ts'
import { type Span, toSpan, toSpanQuery } from '../spans.ts'
import { searchTrack } from '../tracks.ts'

const MAX_SPANS = 1000

// Traces of which a kept span matches. Spans are sampled before they are kept, so finding none proves nothing.
export const serveTracesSearch = serve(tracesSearch, async (client: DatadogClient, input, context) => {
  const window = readSpan(input, context)
  if (input.query !== undefined) checkSearch(input.query)
  const { min_duration_ms: min, max_duration_ms: max, error } = input
  const more = [
    ...(min === undefined ? [] : [`@duration:>=${min * 1e6}`]),
    ...(max === undefined ? [] : [`@duration:<=${max * 1e6}`]),
    ...(error === undefined ? [] : [error ? 'status:error' : '-status:error']),
  ]
  const query = input.query ?? toSpanQuery(input, more)
  const found = await searchTrack(
    client,
    { track: 'spans', query, window, context, field: input.query === undefined ? undefined : 'query' },
    { limit: Math.min(MAX_SPANS, input.limit * 5), cursor: input.cursor },
  )
  const spans = found.events.flatMap((one) => toSpan(one) ?? [])
  const rows = [...Map.groupBy(spans, ({ traceId }) => traceId)].map(([id, some]) => toRow(client, id, some))
  const sorted =
    input.sort === 'longest' ? rows.toSorted((a, b) => (b.duration_ms ?? 0) - (a.duration_ms ?? 0)) : rows
  const traces = sorted.slice(0, input.limit)
  // The longest of those that were read are not the longest of all, unless all were.
  return toReading(
    { traces, sampling_ratio: null, total: null },
    {
      client,
      context,
      items: traces.length,
      cut: found.cut ?? (rows.length > traces.length ? 'rows' : undefined),
      cursor: rows.length > traces.length ? undefined : found.cursor,
      failed: toFailed(found.paged),
      query,
      url: toTracesUrl(client, query, window),
      proof: { unproven: 'spans_are_sampled' },
    },
  )
})

function toRow(client: DatadogClient, id: string, spans: readonly Span[]) {
  const root = spans.find(({ parentId }) => parentId === null)
  const start = Math.min(...spans.map((one) => one.start))
  const failed = spans.filter(({ state }) => state === 'error').length
  return {
    trace_id: id,
    root_service: root?.service ?? null,
    root_operation: root?.operation ?? null,
    started_at: toRfc3339(root?.start ?? start),
    duration_ms: root?.ms ?? Math.max(...spans.map((one) => one.start + one.ms)) - start,
    spans: null,
    errors: failed > 0 ? failed : null,
    services: [...new Set(spans.map(({ service }) => service))],
    // Only matching spans were read: without the root, a trace that shows no error is not known to have none.
    state: failed > 0 ? ('error' as const) : root?.state === 'ok' ? ('ok' as const) : ('unknown' as const),
    status_code: root?.statusCode ?? null,
    url: toTraceUrl(client, id),
  }
}
