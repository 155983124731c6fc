import { checkWithin, readGivenSpan, sliceByKey, toMs, toRfc3339 } from '@vedette/connectors/kit'
import { SourceError, serve } from '@vedette/proto/connector'
import { scmCommitsList } from '@vedette/proto/operations'
import { z } from 'zod'
import type { GithubClient } from '../client.ts'
import { commitSchema, toCommit } from '../commits.ts'
import { EMPTY } from '../errors.ts'
import { readList } from '../pages.ts'
import { askOne, cutOf, toFailed, toReading } from '../reading.ts'
import { seeRepo, toRef } from '../repos.ts'

// Commits of a revision in a window, newest first. An unknown path or author looks like one without commits there.
export const serveCommitsList = serve(scmCommitsList, async (client: GithubClient, input, context) => {
  const window = readGivenSpan(input)
  const repo = await seeRepo(client, input.repo, context)
  const ref = input.ref ?? repo.default_branch ?? 'HEAD'
  toRef(ref, 'ref')
  const query = {
    sha: ref,
    since: toRfc3339(window.from),
    until: toRfc3339(window.to),
    ...(input.path === undefined ? {} : { path: input.path }),
    ...(input.author === undefined ? {} : { author: input.author }),
  }
  const ask = {
    path: [...repo.path, 'commits'],
    ...{ query, schema: z.array(commitSchema), needs: ['contents', 'metadata'], repo: repo.name, context },
    rowsOf: (rows: readonly z.output<typeof commitSchema>[]) => rows,
  }
  // GitHub answers 409 for a repository that has no commit at all.
  const paged = await askOne('ref', () => readList(client, ask)).catch((error: unknown) => {
    const isBare = error instanceof SourceError && error.carried.code === EMPTY && input.ref === undefined
    if (!isBare) throw error
    return { items: [], stop: 'end' as const }
  })
  const rows = paged.items.map(toCommit)
  checkWithin(
    rows.flatMap((row) => toMs(row.committed_at) ?? []),
    window,
  )
  const slice = sliceByKey(rows, (row) => [-(toMs(row.committed_at) ?? 0), row.sha], input)
  const isNarrowed = input.path !== undefined || input.author !== undefined
  return toReading(
    {
      repo: repo.full_name,
      ref,
      commits: [...slice.rows],
      total: cutOf(paged) === undefined ? slice.total : null,
    },
    {
      ...{ client, context, items: slice.rows.length, total: slice.total, cursor: slice.cursor },
      proof: isNarrowed ? undefined : 'enumerated',
      cut: cutOf(paged),
      failed: toFailed(paged),
    },
  )
})
