import { checkSegment, tellReading, toRfc3339 } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { tracesGet } from '@vedette/proto/operations'
import { DIALECT, type SignozClient, toScope } from '../client.ts'
import { equals, join } from '../expression.ts'
import { askRows, pick, type Row, toAttributes } from '../questions.ts'
import { KINDS, toDuration, toSpanState } from '../spans.ts'

const HOUR_MS = 3_600_000
// How far back a trace is looked for where the retention is not configured.
const DEFAULT_HOURS = 168
const MAX_SPANS = 2000

// The spans of one trace, looked for as far back as the retention goes. An id that is not found may have been sampled
// out, have expired or not have arrived.
export const serveTracesGet = serve(tracesGet, async (client: SignozClient, input, context) => {
  const id = checkSegment('hex', input.trace_id.replaceAll('-', ''), 'trace_id').toLowerCase()
  const to = context.clock.now()
  const hours = Math.min(client.config.retention_hours ?? DEFAULT_HOURS, 720)
  const filter = join(equals('trace_id', id, 'trace_id'))
  const told = await askRows(
    client,
    { signal: 'traces', filter, limit: MAX_SPANS, order: 'asc', fields: FIELDS },
    { window: { from: to - hours * HOUR_MS, to }, context },
  )
  const all = told.rows.flatMap((row) => toSpan(row))
  const ids = new Set(all.map(({ span_id }) => span_id))
  const orphans = all.filter(({ parent_id }) => parent_id !== null && !ids.has(parent_id)).length
  const hasRoot = all.some(({ parent_id }) => parent_id === null)
  const started = all[0]?.at
  const ended = Math.max(...all.map(({ at, duration_ms }) => at + duration_ms))
  const kept = all
    .toSorted(
      (a, b) => Number(b.state === 'error') - Number(a.state === 'error') || b.duration_ms - a.duration_ms,
    )
    .slice(0, input.limit)
    .toSorted((a, b) => a.at - b.at)
  // Spans without an id or a duration are left out, and then the trace is not whole.
  const isBroken = told.isFull || orphans > 0 || (all.length > 0 && !hasRoot) || all.length < told.rows.length
  return tellReading(
    {
      trace_id: id,
      started_at: started === undefined ? null : toRfc3339(started),
      duration_ms: started === undefined || !hasRoot ? null : ended - started,
      services: [...new Set(all.map(({ service }) => service))].toSorted(),
      spans: kept.map(({ at, ...span }) => ({ ...span, offset_ms: at - (started ?? at) })),
      orphans,
      total: isBroken || all.length === 0 ? null : all.length,
      url: null,
    },
    {
      ...{ context, scope: toScope(client), items: kept.length, query: filter, dialect: DIALECT },
      cut: isBroken ? 'by_source' : kept.length < all.length ? 'rows' : undefined,
      doubt: told.isWarned ? 'source_warned' : undefined,
      evidence: { unproven: 'trace_may_be_sampled_out_expired_or_late' },
    },
  )
})

const FIELDS = Object.freeze([
  'service.name',
  'name',
  'trace_id',
  'span_id',
  'parent_span_id',
  'kind',
  'duration_nano',
  'has_error',
  'status_message',
  'response_status_code',
])

function toSpan(row: Row) {
  const { data, at } = row
  const span_id = pick(data, 'span_id', 'spanID')
  const duration_ms = toDuration(row)
  if (span_id === null || duration_ms === null) return []
  const number = Number(pick(data, 'kind') ?? 0)
  const kinds = Object.entries(KINDS) as [keyof typeof KINDS, number][] // entries of the frozen table
  return [
    {
      ...{ at, span_id, parent_id: pick(data, 'parent_span_id', 'parentSpanID'), duration_ms },
      service: pick(data, 'service.name', 'serviceName') ?? 'unknown',
      operation: pick(data, 'name') ?? '',
      kind: kinds.find(([, one]) => one === number)?.[0] ?? ('unknown' as const),
      ...{ state: toSpanState(row), error: pick(data, 'status_message', 'statusMessage') },
      attributes: toAttributes(data),
    },
  ]
}
