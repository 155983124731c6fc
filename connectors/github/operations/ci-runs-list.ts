import { checkWithin, readGivenSpan, sliceByKey, toMs, toRfc3339 } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { ciRunsList } from '@vedette/proto/operations'
import { z } from 'zod'
import { type GithubClient, isSame } from '../client.ts'
import { readList } from '../pages.ts'
import { cutOf, toFailed, toReading } from '../reading.ts'
import { seeRepo } from '../repos.ts'
import { type Run, runSchema, toRun } from '../runs.ts'

const page = z.object({ total_count: z.number(), workflow_runs: z.array(runSchema) })

// Runs that were created in a window, newest first. GitHub gives 1,000 of them at the most, and counts them all.
export const serveRunsList = serve(ciRunsList, async (client: GithubClient, input, context) => {
  const window = readGivenSpan(input)
  const repo = await seeRepo(client, input.repo, context)
  const paged = await readList(client, {
    path: [...repo.path, 'actions', 'runs'],
    query: {
      created: `${toRfc3339(window.from)}..${toRfc3339(window.to)}`,
      ...(input.branch === undefined ? {} : { branch: input.branch }),
      ...(input.commit === undefined ? {} : { head_sha: input.commit }),
    },
    schema: page,
    rowsOf: ({ workflow_runs: runs }) => runs,
    ...{ needs: ['actions', 'metadata'], repo: repo.name, context },
  })
  checkWithin(
    paged.items.flatMap(({ created_at }) => toMs(created_at) ?? []),
    window,
  )
  const { workflow, state } = input
  const named = paged.items
    .filter((run) => workflow === undefined || isOf(run, workflow))
    .map(toRun)
    // Asked of GitHub too; one that it did not look at would show others.
    .filter((run) => input.branch === undefined || run.branch === null || run.branch === input.branch)
    .filter((run) => input.commit === undefined || run.commit === null || isSame(run.commit, input.commit))
  const rows = named.filter((run) => state === undefined || run.state === state)
  const slice = sliceByKey(rows, (row) => [-(toMs(row.created_at) ?? 0), row.id], input)
  const counted = paged.first?.total_count ?? 0
  const cut = cutOf(paged) ?? (counted > paged.items.length ? ('by_source' as const) : undefined)
  const isUntold = state !== undefined && state !== 'unknown' && named.some((run) => run.state === 'unknown')
  const isNarrowed = input.branch !== undefined || input.commit !== undefined || workflow !== undefined
  return toReading(
    {
      repo: repo.full_name,
      runs: [...slice.rows],
      total: cut === undefined && !isUntold ? slice.total : null,
    },
    {
      ...{ client, context, items: slice.rows.length, total: slice.total, cursor: slice.cursor, cut },
      // A run whose state is not told may be one of those.
      doubt: isUntold ? 'state_not_told' : undefined,
      // An unknown branch, commit or workflow looks like one without runs.
      proof: isNarrowed ? undefined : 'enumerated',
      failed: toFailed(paged),
    },
  )
})

// A workflow goes by its name, its file or the file's name.
function isOf({ name, path }: Run, workflow: string): boolean {
  const file = (path ?? '').split('@')[0] ?? ''
  return [name, file, file.split('/').at(-1)].some(
    (one) => one != null && one.toLowerCase() === workflow.toLowerCase(),
  )
}
