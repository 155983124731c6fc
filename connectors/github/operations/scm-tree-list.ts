import { sliceByKey, splitSegments } from '@vedette/connectors/kit'
import { ArgumentError, serve } from '@vedette/proto/connector'
import { scmTreeList } from '@vedette/proto/operations'
import { z } from 'zod'
import type { GithubClient } from '../client.ts'
import { askOne, toReading } from '../reading.ts'
import { seeRepo, toRef } from '../repos.ts'

// GitHub lists this many entries of a folder and says nothing of others.
const MAX_ENTRIES = 1000
const KINDS = Object.freeze({
  file: 'file',
  dir: 'folder',
  symlink: 'link',
  submodule: 'submodule',
} as const)

const entry = z.object({
  name: z.string(),
  path: z.string(),
  type: z.string(),
  size: z.number().nullish(),
  sha: z.string().nullish(),
})
const answer = z.union([z.array(entry), z.looseObject({ type: z.string() })])

// What one folder of a repository holds at a revision.
export const serveTreeList = serve(scmTreeList, async (client: GithubClient, input, context) => {
  const segments = input.path === undefined ? [] : splitSegments(input.path, 'path')
  if (input.ref !== undefined) toRef(input.ref, 'ref')
  const repo = await seeRepo(client, input.repo, context)
  const ref = input.ref ?? repo.default_branch ?? 'HEAD'
  const path = [...repo.path, 'contents', ...segments]
  const needs = ['contents']
  const found = await askOne('path', () =>
    client.ask({ path, query: { ref }, schema: answer, needs, repo: repo.name, context }),
  )
  if (!Array.isArray(found))
    throw new ArgumentError({
      field: 'path',
      message: 'path is not a folder',
      fix: 'ask scm_files_get for it',
    })
  const rows = found.map((one) => ({
    ...{ name: one.name, path: one.path, kind: toKind(one.type) },
    size_bytes: one.type === 'file' ? (one.size ?? null) : null,
    sha: one.sha ?? null,
  }))
  const isCut = found.length >= MAX_ENTRIES
  const slice = sliceByKey(rows, (row) => [row.path], input)
  return toReading(
    {
      ...{ repo: repo.full_name, ref, path: input.path ?? '', entries: [...slice.rows] },
      total: isCut ? null : slice.total,
    },
    {
      ...{ client, context, items: slice.rows.length, total: slice.total, cursor: slice.cursor },
      cut: isCut ? 'by_source' : undefined,
    },
  )
})

function toKind(type: string): (typeof KINDS)[keyof typeof KINDS] | 'unknown' {
  return Object.hasOwn(KINDS, type) ? KINDS[type as keyof typeof KINDS] : 'unknown' // just checked
}
