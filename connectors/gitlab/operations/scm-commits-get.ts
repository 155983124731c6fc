import { serve } from '@vedette/proto/connector'
import { scmCommitsGet } from '@vedette/proto/operations'
import { z } from 'zod'
import type { GitlabClient } from '../client.ts'
import { commitSchema, diffSchema, isPatchCut, toCommit, toFile } from '../commits.ts'
import { readList } from '../pages.ts'
import { seeProject } from '../projects.ts'
import { askOne, askPart, cutOf, toFailed, toReading } from '../reading.ts'

const whole = commitSchema.extend({
  stats: z.object({ additions: z.number(), deletions: z.number() }).nullish(),
})
const requests = z.object({ iid: z.int(), title: z.string(), web_url: z.string().nullish() })

// One commit with its files and the merge requests that it came from.
export const serveCommitsGet = serve(scmCommitsGet, async (client: GitlabClient, input, context) => {
  const project = await seeProject(client, input.repo, context)
  const path = [...project.path, 'repository', 'commits', input.sha]
  const commit = await askOne('sha', () => client.ask({ path, schema: whole, context }))
  const diffs = await askPart('files', () =>
    readList(client, { path: [...path, 'diff'], row: diffSchema, context }),
  )
  const merged = await askPart('merge_requests', () =>
    readList(client, { path: [...path, 'merge_requests'], row: requests, context }),
  )
  const all = diffs.value?.items ?? []
  const files = all.slice(0, input.limit)
  const isWhole = diffs.value?.stop === 'end'
  const later = [diffs.value, merged.value].flatMap((one) => (one === undefined ? [] : toFailed(one)))
  const body = (commit.message ?? '').split('\n').slice(1).join('\n').trim()
  const cut = diffs.value === undefined ? undefined : cutOf(diffs.value)
  return toReading(
    {
      commit: toCommit(commit),
      body: body === '' ? null : body.slice(0, 20_000),
      parents: commit.parent_ids ?? [],
      verified: null,
      files: files.map((file) => toFile(file, input.patches)),
      additions: commit.stats?.additions ?? null,
      deletions: commit.stats?.deletions ?? null,
      pulls:
        merged.value?.stop === 'end'
          ? merged.value.items.map(({ iid, title, web_url }) => ({
              number: iid,
              title,
              url: web_url ?? null,
            }))
          : null,
      files_total: isWhole ? all.length : null,
    },
    {
      ...{ client, context, items: 1 },
      cut:
        cut ?? (files.length < all.length ? 'rows' : isPatchCut(files, input.patches) ? 'bytes' : undefined),
      failed: [...diffs.failed, ...merged.failed, ...later],
    },
  )
})
