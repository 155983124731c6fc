import { ArgumentError, SourceError, serve } from '@vedette/proto/connector'
import { scmCodeSearch } from '@vedette/proto/operations'
import { z } from 'zod'
import type { GitlabClient } from '../client.ts'
import { seeProject } from '../projects.ts'
import { toReading } from '../reading.ts'

const blobs = z.array(
  z.object({
    data: z.string(),
    path: z.string(),
    ref: z.string().nullish(),
    startline: z.int().nullish(),
    project_id: z.int(),
  }),
)
const MAX_LINES = 20

// Places in the default branch of one project that hold a text. GitLab does not say how current its index is, so that
// finding nothing proves nothing.
export const serveCodeSearch = serve(scmCodeSearch, async (client: GitlabClient, input, context) => {
  if (input.repo === undefined)
    throw new SourceError('not_served', { why: 'GitLab is searched one repository at a time: name repo' })
  if (input.language !== undefined)
    throw new SourceError('not_served', { why: 'GitLab does not search by language' })
  if (/\s(?:path|filename|extension|blob):/.test(` ${input.query}`))
    throw wrong('query', 'query holds a filter of GitLab', 'give the path in path')
  if (input.path !== undefined && /[\s"*]/.test(input.path))
    throw wrong('path', 'path holds spaces, quotes or asterisks', 'give a part of a path without them')
  const page = toNumber(input.cursor)
  const project = await seeProject(client, input.repo, context)
  const search = input.path === undefined ? input.query : `${input.query} path:${input.path}`
  const { data, headers } = await client.askWhole({
    path: [...project.path, 'search'],
    query: { scope: 'blobs', search, per_page: String(input.limit), page: String(page) },
    schema: blobs,
    context,
  })
  const own = data.filter(({ project_id: id }) => id === project.id)
  const total = /^\d{1,9}$/.test(headers['x-total'] ?? '') ? Number(headers['x-total']) : null
  const isMore = data.length >= input.limit || /^\d+$/.test(headers['x-next-page'] ?? '')
  return toReading(
    {
      matches: own.map((one) => ({
        repo: project.path_with_namespace,
        path: one.path,
        ref: one.ref ?? null,
        lines: one.data
          .replace(/\n$/, '')
          .split('\n')
          .slice(0, MAX_LINES)
          .map((text, index) => ({
            number: one.startline == null ? null : one.startline + index,
            text: text.slice(0, 500),
          })),
        url:
          project.web_url == null
            ? null
            : `${project.web_url}/-/blob/${encodeURI(one.ref ?? 'HEAD')}/${encodeURI(one.path)}`,
      })),
      complete: null,
      total,
    },
    {
      ...{ client, context, items: own.length, query: search },
      ...(total === null ? {} : { total }),
      ...(isMore ? { cursor: String(page + 1) } : {}),
      doubt: own.length === 0 ? 'not_all_code_is_indexed' : undefined,
    },
  )
})

function wrong(field: string, message: string, fix: string): ArgumentError {
  return new ArgumentError({ field, message, fix })
}

function toNumber(cursor: string | undefined): number {
  if (cursor === undefined) return 1
  if (/^[1-9]\d{0,3}$/.test(cursor)) return Number(cursor)
  throw wrong(
    'cursor',
    'cursor is not one that this operation gave',
    'leave cursor out to start at the first page',
  )
}
