import { decodeText, splitSegments } from '@vedette/connectors/kit'
import { ArgumentError, serve } from '@vedette/proto/connector'
import { scmFilesGet } from '@vedette/proto/operations'
import { z } from 'zod'
import type { GitlabClient } from '../client.ts'
import { seeProject, toRef } from '../projects.ts'
import { askOne, toReading } from '../reading.ts'

const file = z.object({
  size: z.number(),
  encoding: z.literal('base64'),
  content: z.string(),
  commit_id: z.string().nullish(),
})

// One text file at a revision, or a range of its lines.
export const serveFilesGet = serve(scmFilesGet, async (client: GitlabClient, input, context) => {
  const joined = splitSegments(input.path, 'path')
  if (input.ref !== undefined) toRef(input.ref, 'ref')
  const project = await seeProject(client, input.repo, context)
  const ref = input.ref ?? project.default_branch ?? 'HEAD'
  const path = [...project.path, 'repository', 'files', { joined }]
  const found = await askOne('path', () => client.ask({ path, query: { ref }, schema: file, context }))
  const text = decodeText(found.content)
  if (text === undefined)
    throw new ArgumentError({
      field: 'path',
      message: 'path is not a text file',
      fix: 'give the path of a text file',
    })
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  const start = input.from_line - 1
  const shown = lines.slice(start, start + input.lines)
  return toReading(
    {
      repo: project.path_with_namespace,
      path: input.path,
      ref,
      commit: found.commit_id ?? null,
      size_bytes: found.size,
      lines_total: lines.length,
      from_line: input.from_line,
      text: shown.join('\n'),
      url:
        project.web_url == null || found.commit_id == null
          ? null
          : `${project.web_url}/-/blob/${found.commit_id}/${encodeURI(input.path)}`,
    },
    {
      ...{ client, context, items: Math.max(1, shown.length) },
      doubt: start >= lines.length && lines.length > 0 ? 'past_the_last_line' : undefined,
      cut: start + shown.length < lines.length ? 'rows' : undefined,
    },
  )
})
