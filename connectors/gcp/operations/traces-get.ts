import { tracesGet } from '@vedette/proto/operations'
import { askAs } from '../answers.ts'
import { orNothing, serveFind } from '../reading.ts'
import { durationOf, type Span, serviceOf, stateOf, trace } from '../traces.ts'
import { needTime } from '../values.ts'

const KINDS = Object.freeze({ RPC_SERVER: 'server', RPC_CLIENT: 'client' } as const)

// One trace with its spans by start; of a trace that is too long those with errors and the longest ones are kept.
export const serveTracesGet = serveFind(tracesGet, {
  field: 'trace_id',
  async find(reader, { trace_id, limit }) {
    const said = await orNothing(
      askAs(reader, {
        service: 'traces',
        path: ['projects', reader.project.id, 'traces', trace_id],
        row: trace,
        needs: 'cloudtrace.traces.get',
      }),
    )
    if (said === undefined || said.spans.length === 0) return undefined
    const { spans } = said
    const start = Math.min(...spans.map(startOf))
    const end = Math.max(...spans.map((one) => startOf(one) + durationOf(one)))
    const ids = new Set(spans.map((one) => one.spanId))
    const kept = spans
      .toSorted((a, b) => rank(b) - rank(a) || durationOf(b) - durationOf(a))
      .slice(0, limit)
      .toSorted((a, b) => startOf(a) - startOf(b))
    const value = {
      trace_id: said.traceId,
      started_at: new Date(start).toISOString(),
      duration_ms: end - start,
      services: [...new Set(spans.flatMap((one) => serviceOf(one) ?? []))],
      spans: kept.map((one) => ({
        span_id: one.spanId,
        parent_id: one.parentSpanId,
        service: serviceOf(one) ?? 'unknown',
        operation: one.name,
        kind: one.kind === 'RPC_SERVER' || one.kind === 'RPC_CLIENT' ? KINDS[one.kind] : ('unknown' as const),
        offset_ms: startOf(one) - start,
        duration_ms: durationOf(one),
        state: stateOf(one),
        error: one.labels['/error/message'] ?? null,
        attributes: one.labels,
      })),
      orphans: spans.filter((one) => one.parentSpanId !== null && !ids.has(one.parentSpanId)).length,
      total: spans.length,
      url: null,
    }
    return { value, items: kept.length, cut: kept.length < spans.length }
  },
})

function startOf(one: Span): number {
  return Date.parse(needTime(one.startTime))
}

function rank(one: Span): number {
  return stateOf(one) === 'error' ? 1 : 0
}
