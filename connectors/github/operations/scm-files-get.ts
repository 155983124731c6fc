import { decodeText, splitSegments } from '@vedette/connectors/kit'
import { ArgumentError, SourceError, serve } from '@vedette/proto/connector'
import { scmFilesGet } from '@vedette/proto/operations'
import { z } from 'zod'
import type { GithubClient } from '../client.ts'
import { askOne, toReading } from '../reading.ts'
import { seeRepo, toRef } from '../repos.ts'

const file = z.object({
  type: z.literal('file'),
  sha: z.string(),
  size: z.number(),
  encoding: z.string(),
  content: z.string(),
  html_url: z.string().nullish(),
})
const entry = z.union([file, z.array(z.unknown()), z.object({ type: z.string() })])
const blob = z.object({ encoding: z.string(), content: z.string() })

// One text file at a revision, or a range of its lines.
export const serveFilesGet = serve(scmFilesGet, async (client: GithubClient, input, context) => {
  const segments = splitSegments(input.path, 'path')
  if (input.ref !== undefined) toRef(input.ref, 'ref')
  const repo = await seeRepo(client, input.repo, context)
  const ref = input.ref ?? repo.default_branch ?? 'HEAD'
  const ask = { needs: ['contents'], repo: repo.name, context }
  const path = [...repo.path, 'contents', ...segments]
  const found = await askOne('path', () => client.ask({ ...ask, path, query: { ref }, schema: entry }))
  if (Array.isArray(found) || !('content' in found))
    throw wrongPath('path is a folder, a link or a submodule')
  // A file over 1 MB comes without its content there.
  const isLarge = found.encoding === 'none'
  const { encoding, content } = isLarge
    ? await client.ask({ ...ask, path: [...repo.path, 'git', 'blobs', found.sha], schema: blob })
    : found
  if (encoding !== 'base64') throw new SourceError('unusable', { why: 'unexpected_kind' })
  const text = decodeText(content)
  if (text === undefined) throw wrongPath('path is not a text file')
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  const start = input.from_line - 1
  const shown = lines.slice(start, start + input.lines)
  return toReading(
    {
      repo: repo.full_name,
      path: input.path,
      ref,
      commit: null,
      size_bytes: found.size,
      lines_total: lines.length,
      from_line: input.from_line,
      text: shown.join('\n'),
      url: found.html_url ?? null,
    },
    {
      ...{ client, context, items: Math.max(1, shown.length) },
      doubt: start >= lines.length && lines.length > 0 ? 'past_the_last_line' : undefined,
      cut: start + shown.length < lines.length ? 'rows' : undefined,
      url: found.html_url ?? undefined,
    },
  )
})

function wrongPath(message: string): ArgumentError {
  return new ArgumentError({ field: 'path', message, fix: 'give the path of a text file' })
}
