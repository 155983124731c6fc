import { matchVisible, readSpan, sliceByKey, tellReading } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { tracesTagValuesList } from '@vedette/proto/operations'
import { type TempoClient, toScope } from '../client.ts'
import { askValues } from '../questions.ts'

// What TraceQL calls by a name of its own, without a scope.
const INTRINSICS: ReadonlySet<string> = new Set([
  'name',
  'status',
  'statusMessage',
  'kind',
  'rootName',
  'rootServiceName',
])

// Values of one attribute in the window, of all services together.
export const serveTracesTagValuesList = serve(
  tracesTagValuesList,
  async (client: TempoClient, input, context) => {
    const { tag, scope = '' } = input
    const attribute = INTRINSICS.has(tag) ? tag : `${scope}.${tag}`
    const told = await askValues(client, attribute, { window: readSpan(input, context), context })
    const all = told.values.map((value) => ({ value, type: null }))
    const wanted = all.filter(({ value }) => matchVisible(context, value, input.contains))
    const page = sliceByKey(wanted, ({ value }) => [value], input)
    const isCut = told.isPartial
    return tellReading(
      { tag, values: [...page.rows], total: isCut || wanted.length === 0 ? null : page.total },
      {
        ...{ context, scope: toScope(client), items: page.rows.length },
        ...{ total: page.total, cursor: page.cursor },
        cut: isCut ? 'by_source' : undefined,
        evidence: all.length > 0 ? { proof: 'enumerated' } : { unproven: 'attribute_not_seen_in_window' },
      },
    )
  },
)
