import { toTime } from '@vedette/connectors/kit'
import { z } from 'zod'

export const commitSchema = z.object({
  id: z.string().min(7),
  title: z.string(),
  message: z.string().nullish(),
  author_name: z.string().nullish(),
  authored_date: z.string().nullish(),
  committed_date: z.string().nullish(),
  parent_ids: z.array(z.string()).nullish(),
  web_url: z.string().nullish(),
})
export type Commit = z.output<typeof commitSchema>

// One commit as a row; the message is its first line.
export function toCommit(one: Commit) {
  return {
    sha: one.id,
    message: one.title.slice(0, 500),
    author: one.author_name ?? null,
    authored_at: toTime(one.authored_date),
    committed_at: toTime(one.committed_date),
    url: one.web_url ?? null,
  }
}

export const diffSchema = z.object({
  old_path: z.string(),
  new_path: z.string(),
  new_file: z.boolean(),
  renamed_file: z.boolean(),
  deleted_file: z.boolean(),
  diff: z.string().nullish(),
  too_large: z.boolean().nullish(),
  collapsed: z.boolean().nullish(),
})
export type Diff = z.output<typeof diffSchema>

// Characters of one file's patch that an answer carries.
const MAX_PATCH = 8000

// One file of a change, with its patch when that was asked for. Lines are counted in the patch; GitLab leaves it out of
// files that are too large, whose counts are not known.
export function toFile(one: Diff, patches: boolean) {
  const patch =
    one.too_large === true || one.collapsed === true || one.diff == null || one.diff === '' ? null : one.diff
  const lines = patch?.split('\n') ?? null
  const isText = lines?.some((line) => line.startsWith('@@')) === true
  const isMoved = one.renamed_file && one.old_path !== one.new_path
  return {
    path: one.new_path,
    previous_path: isMoved ? one.old_path : null,
    change: toChange(one),
    additions: isText ? lines.filter((line) => line.startsWith('+')).length : null,
    deletions: isText ? lines.filter((line) => line.startsWith('-')).length : null,
    patch: patches ? (patch?.slice(0, MAX_PATCH) ?? null) : null,
  }
}

function toChange(one: Diff) {
  if (one.new_file) return 'added' as const
  if (one.deleted_file) return 'removed' as const
  return one.renamed_file ? ('renamed' as const) : ('modified' as const)
}

// Whether a patch that was asked for is longer than what an answer carries, or was left out by GitLab.
export function isPatchCut(files: readonly Diff[], patches: boolean): boolean {
  return (
    patches &&
    files.some(
      (one) => one.too_large === true || one.collapsed === true || (one.diff?.length ?? 0) > MAX_PATCH,
    )
  )
}
