import { checkSegment, tellReading, toRfc3339 } from '@vedette/connectors/kit'
import { SourceError, serve } from '@vedette/proto/connector'
import { tracesGet } from '@vedette/proto/operations'
import { type TempoClient, toScope } from '../client.ts'
import { NOT_FOUND } from '../errors.ts'
import { askTrace, type Trace } from '../trace.ts'

const NOTHING: Trace = Object.freeze({ spans: [], orphans: 0, isPartial: false })

// The spans of one trace. An id that Tempo does not have may have been sampled out, expired, or not have arrived.
export const serveTracesGet = serve(tracesGet, async (client: TempoClient, input, context) => {
  const id = checkSegment('hex', input.trace_id.replaceAll('-', ''), 'trace_id')
  const trace = await askTrace(client, id, context).catch((error: unknown) => {
    if (error instanceof SourceError && error.carried.code === NOT_FOUND) return NOTHING
    throw error
  })
  const { spans, orphans } = trace
  const started = spans[0]?.start
  const ended = spans.map(({ end }) => end).toSorted((a, b) => (a < b ? 1 : -1))[0] ?? 0n
  const toMs = (nanos: bigint) => Number(nanos) / 1e6
  const kept =
    spans.length <= input.limit
      ? spans
      : spans
          .toSorted(
            (a, b) =>
              Number(b.state === 'error') - Number(a.state === 'error') ||
              Number(b.end - b.start - (a.end - a.start)),
          )
          .slice(0, input.limit)
          .toSorted((a, b) => (a.start < b.start ? -1 : 1))
  const hasRoot = spans.some(({ parent_id }) => parent_id === null)
  const value = {
    trace_id: id.toLowerCase(),
    started_at: started === undefined ? null : toRfc3339(Number(started / 1_000_000n)),
    duration_ms: started === undefined || !hasRoot ? null : toMs(ended - started),
    services: [...new Set(spans.map(({ service }) => service))].toSorted(),
    spans: kept.map(({ start, end, ...span }) => ({
      ...span,
      offset_ms: toMs(start - (started ?? start)),
      duration_ms: toMs(end - start),
    })),
    orphans,
    total: trace.isPartial || spans.length === 0 ? null : spans.length,
    url: null,
  }
  return tellReading(value, {
    ...{ context, scope: toScope(client), items: kept.length },
    // Spans without their parent, or no root at all: a part was not recorded, or has not arrived.
    cut:
      trace.isPartial || orphans > 0 || (spans.length > 0 && !hasRoot)
        ? 'by_source'
        : kept.length < spans.length
          ? 'rows'
          : undefined,
    evidence: { unproven: 'trace_may_be_sampled_out_expired_or_late' },
  })
})
