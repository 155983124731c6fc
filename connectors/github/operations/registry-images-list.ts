import { sliceByKey, splitSegments, toMs, toTime } from '@vedette/connectors/kit'
import { SourceError, serve } from '@vedette/proto/connector'
import { registryImagesList } from '@vedette/proto/operations'
import { z } from 'zod'
import { type GithubClient, isSame } from '../client.ts'
import { NOT_FOUND } from '../errors.ts'
import { readList } from '../pages.ts'
import { cutOf, notFound, toFailed, toReading } from '../reading.ts'

const packageSchema = z.object({ name: z.string() })
const versionSchema = z.object({
  name: z.string(),
  created_at: z.string().nullish(),
  metadata: z.object({ container: z.object({ tags: z.array(z.string()) }).nullish() }).nullish(),
})
type Version = z.output<typeof versionSchema>

// Versions of one image of the container registry, newest first. The image is seen first, so that an empty list is about
// one that is there.
export const serveImagesList = serve(registryImagesList, async (client: GithubClient, input, context) => {
  const [owner = '', ...joined] = splitSegments(input.repository, 'repository')
  const { login, isUser } = await client.identify(context)
  if (!isSame(owner, login) || joined.length === 0) throw notFound('repository')
  const path = [isUser ? 'users' : 'orgs', login, 'packages', 'container', { joined }]
  const ask = { needs: ['packages'], context }
  await client.ask({ ...ask, path, schema: packageSchema }).catch((error: unknown) => {
    // GitHub gives the same 404 to who may not see it.
    if (!(error instanceof SourceError) || error.carried.code !== NOT_FOUND) throw error
    throw new SourceError('forbidden', { status: 404, missing: 'read:packages on the image, if it exists' })
  })
  const paged = await readList(client, {
    ...ask,
    path: [...path, 'versions'],
    query: { state: 'active' },
    schema: z.array(versionSchema),
    rowsOf: (rows) => rows,
    maxPages: 20,
  })
  const rows = paged.items
    .map((one) => toImage(client, one, input.repository))
    .filter((row) => input.tag === undefined || row.tags.includes(input.tag))
    .filter((row) => input.digest === undefined || row.digest === input.digest)
  const slice = sliceByKey(rows, (row) => [-(toMs(row.pushed_at) ?? 0), row.digest], input)
  return toReading(
    {
      repository: input.repository,
      images: [...slice.rows],
      total: cutOf(paged) === undefined ? slice.total : null,
    },
    {
      ...{ client, context, items: slice.rows.length, total: slice.total, cursor: slice.cursor },
      ...{ proof: 'existence_checked', cut: cutOf(paged), failed: toFailed(paged) },
    },
  )
})

function toImage(client: GithubClient, { name, created_at: at, metadata }: Version, repository: string) {
  return {
    digest: name,
    tags: metadata?.container?.tags ?? [],
    pushed_at: toTime(at),
    last_pulled_at: null,
    size_bytes: null,
    platforms: null,
    scan: null,
    // A server of one's own has a registry of another name.
    uri:
      client.config.url === 'https://api.github.com' ? `ghcr.io/${repository.toLowerCase()}@${name}` : null,
  }
}
