import { readSpan, sliceByKey, tellReading } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { tracesErrorsTop } from '@vedette/proto/operations'
import { DIALECT, type TempoClient, toScope } from '../client.ts'
import { proveNoTraces } from '../proof.ts'
import { askInstant } from '../questions.ts'
import { IS_ERROR, select, toConditions } from '../traceql.ts'

const KEYS = ['resource.service.name', 'name', 'statusMessage'] as const

// Failed spans that were kept, counted by service, operation and message.
export const serveTracesErrorsTop = serve(tracesErrorsTop, async (client: TempoClient, input, context) => {
  const over = { window: readSpan(input, context), context }
  const conditions = [...toConditions(client.config, input), IS_ERROR]
  const query = `${select(conditions)} | count_over_time() by (${KEYS.join(', ')})`
  const told = await askInstant(client, query, over)
  const rows = told.rows.map(({ labels, value }) => ({
    service: labels['resource.service.name'] ?? 'unknown',
    operation: labels.name ?? null,
    type: null,
    message: labels.statusMessage ?? null,
    status_code: null,
    count: value ?? 0,
    error_ratio: null,
    first_at: null,
    last_at: null,
    sample_trace_id: null,
    url: null,
  }))
  const page = sliceByKey(
    rows,
    (row) => [-row.count, row.service, row.operation ?? '', row.message ?? ''],
    input,
  )
  const evidence = rows.length > 0 || told.isPartial ? undefined : await proveNoTraces(client, input, over)
  return tellReading(
    {
      ...{ errors: [...page.rows], sampling_ratio: client.config.sampling_ratio ?? null },
      total: told.isPartial || rows.length === 0 ? null : page.total,
    },
    {
      ...{ context, scope: toScope(client), items: page.rows.length, evidence, query, dialect: DIALECT },
      ...{ total: page.total, cursor: page.cursor },
      cut: told.isPartial ? 'by_source' : undefined,
    },
  )
})
