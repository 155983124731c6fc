import { askHalf, checkSegment, readSpan, tellReading } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { tracesDependenciesGet } from '@vedette/proto/operations'
import { DIALECT, type TempoClient, toScope } from '../client.ts'
import { addEdges, type Edge, reach } from '../edges.ts'
import { askSearch } from '../questions.ts'
import { askTrace } from '../trace.ts'
import { select, toConditions } from '../traceql.ts'

// Traces that are looked at: edges of a few requests are never all of them.
const SAMPLE = 10

// Callers and callees as a few traces of the window show them; always a part of what there is.
export const serveTracesDependenciesGet = serve(
  tracesDependenciesGet,
  async (client: TempoClient, input, context) => {
    const over = { window: readSpan(input, context), context }
    const { service, environment, direction, depth, limit } = input
    const query = select(toConditions(client.config, { service, environment }))
    const found = await askSearch(client, { query, limit: SAMPLE }, over)
    const all = new Map<string, Edge>()
    const failed = []
    for (const { traceID } of found.traces.slice(0, SAMPLE)) {
      const half = await askHalf({ half: 'trace' }, () =>
        askTrace(client, checkSegment('hex', traceID, 'trace_id'), context),
      )
      failed.push(...half.failed)
      if (half.value !== undefined) addEdges(all, half.value)
    }
    const edges = reach([...all.values()], { service, direction, depth }).slice(0, limit)
    const names = [...new Set([service, ...edges.flatMap(({ from, to }) => [from, to])])]
    return tellReading(
      {
        service,
        edges: edges.map(({ from, to, via }) => ({
          ...{ from, to, via, calls_per_s: null, error_ratio: null, p95_ms: null, last_seen_at: null },
        })),
        nodes: names.map((name) => ({ name, kind: edges.find((one) => one.to === name)?.kind ?? 'service' })),
        complete: false,
        sampling_ratio: client.config.sampling_ratio ?? null,
        total: null,
      },
      {
        ...{ context, scope: toScope(client), items: edges.length, query, dialect: DIALECT },
        beside: failed.slice(0, 3),
        cut: found.traces.length > 0 ? 'by_source' : undefined,
        evidence: { unproven: 'no_trace_of_this_service' },
      },
    )
  },
)
