import { serve } from '@vedette/proto/connector'
import { scmCommitsGet } from '@vedette/proto/operations'
import { z } from 'zod'
import type { GithubClient } from '../client.ts'
import { commitSchema, fileSchema, isPatchCut, toBody, toCommit, toFile } from '../commits.ts'
import { readList } from '../pages.ts'
import { shortPulls, toShortPulls } from '../pulls.ts'
import { askOne, askPart, cutOf, toFailed, toReading } from '../reading.ts'
import { seeRepo } from '../repos.ts'

const whole = commitSchema.extend({
  parents: z.array(z.object({ sha: z.string() })),
  stats: z.object({ additions: z.number(), deletions: z.number() }).nullish(),
  files: z.array(fileSchema).nullish(),
})

// Files that GitHub lists of one commit at the most, over all pages.
const MAX_FILES = 3000

// One commit with its files and the pull requests that it came from.
export const serveCommitsGet = serve(scmCommitsGet, async (client: GithubClient, input, context) => {
  const repo = await seeRepo(client, input.repo, context)
  const path = [...repo.path, 'commits', input.sha]
  const ask = { path, needs: ['contents', 'metadata'], repo: repo.name, context }
  const paged = await askOne('sha', () =>
    readList(client, { ...ask, schema: whole, rowsOf: ({ files }) => files ?? [] }),
  )
  const pulls = await askPart('pull_requests', () =>
    client.ask({ ...ask, path: [...path, 'pulls'], needs: ['pull_requests'], schema: shortPulls }),
  )
  const commit = paged.first
  if (commit === undefined) throw new TypeError('a list that was read has a first page')
  const files = paged.items.slice(0, input.limit)
  const isWhole = cutOf(paged) === undefined && commit.files != null && paged.items.length < MAX_FILES
  const isShort = files.length < paged.items.length
  return toReading(
    {
      commit: toCommit(commit),
      body: toBody(commit.commit.message),
      parents: commit.parents.map(({ sha }) => sha),
      verified: commit.commit.verification?.verified ?? null,
      files: files.map((file) => toFile(file, input.patches)),
      additions: commit.stats?.additions ?? null,
      deletions: commit.stats?.deletions ?? null,
      pulls: pulls.value === undefined ? null : toShortPulls(pulls.value),
      files_total: isWhole ? paged.items.length : null,
    },
    {
      ...{ client, context, items: 1 },
      cut: isShort ? 'rows' : isPatchCut(files, input.patches) ? 'bytes' : isWhole ? undefined : 'by_source',
      failed: [...toFailed(paged), ...pulls.failed],
    },
  )
})
