import { matchVisible, readSpan, sliceByKey, tellReading } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { tracesServicesList } from '@vedette/proto/operations'
import { measureBy } from '../by-name.ts'
import { DIALECT, type SignozClient, toScope } from '../client.ts'
import { toSpanFilter } from '../spans.ts'

// Services whose spans were kept in the window, measured over all of their spans.
export const serveTracesServicesList = serve(
  tracesServicesList,
  async (client: SignozClient, input, context) => {
    const over = { window: readSpan(input, context), context }
    const { environment } = input
    const filter = toSpanFilter({ environment })
    const told = await measureBy(client, { filter, by: 'service.name' }, over)
    const rows = told.rows.filter(({ name }) => matchVisible(context, name, input.contains))
    const page = sliceByKey(rows, ({ name }) => [name], input)
    const services = page.rows.map(({ p99_ms: _, ...row }) => ({
      ...row,
      ...{ environment: environment ?? null, language: null, last_seen_at: null },
    }))
    return tellReading(
      {
        ...{ services, sampling_ratio: client.config.sampling_ratio ?? null },
        total: told.isFull || rows.length === 0 ? null : page.total,
      },
      {
        ...{ context, scope: toScope(client), items: services.length, query: filter, dialect: DIALECT },
        ...{ total: page.total, cursor: page.cursor },
        cut: told.isFull ? 'by_source' : undefined,
        doubt: told.isWarned ? 'source_warned' : undefined,
        evidence:
          told.rows.length > 0 && environment === undefined && !told.isWarned
            ? { proof: 'existence_checked' }
            : { unproven: environment === undefined ? 'no_spans_in_window' : 'environment_may_not_be_sent' },
      },
    )
  },
)
