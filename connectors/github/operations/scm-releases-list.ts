import { sliceByKey, toMs, toTime } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { scmReleasesList } from '@vedette/proto/operations'
import { z } from 'zod'
import type { GithubClient } from '../client.ts'
import { readList } from '../pages.ts'
import { cutOf, toFailed, toReading } from '../reading.ts'
import { seeRepo } from '../repos.ts'

const MAX_NOTES = 4000

const release = z.object({
  id: z.int(),
  name: z.string().nullish(),
  tag_name: z.string().min(1),
  target_commitish: z.string().nullish(),
  draft: z.boolean(),
  prerelease: z.boolean(),
  author: z.object({ login: z.string() }).nullish(),
  body: z.string().nullish(),
  assets: z.array(z.object({ name: z.string() })).nullish(),
  created_at: z.string().nullish(),
  published_at: z.string().nullish(),
  html_url: z.string().nullish(),
})
type Release = z.output<typeof release>

// Releases of a repository, newest first. Tags without a release are not among them.
export const serveReleasesList = serve(scmReleasesList, async (client: GithubClient, input, context) => {
  const repo = await seeRepo(client, input.repo, context)
  const paged = await readList(client, {
    path: [...repo.path, 'releases'],
    ...{ schema: z.array(release), needs: ['contents', 'metadata'], repo: repo.name, context },
    rowsOf: (rows: readonly Release[]) => rows,
  })
  const rows = paged.items.filter((one) => input.drafts || !one.draft).map(toRow)
  const slice = sliceByKey(rows, (row) => [-(toMs(row.published_at ?? row.created_at) ?? 0), row.id], input)
  return toReading(
    {
      repo: repo.full_name,
      releases: [...slice.rows],
      total: cutOf(paged) === undefined ? slice.total : null,
    },
    {
      ...{ client, context, items: slice.rows.length, total: slice.total, cursor: slice.cursor },
      // Drafts are shown only to who may push.
      proof: input.drafts ? undefined : 'enumerated',
      cut: cutOf(paged),
      failed: toFailed(paged),
    },
  )
})

function toRow(one: Release) {
  return {
    id: String(one.id),
    name: one.name ?? null,
    tag: one.tag_name,
    commit: one.target_commitish ?? null,
    state: one.draft ? ('draft' as const) : one.prerelease ? ('prerelease' as const) : ('published' as const),
    author: one.author?.login ?? null,
    notes: one.body?.slice(0, MAX_NOTES) ?? null,
    assets: one.assets?.map(({ name }) => name) ?? null,
    created_at: toTime(one.created_at),
    published_at: toTime(one.published_at),
    url: one.html_url ?? null,
  }
}
