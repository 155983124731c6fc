import { readSpan, tellReading } from '@vedette/connectors/kit'
import { ArgumentError, serve } from '@vedette/proto/connector'
import { logsFieldsList } from '@vedette/proto/operations'
import { type SignozClient, toScope } from '../client.ts'
import { askKeys } from '../fields.ts'

// Fields of logs as SigNoz lists them, for all services together.
export const serveLogsFieldsList = serve(logsFieldsList, async (client: SignozClient, input, context) => {
  const field = input.service !== undefined ? 'service' : input.source !== undefined ? 'source' : undefined
  if (field !== undefined)
    throw new ArgumentError({
      field,
      message: 'SigNoz lists fields of all logs together',
      fix: `leave ${field} out`,
    })
  const told = await askKeys(client, { signal: 'logs', window: readSpan(input, context), context })
  const fields = told.fields.slice(0, input.limit).map(({ name, type }) => ({
    ...{ name, type, indexed: null, cardinality: null, share_of_lines: null },
  }))
  return tellReading(
    { fields, lines_read: null, total: told.isCut || fields.length === 0 ? null : told.fields.length },
    {
      ...{ context, scope: toScope(client), items: fields.length },
      cut: told.isCut ? 'by_source' : told.fields.length > fields.length ? 'rows' : undefined,
      evidence: { unproven: 'no_field_known' },
    },
  )
})
