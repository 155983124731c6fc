import { checkWithin, readGivenSpan, sliceByKey, toMs, toRfc3339 } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { scmCommitsList } from '@vedette/proto/operations'
import type { GitlabClient } from '../client.ts'
import { commitSchema, toCommit } from '../commits.ts'
import { readList } from '../pages.ts'
import { seeProject, toRef } from '../projects.ts'
import { askOne, cutOf, toFailed, toReading } from '../reading.ts'

// Commits of a revision in a window, newest first. The revision is seen first: of an unknown one the list may be empty.
export const serveCommitsList = serve(scmCommitsList, async (client: GitlabClient, input, context) => {
  const window = readGivenSpan(input)
  const project = await seeProject(client, input.repo, context)
  const ref = input.ref ?? project.default_branch ?? 'HEAD'
  const joined = toRef(ref, 'ref')
  const base = [...project.path, 'repository', 'commits']
  const isBare = project.empty_repo === true && input.ref === undefined
  if (!isBare)
    await askOne('ref', () => client.ask({ path: [...base, { joined }], schema: commitSchema, context }))
  const query = {
    ref_name: ref,
    since: toRfc3339(window.from),
    until: toRfc3339(window.to),
    ...(input.path === undefined ? {} : { path: input.path }),
    ...(input.author === undefined ? {} : { author: input.author }),
  }
  const paged = isBare
    ? { items: [], stop: 'end' as const }
    : await readList(client, { path: base, query, row: commitSchema, context })
  const rows = paged.items.map(toCommit)
  checkWithin(
    rows.flatMap((row) => toMs(row.committed_at) ?? []),
    window,
  )
  const slice = sliceByKey(rows, (row) => [-(toMs(row.committed_at) ?? 0), row.sha], input)
  // An unknown path or author looks like one without commits.
  const isNarrowed = input.path !== undefined || input.author !== undefined
  return toReading(
    {
      repo: project.path_with_namespace,
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
