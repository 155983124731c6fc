import { toTime } from '@vedette/connectors/kit'
import { z } from 'zod'

const signature = z.object({ name: z.string().nullish(), date: z.string().nullish() }).nullish()

export const commitSchema = z.object({
  sha: z.string().min(7),
  commit: z.object({
    message: z.string(),
    author: signature,
    committer: signature,
    verification: z.object({ verified: z.boolean() }).nullish(),
  }),
  html_url: z.string().nullish(),
})
export type Commit = z.output<typeof commitSchema>

// One commit as a row; the message is its first line.
export function toCommit({ sha, commit, html_url: url }: Commit) {
  return {
    sha,
    message: (commit.message.split('\n')[0] ?? '').slice(0, 500),
    author: commit.author?.name ?? null,
    authored_at: toTime(commit.author?.date),
    committed_at: toTime(commit.committer?.date),
    url: url ?? null,
  }
}

// What a message says below its first line, or null.
export function toBody(message: string): string | null {
  const body = message.split('\n').slice(1).join('\n').trim()
  return body === '' ? null : body.slice(0, 20_000)
}

export const fileSchema = z.object({
  filename: z.string(),
  previous_filename: z.string().nullish(),
  status: z.string(),
  additions: z.number().nullish(),
  deletions: z.number().nullish(),
  patch: z.string().nullish(),
})

const CHANGES = Object.freeze({
  added: 'added',
  modified: 'modified',
  changed: 'modified',
  removed: 'removed',
  renamed: 'renamed',
  copied: 'copied',
} as const)

// Characters of one file's patch that an answer carries.
const MAX_PATCH = 8000

// One file of a change, with its patch when that was asked for.
export function toFile(file: z.output<typeof fileSchema>, patches: boolean) {
  const { status, patch } = file
  const known = Object.hasOwn(CHANGES, status)
  return {
    path: file.filename,
    previous_path: file.previous_filename ?? null,
    change: known ? CHANGES[status as keyof typeof CHANGES] : ('unknown' as const), // just checked
    additions: file.additions ?? null,
    deletions: file.deletions ?? null,
    patch: patches && patch != null ? patch.slice(0, MAX_PATCH) : null,
  }
}

// Whether a patch that was asked for is longer than what an answer carries.
export function isPatchCut(files: readonly z.output<typeof fileSchema>[], patches: boolean): boolean {
  return patches && files.some(({ patch }) => (patch?.length ?? 0) > MAX_PATCH)
}
