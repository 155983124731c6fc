import { sliceByKey, splitSegments } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { scmTreeList } from '@vedette/proto/operations'
import { z } from 'zod'
import type { GitlabClient } from '../client.ts'
import { readList } from '../pages.ts'
import { seeProject, toRef } from '../projects.ts'
import { askOne, cutOf, toFailed, toReading } from '../reading.ts'

const LINK_MODE = '120000'
const KINDS = Object.freeze({ blob: 'file', tree: 'folder', commit: 'submodule' } as const)

const entry = z.object({
  id: z.string(),
  name: z.string(),
  path: z.string(),
  type: z.string(),
  mode: z.string().nullish(),
})

// What one folder of a project holds at a revision; GitLab does not say how large files are.
export const serveTreeList = serve(scmTreeList, async (client: GitlabClient, input, context) => {
  if (input.path !== undefined) splitSegments(input.path, 'path')
  if (input.ref !== undefined) toRef(input.ref, 'ref')
  const project = await seeProject(client, input.repo, context)
  const ref = input.ref ?? project.default_branch ?? 'HEAD'
  const query = { ref, ...(input.path === undefined ? {} : { path: input.path }) }
  const path = [...project.path, 'repository', 'tree']
  const paged = await askOne('path', () => readList(client, { path, query, row: entry, context }))
  const rows = paged.items.map((one) => ({
    ...{
      name: one.name,
      path: one.path,
      kind: one.mode === LINK_MODE ? ('link' as const) : toKind(one.type),
    },
    ...{ size_bytes: null, sha: one.id },
  }))
  const slice = sliceByKey(rows, (row) => [row.path], input)
  return toReading(
    {
      ...{ repo: project.path_with_namespace, ref, path: input.path ?? '', entries: [...slice.rows] },
      total: cutOf(paged) === undefined ? slice.total : null,
    },
    {
      ...{ client, context, items: slice.rows.length, total: slice.total, cursor: slice.cursor },
      ...{ cut: cutOf(paged), failed: toFailed(paged) },
    },
  )
})

function toKind(type: string): (typeof KINDS)[keyof typeof KINDS] | 'unknown' {
  return Object.hasOwn(KINDS, type) ? KINDS[type as keyof typeof KINDS] : 'unknown' // just checked
}
