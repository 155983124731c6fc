import { sliceByKey, toMs, toTime } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { scmReleasesList } from '@vedette/proto/operations'
import { z } from 'zod'
import type { GitlabClient } from '../client.ts'
import { readList } from '../pages.ts'
import { seeProject } from '../projects.ts'
import { cutOf, toFailed, toReading } from '../reading.ts'

const MAX_NOTES = 4000

const release = z.object({
  tag_name: z.string().min(1),
  name: z.string().nullish(),
  description: z.string().nullish(),
  created_at: z.string().nullish(),
  released_at: z.string().nullish(),
  upcoming_release: z.boolean().nullish(),
  author: z.object({ username: z.string() }).nullish(),
  commit: z.object({ id: z.string() }).nullish(),
  assets: z.object({ links: z.array(z.object({ name: z.string() })).nullish() }).nullish(),
  _links: z.object({ self: z.string().nullish() }).nullish(),
})
type Release = z.output<typeof release>

// Releases of a project, newest first. GitLab has no drafts; what is dated ahead is `upcoming`.
export const serveReleasesList = serve(scmReleasesList, async (client: GitlabClient, input, context) => {
  const project = await seeProject(client, input.repo, context)
  const paged = await readList(client, { path: [...project.path, 'releases'], row: release, context })
  const rows = paged.items.map(toRow).filter((row) => input.drafts || row.state !== 'upcoming')
  const slice = sliceByKey(rows, (row) => [-(toMs(row.published_at ?? row.created_at) ?? 0), row.id], input)
  return toReading(
    {
      repo: project.path_with_namespace,
      releases: [...slice.rows],
      total: cutOf(paged) === undefined ? slice.total : null,
    },
    {
      ...{ client, context, items: slice.rows.length, total: slice.total, cursor: slice.cursor },
      proof: 'enumerated',
      cut: cutOf(paged),
      failed: toFailed(paged),
    },
  )
})

function toRow(one: Release) {
  return {
    id: one.tag_name,
    name: one.name ?? null,
    tag: one.tag_name,
    commit: one.commit?.id ?? null,
    state: one.upcoming_release === true ? ('upcoming' as const) : ('published' as const),
    author: one.author?.username ?? null,
    notes: one.description?.slice(0, MAX_NOTES) ?? null,
    assets: one.assets?.links?.map(({ name }) => name) ?? null,
    created_at: toTime(one.created_at),
    published_at: toTime(one.released_at),
    url: one._links?.self ?? null,
  }
}
