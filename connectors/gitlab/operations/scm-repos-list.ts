import { sliceByKey } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { scmReposList } from '@vedette/proto/operations'
import type { GitlabClient } from '../client.ts'
import { readList } from '../pages.ts'
import { isIn, type Project, projectSchema } from '../projects.ts'
import { cutOf, toFailed, toReading } from '../reading.ts'

// Projects of the group and its subgroups that the token sees, by path. None is never proved: what the token may not see
// is left out without a word.
export const serveReposList = serve(scmReposList, async (client: GitlabClient, input, context) => {
  const group = await client.identify(context)
  const paged = await readList(client, {
    path: ['groups', String(group.id), 'projects'],
    query: {
      include_subgroups: 'true',
      with_shared: 'false',
      order_by: 'id',
      sort: 'asc',
      ...(input.archived ? {} : { archived: 'false' }),
    },
    row: projectSchema,
    maxPages: 30,
    context,
  })
  const text = input.query?.toLowerCase()
  const own = paged.items.filter((one) => isIn(one.path_with_namespace, group.path))
  const rows = own
    .filter((one) => input.archived || one.archived !== true)
    .filter(
      (one) =>
        text === undefined ||
        `${one.path_with_namespace} ${one.description ?? ''}`.toLowerCase().includes(text),
    )
    .map(toRow)
  const slice = sliceByKey(rows, (row) => [row.name], input)
  return toReading(
    { repos: [...slice.rows], total: cutOf(paged) === undefined ? slice.total : null },
    {
      ...{ client, context, items: slice.rows.length, total: slice.total, cursor: slice.cursor },
      cut: cutOf(paged),
      failed: toFailed(paged),
    },
  )
})

// GitLab tells when there was activity of any kind, not when something was pushed.
function toRow(one: Project) {
  return {
    name: one.path_with_namespace,
    description: one.description ?? null,
    default_branch: one.default_branch ?? null,
    language: null,
    private: one.visibility == null ? null : one.visibility !== 'public',
    archived: one.archived ?? null,
    pushed_at: null,
    topics: one.topics ?? null,
    url: one.web_url ?? null,
  }
}
