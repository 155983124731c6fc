import { checkSegment, readSpan, tellReading, toRfc3339 } from '@vedette/connectors/kit'
import { ArgumentError, serve } from '@vedette/proto/connector'
import { tracesCompare } from '@vedette/proto/operations'
import { DIALECT, type TempoClient, toScope } from '../client.ts'
import { measureBy } from '../measures.ts'
import { askTrace, type Trace } from '../trace.ts'
import { toConditions } from '../traceql.ts'

type Side = ReadonlyMap<string, Readonly<{ ms: number | null; count: number | null; ratio: number | null }>>

// Two traces span by span, or the operations of a service in two windows by their p95. What one side lacks proves
// nothing where a side is partial, or where requests are sampled.
export const serveTracesCompare = serve(tracesCompare, async (client: TempoClient, input, context) => {
  const { trace_a, trace_b, service, environment } = input
  const isTraces = trace_a !== undefined && trace_b !== undefined
  if (!isTraces && service === undefined)
    throw new ArgumentError({
      field: 'service',
      message: 'neither two traces nor a service was given',
      fix: 'give trace_a and trace_b, or service',
    })
  const window = readSpan(input, context)
  const back = input.baseline_seconds * 1000
  const earlier = { from: window.from - back, to: window.to - back }
  const conditions = toConditions(client.config, { service, environment })
  const read = async (over: typeof window) => {
    const told = await measureBy(client, { conditions, by: 'name' }, { window: over, context })
    const rows = [...told.rows].map(
      ([name, { p95_ms, error_ratio }]) =>
        [JSON.stringify([service, name]), { ms: p95_ms, count: null, ratio: error_ratio }] as const,
    )
    return { side: new Map(rows) as Side, isPartial: told.isPartial, query: told.query }
  }
  const readTrace = async (id: string, field: string) => {
    const trace = await askTrace(client, checkSegment('hex', id.replaceAll('-', ''), field), context)
    const isPartial = trace.isPartial || trace.orphans > 0 || trace.spans.length === 0
    return { side: fold(trace), isPartial, query: undefined }
  }
  const a = isTraces ? await readTrace(trace_a, 'trace_a') : await read(earlier)
  const b = isTraces ? await readTrace(trace_b, 'trace_b') : await read(window)
  const rows = [...new Set([...a.side.keys(), ...b.side.keys()])].map((key) => {
    const [first, second] = [a.side.get(key), b.side.get(key)]
    const [name = '', operation = ''] = JSON.parse(key) as readonly string[] // the key that was made above
    const change = first?.ms == null || second?.ms == null ? null : second.ms - first.ms
    return {
      ...{ service: name, operation, a_ms: first?.ms ?? null, b_ms: second?.ms ?? null, change_ms: change },
      ...{ a_count: first?.count ?? null, b_count: second?.count ?? null },
      ...{ a_error_ratio: first?.ratio ?? null, b_error_ratio: second?.ratio ?? null },
      only_in: first === undefined ? ('b' as const) : second === undefined ? ('a' as const) : null,
    }
  })
  const sorted = rows.toSorted((x, y) => Math.abs(y.change_ms ?? 0) - Math.abs(x.change_ms ?? 0))
  const operations = sorted.slice(0, input.limit)
  const isPartial = a.isPartial || b.isPartial
  const isOneSided = a.side.size === 0 || b.side.size === 0
  return tellReading(
    {
      ...{ mode: isTraces ? ('traces' as const) : ('windows' as const), operations },
      baseline: isTraces ? null : { from: toRfc3339(earlier.from), to: toRfc3339(earlier.to) },
      ...{ sampling_ratio: client.config.sampling_ratio ?? null, total: isPartial ? null : rows.length },
    },
    {
      ...{ context, scope: toScope(client), items: operations.length, query: b.query, dialect: DIALECT },
      cut: isPartial ? 'by_source' : rows.length > operations.length ? 'rows' : undefined,
      doubt: isOneSided ? 'one_side_has_no_spans' : undefined,
      evidence: { unproven: 'service_unknown_or_without_kept_spans' },
    },
  )
})

function fold({ spans }: Trace): Side {
  const groups = Map.groupBy(spans, ({ service, operation }) => JSON.stringify([service, operation]))
  return new Map(
    [...groups].map(([key, all]) => [
      key,
      {
        ms: all.reduce((sum, { start, end }) => sum + Number(end - start) / 1e6, 0),
        count: all.length,
        ratio: all.filter(({ state }) => state === 'error').length / all.length,
      },
    ]),
  )
}
