import { readSpan, sliceByKey, tellReading } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { tracesErrorsTop } from '@vedette/proto/operations'
import { DIALECT, type SignozClient, toScope } from '../client.ts'
import { proveNone } from '../proof.ts'
import { askScalar } from '../questions.ts'
import { HAS_ERROR, hasOthers, toSpanFilter } from '../spans.ts'

// Failed spans that were kept, counted by service, operation and message.
export const serveTracesErrorsTop = serve(tracesErrorsTop, async (client: SignozClient, input, context) => {
  const over = { window: readSpan(input, context), context }
  const filter = toSpanFilter(input, [HAS_ERROR])
  const groupBy = ['service.name', 'name', 'status_message']
  const told = await askScalar(client, { signal: 'traces', filter, groupBy, expressions: ['count()'] }, over)
  const rows = told.rows
    .map(({ labels, values }) => ({
      service: labels['service.name'] ?? 'unknown',
      operation: labels.name || null,
      message: labels.status_message || null,
      count: values[0] ?? 0,
      ...{ type: null, status_code: null, error_ratio: null, first_at: null, last_at: null },
      ...{ sample_trace_id: null, url: null },
    }))
    .filter(({ count }) => count > 0)
  const page = sliceByKey(
    rows,
    (row) => [-row.count, row.service, row.operation ?? '', row.message ?? ''],
    input,
  )
  const evidence =
    rows.length > 0
      ? undefined
      : told.isWarned
        ? { unproven: 'source_warned' }
        : await proveNone(client, 'traces', { ...over, service: input.service, others: hasOthers(input) })
  return tellReading(
    {
      ...{ errors: [...page.rows], sampling_ratio: client.config.sampling_ratio ?? null },
      total: told.isFull || rows.length === 0 ? null : page.total,
    },
    {
      ...{
        context,
        scope: toScope(client),
        items: page.rows.length,
        evidence,
        query: filter,
        dialect: DIALECT,
      },
      ...{ total: page.total, cursor: page.cursor },
      cut: told.isFull ? 'by_source' : undefined,
      doubt: told.isWarned ? 'source_warned' : undefined,
    },
  )
})
