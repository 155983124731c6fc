import { matchVisible, readSpan, sliceByKey, tellReading } from '@vedette/connectors/kit'
import { ArgumentError, serve } from '@vedette/proto/connector'
import { tracesTagsList } from '@vedette/proto/operations'
import { type SignozClient, toScope } from '../client.ts'
import { askKeys } from '../fields.ts'

// Names of attributes of spans and resources as SigNoz lists them, for all services together.
export const serveTracesTagsList = serve(tracesTagsList, async (client: SignozClient, input, context) => {
  if (input.service !== undefined)
    throw new ArgumentError({
      field: 'service',
      message: 'SigNoz lists attributes of all services together',
      fix: 'leave service out',
    })
  const told = await askKeys(client, { signal: 'traces', window: readSpan(input, context), context })
  const all = told.fields.map(({ name, context: of, type }) => ({ name, scope: toScopeWord(of), type }))
  const wanted = all.filter(
    ({ name, scope }) =>
      (input.scope === 'all' || scope === input.scope) && matchVisible(context, name, input.contains),
  )
  const page = sliceByKey(wanted, ({ name, scope, type }) => [name, scope, type ?? ''], input)
  return tellReading(
    { tags: [...page.rows], total: told.isCut || wanted.length === 0 ? null : page.total },
    {
      ...{ context, scope: toScope(client), items: page.rows.length },
      ...{ total: page.total, cursor: page.cursor },
      cut: told.isCut ? 'by_source' : undefined,
      evidence: all.length > 0 ? { proof: 'enumerated' } : { unproven: 'no_spans_in_window' },
    },
  )
})

function toScopeWord(of: string): 'span' | 'resource' | 'unknown' {
  if (of === 'resource') return 'resource'
  return of === 'attribute' || of === 'span' || of === 'tag' ? 'span' : 'unknown'
}
