import { readSpan, tellReading, toRfc3339 } from '@vedette/connectors/kit'
import { ArgumentError, serve } from '@vedette/proto/connector'
import { tracesSearch } from '@vedette/proto/operations'
import { DIALECT, type TempoClient, toScope } from '../client.ts'
import { proveNoTraces } from '../proof.ts'
import { askSearch } from '../questions.ts'
import { type Condition, checkQuery, IS_ERROR, select, toConditions } from '../traceql.ts'

const MAX_TRACES = 200

// Traces that hold a span which meets the filters. Tempo gives as many as are asked for and no cursor: as many means
// that there may be more, and the longest are then the longest of those that were seen.
export const serveTracesSearch = serve(tracesSearch, async (client: TempoClient, input, context) => {
  if (input.error === false)
    throw new ArgumentError({
      field: 'error',
      message: 'Tempo finds spans, and cannot say of a trace that none of its spans failed',
      fix: 'leave error out and look at the errors of each trace',
    })
  if (input.cursor !== undefined)
    throw new ArgumentError({
      field: 'cursor',
      message: 'Tempo gives no cursor',
      fix: 'take a shorter window to see the rest',
    })
  const window = readSpan(input, context)
  const over = { window, context }
  const { min_duration_ms: least, max_duration_ms: most } = input
  const more: readonly Condition[] = [
    ...(input.error === true ? [IS_ERROR] : []),
    ...(least === undefined ? [] : [{ traceql: `trace:duration >= ${least}ms` }]),
    ...(most === undefined ? [] : [{ traceql: `trace:duration <= ${most}ms` }]),
  ]
  const query =
    input.query === undefined
      ? select([...toConditions(client.config, input), ...more])
      : checkQuery(input.query)
  const limit = input.sort === 'longest' ? MAX_TRACES : input.limit
  const field = input.query === undefined ? undefined : 'query'
  const told = await askSearch(client, { query, limit, field }, over)
  const rows = told.traces.map((one) => {
    const stats = one.serviceStats == null ? undefined : Object.values(one.serviceStats)
    const errors = stats?.reduce((sum, { errorCount }) => sum + errorCount, 0) ?? null
    return {
      trace_id: one.traceID,
      root_service: one.rootServiceName || null,
      root_operation: one.rootTraceName || null,
      started_at: toRfc3339(Number(one.startTimeUnixNano / 1_000_000n)),
      duration_ms: one.durationMs ?? null,
      spans: stats?.reduce((sum, { spanCount }) => sum + spanCount, 0) ?? null,
      errors,
      services: one.serviceStats == null ? null : Object.keys(one.serviceStats),
      state: errors === null ? ('unknown' as const) : errors > 0 ? ('error' as const) : ('unset' as const),
      status_code: null,
      url: null,
    }
  })
  const sorted =
    input.sort === 'longest'
      ? rows.toSorted((a, b) => (b.duration_ms ?? 0) - (a.duration_ms ?? 0))
      : rows.toSorted((a, b) => (a.started_at < b.started_at ? 1 : -1))
  const traces = sorted.slice(0, input.limit)
  const isCut = told.isPartial || told.isFull
  const evidence =
    traces.length > 0 || told.isPartial
      ? undefined
      : input.query === undefined
        ? await proveNoTraces(client, input, over)
        : { unproven: 'raw_query' }
  const isOpen = isCut || (evidence !== undefined && 'unproven' in evidence)
  return tellReading(
    {
      traces,
      sampling_ratio: client.config.sampling_ratio ?? null,
      total: isOpen ? null : rows.length,
    },
    {
      ...{ context, scope: toScope(client), items: traces.length, evidence, query, dialect: DIALECT },
      cut: told.isPartial ? 'by_source' : told.isFull || rows.length > traces.length ? 'rows' : undefined,
    },
  )
})
