import { matchVisible, sliceByKey, tellReading } from '@vedette/connectors/kit'
import { ArgumentError, serve } from '@vedette/proto/connector'
import { dashboardsSearch } from '@vedette/proto/operations'
import { dashboardsAnswer } from '../answers.ts'
import { type SignozClient, toScope } from '../client.ts'

// Dashboards, which SigNoz gives whole and without folders.
export const serveDashboardsSearch = serve(dashboardsSearch, async (client: SignozClient, input, context) => {
  if (input.folder !== undefined)
    throw new ArgumentError({
      field: 'folder',
      message: 'SigNoz has no folders of dashboards',
      fix: 'leave folder out',
    })
  const { data } = await client.ask({ path: ['v1', 'dashboards'], schema: dashboardsAnswer, context })
  const rows = data.filter(
    ({ data: { title, tags } }) =>
      matchVisible(context, title, input.query) &&
      (input.tag === undefined || tags?.includes(input.tag) === true),
  )
  const page = sliceByKey(rows, (one) => [one.data.title, one.id], input)
  const dashboards = page.rows.map(({ id, updatedAt, data: { title, description, tags } }) => ({
    ...{ uid: id, title, folder: null, tags: tags ?? [], description: description || null },
    ...{ modified_at: updatedAt || null, url: null },
  }))
  return tellReading(
    { dashboards, total: page.total },
    {
      ...{ context, scope: toScope(client), items: dashboards.length },
      ...{ total: page.total, cursor: page.cursor },
      evidence: { proof: 'enumerated' },
    },
  )
})
