import { type CallContext, serve } from '@vedette/proto/connector'
import { scmCompare } from '@vedette/proto/operations'
import { z } from 'zod'
import type { GitlabClient } from '../client.ts'
import { commitSchema, diffSchema, isPatchCut, toCommit, toFile } from '../commits.ts'
import { type Seen, seeProject, toRef } from '../projects.ts'
import { askOne, askPart, toReading } from '../reading.ts'

const comparison = z.object({
  commits: z.array(commitSchema),
  diffs: z.array(diffSchema),
  compare_timeout: z.boolean().nullish(),
  compare_same_ref: z.boolean().nullish(),
  web_url: z.string().nullish(),
})

// The least of the limits that a GitLab may have for files of a difference; at that many there may be more.
const MAX_FILES = 1000

// Commits and files between two revisions, and how far the older one is ahead by itself.
export const serveCompare = serve(scmCompare, async (client: GitlabClient, input, context) => {
  toRef(input.base, 'base')
  toRef(input.head, 'head')
  const project = await seeProject(client, input.repo, context)
  await see(client, { project, ref: input.base, field: 'base', context })
  await see(client, { project, ref: input.head, field: 'head', context })
  const ask = (from: string, to: string) =>
    client.ask({
      path: [...project.path, 'repository', 'compare'],
      query: { from, to },
      schema: comparison,
      context,
    })
  const told = await ask(input.base, input.head)
  const back = await askPart('behind', () => ask(input.head, input.base))
  const behind =
    back.value === undefined || back.value.compare_timeout === true ? null : back.value.commits.length
  const { path } = input
  const found = told.diffs.filter(
    ({ new_path: name }) =>
      path === undefined || name === path || name.startsWith(`${path.replace(/\/$/, '')}/`),
  )
  const files = found.slice(0, input.limit)
  const commits = told.commits.slice(-input.limit)
  const isCut = told.compare_timeout === true || told.diffs.length >= MAX_FILES
  const isShort = files.length < found.length || commits.length < told.commits.length
  return toReading(
    {
      repo: project.path_with_namespace,
      base: input.base,
      head: input.head,
      status: toStatus(told.commits.length, behind),
      ahead_by: told.commits.length,
      behind_by: behind,
      merge_base: null,
      commits: commits.map(toCommit),
      files: files.map((file) => toFile(file, input.patches)),
      commits_total: told.commits.length,
      files_total: isCut ? null : found.length,
      url: told.web_url ?? null,
    },
    {
      ...{ client, context, items: commits.length + files.length, proof: 'existence_checked' },
      cut: isCut ? 'by_source' : isShort ? 'rows' : isPatchCut(files, input.patches) ? 'bytes' : undefined,
      failed: back.failed,
      url: told.web_url ?? undefined,
    },
  )
})

type Wanted = Readonly<{ project: Seen; ref: string; field: string; context: CallContext }>

// Sees that a revision exists before it is compared.
async function see(client: GitlabClient, { project, ref, field, context }: Wanted): Promise<void> {
  const path = [...project.path, 'repository', 'commits', { joined: toRef(ref, field) }]
  await askOne(field, () => client.ask({ path, schema: commitSchema, context }))
}

function toStatus(ahead: number, behind: number | null) {
  if (behind === null) return 'unknown' as const
  if (ahead > 0) return behind > 0 ? ('diverged' as const) : ('ahead' as const)
  return behind > 0 ? ('behind' as const) : ('identical' as const)
}
