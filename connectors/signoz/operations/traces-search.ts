import { readSpan, tellReading } from '@vedette/connectors/kit'
import { ArgumentError, serve } from '@vedette/proto/connector'
import { tracesSearch } from '@vedette/proto/operations'
import { DIALECT, type SignozClient, toScope } from '../client.ts'
import { checkFilter } from '../expression.ts'
import { readOffset } from '../pages.ts'
import { proveNone } from '../proof.ts'
import { askRows, pick, toAt } from '../questions.ts'
import { HAS_ERROR, hasOthers, toDuration, toSpanFilter, toSpanState } from '../spans.ts'

// Spans that meet the filters, one row for each trace that they belong to: SigNoz is asked for spans, so what is told
// of a trace is told of that span, and its other spans are not counted.
export const serveTracesSearch = serve(tracesSearch, async (client: SignozClient, input, context) => {
  if (input.error === false)
    throw new ArgumentError({
      field: 'error',
      message: 'spans are searched, and of a trace nobody can say that none of its spans failed',
      fix: 'leave error out and look at the state of each trace',
    })
  const over = { window: readSpan(input, context), context }
  const { min_duration_ms: least, max_duration_ms: most } = input
  const filter =
    input.query === undefined
      ? toSpanFilter(input, [
          ...(input.error === true ? [HAS_ERROR] : []),
          ...(least === undefined ? [] : [`duration_nano >= ${least}000000`]),
          ...(most === undefined ? [] : [`duration_nano <= ${most}000000`]),
        ])
      : checkFilter(input.query)
  const offset = readOffset(input.cursor)
  const field = input.query === undefined ? undefined : 'query'
  const asked = { signal: 'traces' as const, filter, field, limit: input.limit, offset }
  const told = await askRows(client, asked, over)
  const byTrace = new Map(
    told.rows.toReversed().map((row) => [pick(row.data, 'trace_id', 'traceID') ?? '', row]),
  )
  const rows = [...byTrace].reverse().map(([trace_id, row]) => ({
    trace_id,
    ...{ root_service: null, root_operation: null, started_at: toAt(row), duration_ms: null },
    ...{ spans: null, errors: null, services: null, state: toSpanState(row) },
    status_code: pick(row.data, 'response_status_code', 'responseStatusCode'),
    url: null,
  }))
  const durations = new Map([...byTrace].map(([id, row]) => [id, toDuration(row) ?? 0]))
  const traces =
    input.sort === 'longest'
      ? rows.toSorted((a, b) => (durations.get(b.trace_id) ?? 0) - (durations.get(a.trace_id) ?? 0))
      : rows
  const evidence =
    traces.length > 0
      ? undefined
      : offset > 0
        ? { unproven: 'past_the_last_page' }
        : told.isWarned
          ? { unproven: 'source_warned' }
          : input.query !== undefined
            ? { unproven: 'raw_query' }
            : await proveNone(client, 'traces', { ...over, service: input.service, others: hasOthers(input) })
  const isOpen = told.isFull || offset > 0 || (evidence !== undefined && 'unproven' in evidence)
  return tellReading(
    {
      ...{ traces, sampling_ratio: client.config.sampling_ratio ?? null },
      total: isOpen ? null : traces.length,
    },
    {
      ...{ context, scope: toScope(client), items: traces.length, evidence, query: filter, dialect: DIALECT },
      cut: told.isFull ? 'rows' : undefined,
      cursor: told.isFull ? `${offset + told.rows.length}` : undefined,
      doubt: told.isWarned ? 'source_warned' : undefined,
    },
  )
})
