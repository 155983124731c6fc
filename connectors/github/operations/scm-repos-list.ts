import { sliceByKey, toMs, toTime } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { scmReposList } from '@vedette/proto/operations'
import { z } from 'zod'
import { type GithubClient, isSame } from '../client.ts'
import { readList } from '../pages.ts'
import { cutOf, toFailed, toReading } from '../reading.ts'
import { type Repo, repoSchema } from '../repos.ts'

// Repositories of the owner that the credential sees, last pushed first. None is proved only for an App that was given all
// of them: what a token may not see is left out without a word.
export const serveReposList = serve(scmReposList, async (client: GithubClient, input, context) => {
  const { login, seesAll } = await client.identify(context)
  const paged = await readRepos(client, context)
  const text = input.query?.toLowerCase()
  const own = paged.items.filter(({ full_name }) => isSame(full_name.split('/')[0] ?? '', login))
  const rows = own
    .filter((one) => input.archived || one.archived !== true)
    .filter(
      (one) => text === undefined || `${one.name} ${one.description ?? ''}`.toLowerCase().includes(text),
    )
    .map(toRow)
  const slice = sliceByKey(rows, (row) => [-(toMs(row.pushed_at) ?? 0), row.name], input)
  return toReading(
    { repos: [...slice.rows], total: cutOf(paged) === undefined ? slice.total : null },
    {
      ...{ client, context, items: slice.rows.length, total: slice.total, cursor: slice.cursor },
      proof: seesAll && own.length > 0 ? 'enumerated' : undefined,
      cut: cutOf(paged),
      failed: toFailed(paged),
    },
  )
})

// An App lists what its installation was given, a token what its account sees.
export async function readRepos(client: GithubClient, context: Parameters<GithubClient['identify']>[0]) {
  const owner = await client.identify(context)
  const isApp = client.config.token === undefined
  const path = isApp
    ? ['installation', 'repositories']
    : owner.isUser
      ? ['user', 'repos']
      : ['orgs', owner.login, 'repos']
  return readList(client, {
    path,
    query: isApp ? {} : { sort: 'pushed', ...(owner.isUser ? { affiliation: 'owner' } : { type: 'all' }) },
    schema: z.union([z.array(repoSchema), z.object({ repositories: z.array(repoSchema) })]),
    rowsOf: (answer) => (Array.isArray(answer) ? answer : answer.repositories),
    ...{ needs: ['metadata'], context, maxPages: 20 },
  })
}

function toRow(one: Repo) {
  return {
    name: one.full_name,
    description: one.description ?? null,
    default_branch: one.default_branch ?? null,
    language: one.language ?? null,
    private: one.private ?? null,
    archived: one.archived ?? null,
    pushed_at: toTime(one.pushed_at),
    topics: one.topics ?? null,
    url: one.html_url ?? null,
  }
}
