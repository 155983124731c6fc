import { toRfc3339 } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { tracesGet } from '@vedette/proto/operations'
import type { DatadogClient } from '../client.ts'
import { toTraceUrl } from '../links.ts'
import { term } from '../query.ts'
import { toFailed, toReading } from '../reading.ts'
import { type Span, toSpan } from '../spans.ts'
import { searchTrack } from '../tracks.ts'

// For how long Datadog keeps spans that are indexed.
const KEPT_MS = 15 * 86_400_000

// The spans of a trace that were kept. A trace without its root, or with spans whose parent is missing, is cut.
export const serveTracesGet = serve(tracesGet, async (client: DatadogClient, input, context) => {
  const now = context.clock.now()
  const query = term('trace_id', input.trace_id).join('')
  const found = await searchTrack(
    client,
    { track: 'spans', query, window: { from: now - KEPT_MS, to: now }, context },
    { limit: input.limit, sort: 'timestamp' },
  )
  const spans = found.events.flatMap((one) => toSpan(one) ?? []).toSorted((a, b) => a.start - b.start)
  const ids = new Set(spans.map(({ spanId }) => spanId))
  const orphans = spans.filter(({ parentId }) => parentId !== null && !ids.has(parentId)).length
  const start = spans[0]?.start
  const hasRoot = spans.some(({ parentId }) => parentId === null)
  const value = {
    trace_id: input.trace_id,
    started_at: start === undefined ? null : toRfc3339(start),
    duration_ms: start === undefined ? null : Math.max(...spans.map((one) => one.start + one.ms)) - start,
    services: [...new Set(spans.map(({ service }) => service))],
    spans: spans.map((span) => toRow(span, start ?? 0)),
    orphans,
    total: found.cut === undefined ? spans.length : null,
    url: toTraceUrl(client, input.trace_id),
  }
  const holed = spans.length > 0 && (orphans > 0 || !hasRoot)
  return toReading(value, {
    client,
    context,
    items: spans.length,
    cut: found.cut ?? (holed ? 'by_source' : undefined),
    failed: toFailed(found.paged),
    query,
    proof: { unproven: 'trace_not_kept_or_unknown' },
  })
})

function toRow(span: Span, start: number) {
  return {
    span_id: span.spanId,
    parent_id: span.parentId,
    service: span.service,
    operation: span.operation,
    kind: span.kind,
    offset_ms: span.start - start,
    duration_ms: span.ms,
    state: span.state,
    error: span.error,
    attributes: span.attributes,
  }
}
