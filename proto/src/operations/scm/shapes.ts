import { z } from 'zod'
import { wanted } from '../fields.ts'
import { freeText, maybe } from '../values.ts'

// One commit; the message is its first line.
export const commitRow = z.object({
  sha: z.string(),
  message: freeText,
  author: maybe.personName,
  // When it was authored; a rebase keeps it, so it may lie before the push.
  authored_at: maybe.time,
  committed_at: maybe.time,
  url: maybe.url,
})

// One file of a change; the patch is null when it is binary, too large or was not asked for.
export const changedFile = z.object({
  path: z.string(),
  previous_path: maybe.text,
  change: z.enum(['added', 'modified', 'removed', 'renamed', 'copied', 'unknown']),
  additions: maybe.number,
  deletions: maybe.number,
  patch: maybe.freeText,
})

// One pull or merge request.
export const pullRow = z.object({
  number: z.number(),
  title: freeText,
  state: z.enum(['open', 'merged', 'closed']),
  draft: maybe.flag,
  author: maybe.userHandle,
  base: z.string(),
  head: z.string(),
  merge_commit: maybe.text,
  created_at: z.string(),
  updated_at: maybe.time,
  merged_at: maybe.time,
  merged_by: maybe.userHandle,
  labels: z.array(z.string()),
  url: maybe.url,
})

// The repository in question.
export function repository() {
  return wanted('Repository with its owner or group: acme/checkout')
}
