import { type CallContext, SourceError } from '@vedette/proto/connector'
import { type SpanAnswer, toTags, traceAnswer } from './answers.ts'
import type { TempoClient } from './client.ts'
import { isPartial } from './questions.ts'

const KINDS = Object.freeze({
  server: ['SPAN_KIND_SERVER', '2'],
  client: ['SPAN_KIND_CLIENT', '3'],
  producer: ['SPAN_KIND_PRODUCER', '4'],
  consumer: ['SPAN_KIND_CONSUMER', '5'],
  internal: ['SPAN_KIND_INTERNAL', '1'],
} as const)
type Kind = keyof typeof KINDS | 'unknown'

export type TraceSpan = Readonly<{
  span_id: string
  parent_id: string | null
  service: string
  operation: string
  kind: Kind
  start: bigint
  end: bigint
  state: 'ok' | 'error' | 'unset' | 'unknown'
  error: string | null
  attributes: Record<string, string>
}>

export type Trace = Readonly<{ spans: readonly TraceSpan[]; orphans: number; isPartial: boolean }>

// Reads one trace by its checked id. Throws what the endpoint throws; `not_found` comes out as a SourceError with that
// code.
export async function askTrace(client: TempoClient, id: string, context: CallContext): Promise<Trace> {
  const told = await client.ask({ path: ['v2', 'traces', id], schema: traceAnswer, context })
  const batches = told.trace?.resourceSpans ?? told.trace?.batches ?? []
  const spans = batches.flatMap(({ resource, scopeSpans }) => {
    const own = toTags(resource.attributes)
    return scopeSpans.flatMap((scope) => scope.spans.map((span) => toSpan(span, own)))
  })
  const ids = new Set(spans.map(({ span_id }) => span_id))
  if (
    ids.size !== spans.length &&
    new Set(spans.map(({ span_id, kind }) => span_id + kind)).size !== spans.length
  )
    throw new SourceError('unusable', { why: 'schema_mismatch', code: 'duplicate_span' })
  const orphans = spans.filter(({ parent_id }) => parent_id !== null && !ids.has(parent_id)).length
  return {
    spans: spans.toSorted((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0)),
    orphans,
    isPartial: isPartial(told),
  }
}

function toSpan(span: SpanAnswer, resource: Record<string, string>): TraceSpan {
  const kind = (Object.keys(KINDS) as (keyof typeof KINDS)[]).find(
    (one) => (KINDS[one] as readonly string[]).includes(String(span.kind)), // the table's keys, and its words as texts
  )
  const code = String(span.status.code ?? '').replace('STATUS_CODE_', '')
  return {
    span_id: toHex(span.spanId),
    parent_id: span.parentSpanId === '' ? null : toHex(span.parentSpanId),
    service: resource['service.name'] ?? 'unknown',
    operation: span.name,
    kind: kind ?? 'unknown',
    start: span.startTimeUnixNano,
    end: span.endTimeUnixNano,
    state: STATES[code.toUpperCase()] ?? 'unknown',
    error: span.status.message ?? null,
    attributes: { ...resource, ...toTags(span.attributes) },
  }
}

const STATES: Readonly<Record<string, TraceSpan['state']>> = Object.freeze({
  '': 'unset',
  '0': 'unset',
  UNSET: 'unset',
  '1': 'ok',
  OK: 'ok',
  '2': 'error',
  ERROR: 'error',
})

// Ids of spans are base64 in the JSON of protocol buffers, and hexadecimal in that of OpenTelemetry.
function toHex(id: string): string {
  return /^[0-9a-f]{16}$/i.test(id) ? id.toLowerCase() : Buffer.from(id, 'base64').toString('hex')
}
