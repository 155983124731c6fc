import { matchVisible, readSpan, sliceByKey, tellReading } from '@vedette/connectors/kit'
import { ArgumentError, serve } from '@vedette/proto/connector'
import { tracesTagsList } from '@vedette/proto/operations'
import { tagsAnswer } from '../answers.ts'
import { type TempoClient, toScope } from '../client.ts'
import { isPartial } from '../questions.ts'

// Names of attributes in the window. Tempo lists them for all services together.
export const serveTracesTagsList = serve(tracesTagsList, async (client: TempoClient, input, context) => {
  if (input.service !== undefined)
    throw new ArgumentError({
      field: 'service',
      message: 'Tempo lists attributes of all services together',
      fix: 'leave service out',
    })
  const { from, to } = readSpan(input, context)
  const told = await client.ask({
    path: ['v2', 'search', 'tags'],
    query: {
      ...{ start: `${Math.floor(from / 1000)}`, end: `${Math.ceil(to / 1000)}` },
      ...(input.scope === 'all' ? {} : { scope: input.scope }),
    },
    schema: tagsAnswer,
    context,
  })
  const all = (told.scopes ?? []).flatMap(({ name: scope, tags }) =>
    (tags ?? []).map((name) => ({ name, scope: toScopeWord(scope), type: null })),
  )
  const wanted = all.filter(
    ({ name, scope }) =>
      (input.scope === 'all' || scope === input.scope) && matchVisible(context, name, input.contains),
  )
  const page = sliceByKey(wanted, ({ name, scope }) => [name, scope], input)
  const isCut = isPartial(told)
  return tellReading(
    { tags: [...page.rows], total: isCut || wanted.length === 0 ? null : page.total },
    {
      ...{ context, scope: toScope(client), items: page.rows.length },
      ...{ total: page.total, cursor: page.cursor },
      cut: isCut ? 'by_source' : undefined,
      evidence: all.length > 0 ? { proof: 'enumerated' } : { unproven: 'no_spans_in_window' },
    },
  )
})

function toScopeWord(scope: string): 'span' | 'resource' | 'unknown' {
  return scope === 'span' || scope === 'resource' ? scope : 'unknown'
}
