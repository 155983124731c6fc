import { readSpan, sliceByKey, tellReading } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { tracesOperationsList } from '@vedette/proto/operations'
import { DIALECT, type TempoClient, toScope } from '../client.ts'
import { measureBy } from '../measures.ts'
import { toConditions } from '../traceql.ts'

// Names of a service's kept spans, with rate, errors and latency.
export const serveTracesOperationsList = serve(
  tracesOperationsList,
  async (client: TempoClient, input, context) => {
    const over = { window: readSpan(input, context), context }
    const { service, environment, kind } = input
    const conditions = [
      ...toConditions(client.config, { service, environment }),
      ...(kind === undefined ? [] : [{ traceql: `kind = ${kind}` }]),
    ]
    const told = await measureBy(client, { conditions, by: 'name' }, over)
    const page = sliceByKey([...told.rows], ([name]) => [name], input)
    const operations = page.rows.map(([name, row]) => ({
      ...{ name, kind: kind ?? null, requests_per_s: row.rate, error_ratio: row.error_ratio },
      ...{ p50_ms: row.p50_ms, p95_ms: row.p95_ms, p99_ms: row.p99_ms, spans: null },
    }))
    return tellReading(
      {
        ...{ service, operations, sampling_ratio: client.config.sampling_ratio ?? null },
        total: told.isPartial || told.rows.size === 0 ? null : page.total,
      },
      {
        ...{ context, scope: toScope(client), items: operations.length, query: told.query, dialect: DIALECT },
        ...{ total: page.total, cursor: page.cursor },
        cut: told.isPartial ? 'by_source' : undefined,
        evidence: { unproven: 'service_unknown_or_without_kept_spans' },
      },
    )
  },
)
