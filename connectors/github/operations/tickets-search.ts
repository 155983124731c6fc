import { parseInstant, toRfc3339, toTime } from '@vedette/connectors/kit'
import { type CallContext, serve } from '@vedette/proto/connector'
import { ticketsSearch } from '@vedette/proto/operations'
import { z } from 'zod'
import { type GithubClient, isSame } from '../client.ts'
import { notFound, toReading } from '../reading.ts'
import { type Seen, seeRepo } from '../repos.ts'
import { qualify, quoteWords, search } from '../search.ts'

const user = z.object({ login: z.string() }).nullish()
const row = z.object({
  number: z.int(),
  title: z.string(),
  state: z.string(),
  state_reason: z.string().nullish(),
  body: z.string().nullish(),
  repository_url: z.string(),
  user,
  assignee: user,
  labels: z.array(z.object({ name: z.string() })).nullish(),
  type: z.object({ name: z.string() }).nullish(),
  created_at: z.string().nullish(),
  updated_at: z.string().nullish(),
  closed_at: z.string().nullish(),
  html_url: z.string().nullish(),
})
type Issue = z.output<typeof row>

// Issues of the owner's repositories, newest change first.
export const serveTicketsSearch = serve(ticketsSearch, async (client: GithubClient, input, context) => {
  const { login, isUser } = await client.identify(context)
  // A project of another tracker has no owner before it.
  if (input.project?.includes('/') === false) throw notFound('project')
  const repo = input.project === undefined ? undefined : await seeRepo(client, input.project, context)
  const since = input.updated_since
  const terms = [
    ...(input.query === undefined ? [] : [quoteWords(input.query)]),
    'is:issue',
    repo === undefined ? `${isUser ? 'user' : 'org'}:${login}` : `repo:${repo.full_name}`,
    ...(input.state === 'all' ? [] : [`state:${input.state}`]),
    ...(input.label === undefined ? [] : [qualify('label', input.label, 'label')]),
    ...(since === undefined ? [] : [`updated:>=${toRfc3339(parseInstant(since, 'updated_since'))}`]),
  ]
  const query = terms.join(' ')
  const found = await search(
    client,
    {
      what: 'issues',
      query: { q: query, sort: 'updated', order: 'desc' },
      row,
      needs: ['issues', 'metadata'],
      repo: repo?.name,
    },
    { limit: input.limit, cursor: input.cursor, context },
  )
  if (repo !== undefined && found.rows.length === 0) await checkIssues(client, repo, context)
  const own = found.rows.filter((one) => isSame(toRepo(one).split('/')[0] ?? '', login))
  return toReading(
    { tickets: own.map(toTicket), total: found.isCut ? null : found.total },
    {
      ...{ client, context, items: own.length, query, cursor: found.cursor, total: found.total },
      cut: found.isCut ? 'by_source' : undefined,
      // Repositories that the credential does not see are left out without a word, and unknown labels match nothing.
      proof: repo === undefined || input.label !== undefined ? undefined : 'existence_checked',
    },
  )
})

// A search leaves out a repository whose issues the credential may not read, so that they are read before none is said.
async function checkIssues(client: GithubClient, repo: Seen, context: CallContext): Promise<void> {
  const path = [...repo.path, 'issues']
  const query = { per_page: '1' }
  await client.ask({ path, query, schema: z.array(z.unknown()), needs: ['issues'], repo: repo.name, context })
}

function toRepo({ repository_url: url }: Issue): string {
  return url.split('/').slice(-2).join('/')
}

function toTicket(one: Issue) {
  const repo = toRepo(one)
  const key = `${repo}#${one.number}`
  return {
    id: key,
    key,
    title: one.title,
    state:
      one.state === 'open'
        ? ('open' as const)
        : one.state === 'closed'
          ? ('closed' as const)
          : ('unknown' as const),
    vendor_state: one.state_reason == null ? one.state : `${one.state} (${one.state_reason})`,
    kind: one.type?.name ?? null,
    priority: null,
    project: repo,
    assignee: one.assignee?.login ?? null,
    reporter: one.user?.login ?? null,
    labels: (one.labels ?? []).map(({ name }) => name),
    excerpt: one.body?.slice(0, 500) ?? null,
    created_at: toTime(one.created_at),
    updated_at: toTime(one.updated_at),
    closed_at: toTime(one.closed_at),
    url: one.html_url ?? null,
  }
}
