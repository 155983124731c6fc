import { toTime } from '@vedette/connectors/kit'
import { type CallContext, serve } from '@vedette/proto/connector'
import { scmPullsGet } from '@vedette/proto/operations'
import type { Part } from '@vedette/proto/visibility'
import { z } from 'zod'
import type { GitlabClient } from '../client.ts'
import { diffSchema, isPatchCut, toFile } from '../commits.ts'
import { type MergeRequest, requestSchema, toPull } from '../merge-requests.ts'
import { readList } from '../pages.ts'
import { jobSchema, toState } from '../pipelines.ts'
import { type Seen, seeProject } from '../projects.ts'
import { askOne, askPart, cutOf, toFailed, toReading } from '../reading.ts'

const reviewers = z.object({
  user: z.object({ username: z.string() }).nullish(),
  state: z.string(),
  created_at: z.string().nullish(),
})
const approvals = z.object({ approved_by: z.array(z.object({ user: z.object({ username: z.string() }) })) })
const REVIEWS = Object.freeze({
  unreviewed: 'pending',
  review_started: 'pending',
  unapproved: 'pending',
  reviewed: 'commented',
  requested_changes: 'changes_requested',
  approved: 'approved',
} as const)

// One merge request with files, approvals, reviewers and the jobs of its newest pipeline.
export const servePullsGet = serve(scmPullsGet, async (client: GitlabClient, input, context) => {
  const project = await seeProject(client, input.repo, context)
  const path = [...project.path, 'merge_requests', String(input.number)]
  const request = await askOne('number', () => client.ask({ path, schema: requestSchema, context }))
  const diffs = await askPart('files', () =>
    readList(client, { path: [...path, 'diffs'], row: diffSchema, context }),
  )
  const reviews = await readReviews(client, path, context)
  const checks = await readChecks(client, { project, request, context })
  const all = diffs.value?.items ?? []
  const files = all.slice(0, input.limit)
  const cut = diffs.value === undefined ? undefined : cutOf(diffs.value)
  return toReading(
    {
      pull: toPull(request),
      body: request.description?.slice(0, 20_000) ?? null,
      files: files.map((file) => toFile(file, input.patches)),
      reviews: reviews.value,
      checks: checks.value,
      mergeable: toMergeable(request),
      files_total: diffs.value?.stop === 'end' ? all.length : null,
    },
    {
      ...{ client, context, items: 1 },
      cut:
        cut ?? (files.length < all.length ? 'rows' : isPatchCut(files, input.patches) ? 'bytes' : undefined),
      failed: [
        ...diffs.failed,
        ...(diffs.value === undefined ? [] : toFailed(diffs.value)),
        ...reviews.failed,
        ...checks.failed,
      ],
    },
  )
})

// Words such as `unchecked` say nothing yet.
function toMergeable({ detailed_merge_status: word }: MergeRequest): boolean | null {
  if (word == null || ['unchecked', 'checking', 'not_open', 'preparing', 'approvals_syncing'].includes(word))
    return null
  return word === 'mergeable'
}

type Review = Readonly<{ by: string | null; state: string; at: string | null }>

// Who approved and what reviewers said; null unless both were read.
async function readReviews(client: GitlabClient, path: readonly string[], context: CallContext) {
  const given = await askPart('approvals', () =>
    client.ask({ path: [...path, 'approvals'], schema: approvals, context }),
  )
  const asked = await askPart('reviewers', () =>
    readList(client, { path: [...path, 'reviewers'], row: reviewers, context }),
  )
  const failed = [
    ...given.failed,
    ...asked.failed,
    ...(asked.value === undefined ? [] : toFailed(asked.value)),
  ]
  if (given.value === undefined || asked.value?.stop !== 'end') return { value: null, failed }
  const approved = new Set(given.value.approved_by.map(({ user }) => user.username))
  const rest = asked.value.items.filter(({ user }) => !approved.has(user?.username ?? ''))
  const value = [
    ...[...approved].map((by) => ({ by, state: 'approved' as const, at: null })),
    ...rest.map(({ user, state, created_at: at }) => ({
      by: user?.username ?? null,
      // An approval that the list of approvals does not name is none.
      state:
        state !== 'approved' && Object.hasOwn(REVIEWS, state)
          ? REVIEWS[state as keyof typeof REVIEWS] // just checked
          : ('unknown' as const),
      at: toTime(at),
    })),
  ] satisfies Review[]
  return { value, failed }
}

type Head = Readonly<{ project: Seen; request: MergeRequest; context: CallContext }>

// Jobs of the newest pipeline; null unless all were read, for a failed one may be among those not seen.
async function readChecks(client: GitlabClient, { project, request, context }: Head) {
  const { head_pipeline: pipeline } = request
  if (pipeline == null) return { value: null, failed: [] }
  const jobs = await askPart('checks', () =>
    readList(client, {
      path: [...project.path, 'pipelines', String(pipeline.id), 'jobs'],
      row: jobSchema,
      context,
    }),
  )
  const later: readonly Part[] = jobs.value === undefined ? [] : toFailed(jobs.value)
  const cut: Part = { scope: { half: 'checks' }, state: 'truncated', cap: 'page', at_least: 1000 }
  const failed = [...jobs.failed, ...later, ...(jobs.value?.stop === 'cap' ? [cut] : [])]
  if (jobs.value?.stop !== 'end') return { value: null, failed }
  const value = jobs.value.items.map((one) => ({
    name: one.name,
    state: toState(one.status),
    url: one.web_url ?? null,
  }))
  return { value, failed }
}
