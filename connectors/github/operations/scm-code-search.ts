import { serve } from '@vedette/proto/connector'
import { scmCodeSearch } from '@vedette/proto/operations'
import { z } from 'zod'
import { type GithubClient, isSame } from '../client.ts'
import { toReading } from '../reading.ts'
import { seeRepo } from '../repos.ts'
import { qualify, quoteWords, search } from '../search.ts'

const row = z.object({
  path: z.string(),
  html_url: z.string().nullish(),
  repository: z.object({ full_name: z.string() }),
  text_matches: z.array(z.object({ fragment: z.string() })).nullish(),
})

// Places in default branches that hold all of the words. GitHub does not say what it has indexed, so that finding nothing
// proves nothing.
export const serveCodeSearch = serve(scmCodeSearch, async (client: GithubClient, input, context) => {
  const { login, isUser } = await client.identify(context)
  const repo = input.repo === undefined ? undefined : await seeRepo(client, input.repo, context)
  const terms = [
    quoteWords(input.query),
    repo === undefined ? `${isUser ? 'user' : 'org'}:${login}` : `repo:${repo.full_name}`,
    ...(input.path === undefined ? [] : [qualify('path', input.path, 'path')]),
    ...(input.language === undefined ? [] : [qualify('language', input.language, 'language')]),
  ]
  const query = terms.join(' ')
  const found = await search(
    client,
    {
      what: 'code',
      query: { q: query },
      row,
      needs: ['contents', 'metadata'],
      accept: 'application/vnd.github.text-match+json',
      repo: repo?.name,
    },
    { limit: input.limit, cursor: input.cursor, context },
  )
  const own = found.rows.filter(({ repository: { full_name: name } }) =>
    repo === undefined ? isSame(name.split('/')[0] ?? '', login) : isSame(name, repo.full_name),
  )
  return toReading(
    {
      matches: own.map((one) => ({
        repo: one.repository.full_name,
        path: one.path,
        ref: null,
        lines: (one.text_matches ?? []).map(({ fragment }) => ({
          number: null,
          text: fragment.slice(0, 2000),
        })),
        url: one.html_url ?? null,
      })),
      complete: !found.isCut,
      total: found.isCut ? null : found.total,
    },
    {
      ...{ client, context, items: own.length, query, cursor: found.cursor, total: found.total },
      cut: found.isCut ? 'by_source' : undefined,
      doubt: own.length === 0 ? 'not_all_code_is_indexed' : undefined,
    },
  )
})
