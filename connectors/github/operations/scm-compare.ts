import { serve } from '@vedette/proto/connector'
import { scmCompare } from '@vedette/proto/operations'
import { z } from 'zod'
import type { GithubClient } from '../client.ts'
import { commitSchema, fileSchema, isPatchCut, toCommit, toFile } from '../commits.ts'
import { readList } from '../pages.ts'
import { askOne, cutOf, toFailed, toReading } from '../reading.ts'
import { seeRepo, toRef } from '../repos.ts'

const comparison = z.object({
  status: z.string(),
  ahead_by: z.number(),
  behind_by: z.number(),
  total_commits: z.number(),
  merge_base_commit: z.object({ sha: z.string() }).nullish(),
  commits: z.array(commitSchema),
  files: z.array(fileSchema).nullish(),
  html_url: z.string().nullish(),
})

// GitHub lists this many files of a comparison, on its first page, and does not say that there are more.
const MAX_FILES = 300
const STATES = ['ahead', 'behind', 'diverged', 'identical'] as const

// Commits and files between two revisions.
export const serveCompare = serve(scmCompare, async (client: GithubClient, input, context) => {
  const base = toRef(input.base, 'base')
  const head = toRef(input.head, 'head')
  const repo = await seeRepo(client, input.repo, context)
  const [last = ''] = base.slice(-1)
  const [first = '', ...more] = head
  const joined = [...base.slice(0, -1), `${last}...${first}`, ...more]
  const paged = await askOne('head', () =>
    readList(client, {
      path: [...repo.path, 'compare', { joined }],
      schema: comparison,
      rowsOf: ({ commits }) => commits,
      ...{ needs: ['contents', 'metadata'], repo: repo.name, context },
    }),
  )
  const told = paged.first
  if (told === undefined) throw new TypeError('a list that was read has a first page')
  const { path } = input
  const all = told.files ?? []
  const found = all.filter(
    ({ filename }) =>
      path === undefined || filename === path || filename.startsWith(`${path.replace(/\/$/, '')}/`),
  )
  const files = found.slice(0, input.limit)
  const commits = paged.items.slice(-input.limit)
  const hasAllFiles = told.files != null && all.length < MAX_FILES
  const isFull = cutOf(paged) === undefined && hasAllFiles && paged.items.length >= told.total_commits
  const isShort = files.length < found.length || commits.length < paged.items.length
  return toReading(
    {
      repo: repo.full_name,
      base: input.base,
      head: input.head,
      status: STATES.find((one) => one === told.status) ?? ('unknown' as const),
      ahead_by: told.ahead_by,
      behind_by: told.behind_by,
      merge_base: told.merge_base_commit?.sha ?? null,
      commits: commits.map(toCommit),
      files: files.map((file) => toFile(file, input.patches)),
      commits_total: told.total_commits,
      files_total: hasAllFiles ? found.length : null,
      url: told.html_url ?? null,
    },
    {
      ...{ client, context, items: commits.length + files.length, proof: 'existence_checked' },
      cut: isFull ? (isShort ? 'rows' : isPatchCut(files, input.patches) ? 'bytes' : undefined) : 'by_source',
      failed: toFailed(paged),
      ...(told.html_url == null ? {} : { url: told.html_url }),
    },
  )
})
