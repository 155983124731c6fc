import { matchVisible, readSpan, tellReading } from '@vedette/connectors/kit'
import { ArgumentError, serve } from '@vedette/proto/connector'
import { logsFieldValuesList } from '@vedette/proto/operations'
import { DIALECT, type SignozClient, toScope } from '../client.ts'
import { checkKey, equals, join } from '../expression.ts'
import { askValues } from '../fields.ts'

// Values that a field of logs took, all of them only where SigNoz says so. A field that no line has and one that does
// not exist look alike.
export const serveLogsFieldValuesList = serve(
  logsFieldValuesList,
  async (client: SignozClient, input, context) => {
    if (input.source !== undefined)
      throw new ArgumentError({
        field: 'source',
        message: 'SigNoz keeps all logs in one place',
        fix: 'leave source out',
      })
    const name = checkKey(input.field, 'field')
    const filter = join(equals('service.name', input.service, 'service'))
    const window = readSpan(input, context)
    const told = await askValues(client, { signal: 'logs', name, filter, window, context })
    const all = told.values.filter((value) => matchVisible(context, value, input.contains)).toSorted()
    const values = all.slice(0, input.limit).map((value) => ({ value, count: null }))
    return tellReading(
      { field: name, values, total: told.isCut || values.length === 0 ? null : all.length },
      {
        ...{ context, scope: toScope(client), items: values.length },
        ...(filter === '' ? {} : { query: filter, dialect: DIALECT }),
        cut: told.isCut ? 'by_source' : all.length > values.length ? 'rows' : undefined,
        evidence: told.values.length > 0 ? { proof: 'enumerated' } : { unproven: 'field_or_service_unknown' },
      },
    )
  },
)
