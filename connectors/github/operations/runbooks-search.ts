import { decodeText, sliceByKey } from '@vedette/connectors/kit'
import { type CallContext, SourceError, serve } from '@vedette/proto/connector'
import { runbooksSearch } from '@vedette/proto/operations'
import type { Part } from '@vedette/proto/visibility'
import { z } from 'zod'
import type { GithubClient } from '../client.ts'
import { askOne, toPartOf, toReading } from '../reading.ts'
import { type Seen, seeRepo, toRef } from '../repos.ts'

const tree = z.object({
  truncated: z.boolean(),
  tree: z.array(
    z.object({ path: z.string(), type: z.string(), sha: z.string(), size: z.number().nullish() }),
  ),
})
const blob = z.object({ encoding: z.literal('base64'), content: z.string() })
type File = z.output<typeof tree>['tree'][number]

// Files that one search reads, and the largest of them in bytes.
const MAX_FILES = 60
const MAX_BYTES = 262_144

// Runbooks in Markdown of the configured folder that hold all of the words; the more often, the earlier.
export const serveRunbooksSearch = serve(runbooksSearch, async (client: GithubClient, input, context) => {
  const place = client.config.runbooks
  if (place === undefined) throw new SourceError('not_configured', { reason: 'not_requested' })
  const repo = await seeRepo(client, place.repo, context)
  const ref = place.ref ?? repo.default_branch ?? 'HEAD'
  const path = [...repo.path, 'git', 'trees', { joined: toRef(ref, 'runbooks.ref') }]
  const ask = { needs: ['contents'], repo: repo.name, context }
  const told = await askOne('runbooks.ref', () =>
    client.ask({ ...ask, path, query: { recursive: '1' }, schema: tree }),
  )
  const folder = place.path === undefined ? '' : `${place.path}/`
  const files = told.tree.filter(
    (one) => one.type === 'blob' && one.path.startsWith(folder) && /\.md$/i.test(one.path),
  )
  const readable = files.filter(({ size }) => (size ?? 0) <= MAX_BYTES)
  const chosen = readable.slice(0, MAX_FILES)
  const words = input.query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const { service } = input
  const texts = await readTexts(client, { repo, files: chosen, context })
  const rows = texts.found
    .map(({ file, text }) => toRow(file, { text, words, repo, ref }))
    .filter((row) => row !== undefined)
    .filter((row) => service === undefined || row.isOf(service))
    .map(({ isOf: _, ...row }) => row)
  const slice = sliceByKey(rows, (row) => [-(row.score ?? 0), row.id], input)
  const isShort = chosen.length < files.length
  return toReading(
    {
      runbooks: [...slice.rows],
      total: isShort || told.truncated || texts.failed.length > 0 ? null : slice.total,
    },
    {
      ...{ client, context, items: slice.rows.length, total: slice.total, cursor: slice.cursor },
      cut: told.truncated ? 'by_source' : isShort ? 'rows' : undefined,
      proof: files.length > 0 ? 'enumerated' : undefined,
      failed: texts.failed.slice(0, 20),
    },
  )
})

type Wanted = Readonly<{ repo: Seen; files: readonly File[]; context: CallContext }>

// Throws the first failure when nothing could be read.
async function readTexts(client: GithubClient, { repo, files, context }: Wanted) {
  const found: Readonly<{ file: File; text: string }>[] = []
  const failed: Part[] = []
  for (const file of files) {
    try {
      const path = [...repo.path, 'git', 'blobs', file.sha]
      const { content } = await client.ask({
        path,
        schema: blob,
        needs: ['contents'],
        repo: repo.name,
        context,
      })
      const text = decodeText(content)
      if (text === undefined) failed.push({ scope: { file: file.path }, state: 'unproven', why: 'not_text' })
      else found.push({ file, text })
    } catch (error) {
      if (!(error instanceof SourceError)) throw error
      failed.push({ ...toPartOf('files', error), scope: { file: file.path } })
    }
  }
  return { found, failed }
}

function toRow(
  { path }: File,
  of: Readonly<{ text: string; words: readonly string[]; repo: Seen; ref: string }>,
) {
  const lower = `${path}\n${of.text}`.toLowerCase()
  const counts = of.words.map((word) => lower.split(word).length - 1)
  if (counts.includes(0)) return undefined
  const title = /^#\s+(.+)$/m.exec(of.text)?.[1]?.trim() ?? path.split('/').at(-1) ?? path
  const at = Math.max(0, of.text.toLowerCase().indexOf(of.words[0] ?? '') - 120)
  return {
    isOf: (service: string) => lower.includes(service.toLowerCase()),
    id: `${of.repo.full_name}/${path}`,
    title: title.slice(0, 300),
    service: null,
    path,
    excerpt: of.text.slice(at, at + 400),
    score: counts.reduce((sum, count) => sum + count, 0),
    updated_at: null,
    url: of.repo.html_url == null ? null : `${of.repo.html_url}/blob/${encodeURI(of.ref)}/${encodeURI(path)}`,
  }
}
