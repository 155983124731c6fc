import { isWithin, readGivenSpan, sliceByKey, toMs } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { scmPullsList } from '@vedette/proto/operations'
import { z } from 'zod'
import { type GithubClient, isSame } from '../client.ts'
import { readList } from '../pages.ts'
import { pullSchema, toPull } from '../pulls.ts'
import { cutOf, toFailed, toReading } from '../reading.ts'
import { seeRepo } from '../repos.ts'

// Pull requests that were created, merged, closed or last updated in a window, last updated first.
export const servePullsList = serve(scmPullsList, async (client: GithubClient, input, context) => {
  const window = readGivenSpan(input)
  const repo = await seeRepo(client, input.repo, context)
  const { state } = input
  const paged = await readList(client, {
    path: [...repo.path, 'pulls'],
    query: {
      state: state === 'merged' ? 'closed' : state,
      sort: 'updated',
      direction: 'desc',
      ...(input.base === undefined ? {} : { base: input.base }),
    },
    schema: z.array(pullSchema),
    rowsOf: (rows) => rows,
    // Whatever happened to it, it was updated then.
    isPast: ({ updated_at }) => (toMs(updated_at) ?? window.from) < window.from,
    ...{ needs: ['pull_requests', 'metadata'], repo: repo.name, context },
  })
  const rows = paged.items
    .filter(({ created_at, updated_at, merged_at, closed_at }) =>
      (state === 'merged' ? [merged_at] : [created_at, updated_at, merged_at, closed_at]).some((at) =>
        isWithin(at, window),
      ),
    )
    .map(toPull)
    .filter((row) => state === 'all' || row.state === state)
    .filter((row) => input.base === undefined || row.base === input.base)
    .filter((row) => input.author === undefined || isSame(row.author ?? '', input.author))
  const slice = sliceByKey(rows, (row) => [-(toMs(row.updated_at) ?? 0), row.number], input)
  return toReading(
    { repo: repo.full_name, pulls: [...slice.rows], total: cutOf(paged) === undefined ? slice.total : null },
    {
      ...{ client, context, items: slice.rows.length, total: slice.total, cursor: slice.cursor },
      // An unknown branch or author looks like one without pull requests.
      proof: input.base === undefined && input.author === undefined ? 'enumerated' : undefined,
      cut: cutOf(paged),
      failed: toFailed(paged),
    },
  )
})
