import { toTime } from '@vedette/connectors/kit'
import { z } from 'zod'

const user = z.object({ login: z.string() }).nullish()
const branch = z.object({ ref: z.string(), sha: z.string().nullish() })

export const pullSchema = z.object({
  number: z.int(),
  title: z.string(),
  // A word that is not known cannot be shown as true: an open one would look closed.
  state: z.enum(['open', 'closed']),
  draft: z.boolean().nullish(),
  user,
  base: branch,
  head: branch,
  merge_commit_sha: z.string().nullish(),
  created_at: z.string(),
  updated_at: z.string().nullish(),
  closed_at: z.string().nullish(),
  merged_at: z.string().nullish(),
  merged_by: user,
  labels: z.array(z.object({ name: z.string() })).nullish(),
  html_url: z.string().nullish(),
  body: z.string().nullish(),
  mergeable: z.boolean().nullish(),
})
export type Pull = z.output<typeof pullSchema>

// One pull request as a row. A commit to merge is named before the merge too, and is told only after it.
export function toPull(pull: Pull) {
  const isMerged = pull.merged_at != null
  return {
    number: pull.number,
    title: pull.title,
    state: isMerged ? ('merged' as const) : pull.state === 'open' ? ('open' as const) : ('closed' as const),
    draft: pull.draft ?? null,
    author: pull.user?.login ?? null,
    base: pull.base.ref,
    head: pull.head.ref,
    merge_commit: isMerged ? (pull.merge_commit_sha ?? null) : null,
    created_at: toTime(pull.created_at) ?? pull.created_at,
    updated_at: toTime(pull.updated_at),
    merged_at: toTime(pull.merged_at),
    merged_by: pull.merged_by?.login ?? null,
    labels: (pull.labels ?? []).map(({ name }) => name),
    url: pull.html_url ?? null,
  }
}

// Pull requests that a commit came from, in short.
export const shortPulls = z.array(
  z.object({ number: z.int(), title: z.string(), html_url: z.string().nullish() }),
)

// The same as rows.
export function toShortPulls(pulls: z.output<typeof shortPulls>) {
  return pulls.map(({ number, title, html_url }) => ({ number, title, url: html_url ?? null }))
}
