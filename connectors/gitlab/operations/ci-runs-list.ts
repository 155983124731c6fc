import { isWithin, readGivenSpan, sliceByKey, toMs } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { ciRunsList } from '@vedette/proto/operations'
import { type GitlabClient, isSame } from '../client.ts'
import { readList } from '../pages.ts'
import { pipelineSchema, toRun } from '../pipelines.ts'
import { seeProject } from '../projects.ts'
import { cutOf, toFailed, toReading } from '../reading.ts'

// Pipelines that were created in a window, newest first.
export const serveRunsList = serve(ciRunsList, async (client: GitlabClient, input, context) => {
  const window = readGivenSpan(input)
  const project = await seeProject(client, input.repo, context)
  const { workflow, state } = input
  const paged = await readList(client, {
    path: [...project.path, 'pipelines'],
    query: {
      order_by: 'id',
      sort: 'desc',
      ...(input.branch === undefined ? {} : { ref: input.branch }),
      ...(input.commit === undefined ? {} : { sha: input.commit }),
    },
    row: pipelineSchema,
    // Numbers grow with time.
    isPast: ({ created_at }) => (toMs(created_at) ?? window.from) < window.from,
    context,
  })
  const inside = paged.items.filter(
    ({ created_at, ref, sha }) =>
      isWithin(created_at, window) &&
      // Asked of GitLab too; one that it did not look at would show others.
      (input.branch === undefined || ref == null || ref === input.branch) &&
      (input.commit === undefined || sha == null || isSame(sha, input.commit)),
  )
  const named = inside
    .filter(({ name }) => workflow === undefined || (name != null && isSame(name, workflow)))
    .map(toRun)
  const rows = named.filter((run) => state === undefined || run.state === state)
  const slice = sliceByKey(rows, (row) => [-(toMs(row.created_at) ?? 0), row.id], input)
  const isUntold =
    (state !== undefined && state !== 'unknown' && named.some((run) => run.state === 'unknown')) ||
    (workflow !== undefined && inside.some(({ name }) => name == null))
  const isNarrowed = input.branch !== undefined || input.commit !== undefined || workflow !== undefined
  return toReading(
    {
      repo: project.path_with_namespace,
      runs: [...slice.rows],
      total: cutOf(paged) === undefined && !isUntold ? slice.total : null,
    },
    {
      ...{ client, context, items: slice.rows.length, total: slice.total, cursor: slice.cursor },
      // A pipeline whose state or name is not told may be one of those.
      doubt: isUntold ? 'state_or_name_not_told' : undefined,
      // An unknown branch, commit or name looks like one without pipelines.
      proof: isNarrowed ? undefined : 'enumerated',
      cut: cutOf(paged),
      failed: toFailed(paged),
    },
  )
})
