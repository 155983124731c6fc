import { toTime } from '@vedette/connectors/kit'
import { z } from 'zod'

const user = z.object({ username: z.string() }).nullish()

export const requestSchema = z.object({
  iid: z.int(),
  title: z.string(),
  description: z.string().nullish(),
  // A word that is not known cannot be shown as true.
  state: z.enum(['opened', 'closed', 'merged', 'locked']),
  draft: z.boolean().nullish(),
  author: user,
  target_branch: z.string(),
  source_branch: z.string(),
  merge_commit_sha: z.string().nullish(),
  squash_commit_sha: z.string().nullish(),
  sha: z.string().nullish(),
  created_at: z.string(),
  updated_at: z.string().nullish(),
  closed_at: z.string().nullish(),
  merged_at: z.string().nullish(),
  merge_user: user,
  labels: z.array(z.string()).nullish(),
  detailed_merge_status: z.string().nullish(),
  head_pipeline: z.object({ id: z.int() }).nullish(),
  web_url: z.string().nullish(),
})
export type MergeRequest = z.output<typeof requestSchema>

// One merge request as a row. One that is locked is being merged, and so is open still.
export function toPull(one: MergeRequest) {
  const isMerged = one.state === 'merged'
  return {
    number: one.iid,
    title: one.title,
    state: isMerged ? ('merged' as const) : one.state === 'closed' ? ('closed' as const) : ('open' as const),
    draft: one.draft ?? null,
    author: one.author?.username ?? null,
    base: one.target_branch,
    head: one.source_branch,
    merge_commit: isMerged ? (one.merge_commit_sha ?? one.squash_commit_sha ?? one.sha ?? null) : null,
    created_at: toTime(one.created_at) ?? one.created_at,
    updated_at: toTime(one.updated_at),
    merged_at: toTime(one.merged_at),
    merged_by: one.merge_user?.username ?? null,
    labels: [...(one.labels ?? [])],
    url: one.web_url ?? null,
  }
}
