import { isWithin, readGivenSpan, sliceByKey, toMs, toRfc3339 } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { scmPullsList } from '@vedette/proto/operations'
import { type GitlabClient, isSame } from '../client.ts'
import { requestSchema, toPull } from '../merge-requests.ts'
import { readList } from '../pages.ts'
import { seeProject } from '../projects.ts'
import { cutOf, toFailed, toReading } from '../reading.ts'

const STATES = Object.freeze({ open: 'opened', merged: 'merged', closed: 'closed', all: 'all' } as const)

// Merge requests that were created, merged, closed or last updated in a window, last updated first.
export const servePullsList = serve(scmPullsList, async (client: GitlabClient, input, context) => {
  const window = readGivenSpan(input)
  const project = await seeProject(client, input.repo, context)
  const paged = await readList(client, {
    path: [...project.path, 'merge_requests'],
    query: {
      state: STATES[input.state],
      order_by: 'updated_at',
      sort: 'desc',
      // Whatever happened to one, it was updated then.
      updated_after: toRfc3339(window.from),
      ...(input.base === undefined ? {} : { target_branch: input.base }),
      ...(input.author === undefined ? {} : { author_username: input.author }),
    },
    row: requestSchema,
    context,
  })
  const rows = paged.items
    .filter(({ created_at, updated_at, merged_at, closed_at }) =>
      (input.state === 'merged' ? [merged_at] : [created_at, updated_at, merged_at, closed_at]).some((at) =>
        isWithin(at, window),
      ),
    )
    .map(toPull)
    .filter((row) => input.state === 'all' || row.state === input.state)
    // Asked of GitLab too; one that it did not look at would show others.
    .filter((row) => input.base === undefined || row.base === input.base)
    .filter((row) => input.author === undefined || isSame(row.author ?? '', input.author))
  // One that is merged and does not say when may have been merged in the window.
  const isUntold = input.state === 'merged' && paged.items.some(({ merged_at }) => merged_at == null)
  const slice = sliceByKey(rows, (row) => [-(toMs(row.updated_at) ?? 0), row.number], input)
  return toReading(
    {
      repo: project.path_with_namespace,
      pulls: [...slice.rows],
      total: cutOf(paged) === undefined && !isUntold ? slice.total : null,
    },
    {
      ...{ client, context, items: slice.rows.length, total: slice.total, cursor: slice.cursor },
      doubt: isUntold ? 'time_of_merge_not_told' : undefined,
      // An unknown branch or author looks like one without merge requests.
      proof: input.base === undefined && input.author === undefined ? 'enumerated' : undefined,
      cut: cutOf(paged),
      failed: toFailed(paged),
    },
  )
})
