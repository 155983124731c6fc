import { readSpan, sliceByKey, tellReading } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { tracesOperationsList } from '@vedette/proto/operations'
import { measureBy } from '../by-name.ts'
import { DIALECT, type SignozClient, toScope } from '../client.ts'
import { KINDS, toSpanFilter } from '../spans.ts'

// Names of a service's kept spans, with rate, errors and latency.
export const serveTracesOperationsList = serve(
  tracesOperationsList,
  async (client: SignozClient, input, context) => {
    const over = { window: readSpan(input, context), context }
    const { service, environment, kind } = input
    const more = kind === undefined ? [] : [`kind = ${KINDS[kind]}`]
    const filter = toSpanFilter({ service, environment }, more)
    const told = await measureBy(client, { filter, by: 'name' }, over)
    const page = sliceByKey(told.rows, ({ name }) => [name], input)
    const operations = page.rows.map((row) => ({ ...row, kind: kind ?? null }))
    return tellReading(
      {
        ...{ service, operations, sampling_ratio: client.config.sampling_ratio ?? null },
        total: told.isFull || operations.length === 0 ? null : page.total,
      },
      {
        ...{ context, scope: toScope(client), items: operations.length, query: filter, dialect: DIALECT },
        ...{ total: page.total, cursor: page.cursor },
        cut: told.isFull ? 'by_source' : undefined,
        doubt: told.isWarned ? 'source_warned' : undefined,
        evidence: { unproven: 'service_unknown_or_without_kept_spans' },
      },
    )
  },
)
