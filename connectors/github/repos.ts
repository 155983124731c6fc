import { checkSegment, splitSegments } from '@vedette/connectors/kit'
import { ArgumentError, type CallContext, SourceError } from '@vedette/proto/connector'
import { z } from 'zod'
import { type GithubClient, isSame } from './client.ts'
import { MOVED, NOT_FOUND } from './errors.ts'

export const repoSchema = z.object({
  id: z.int(),
  name: z.string().min(1),
  full_name: z.string().min(3),
  description: z.string().nullish(),
  default_branch: z.string().nullish(),
  language: z.string().nullish(),
  private: z.boolean().nullish(),
  archived: z.boolean().nullish(),
  pushed_at: z.string().nullish(),
  topics: z.array(z.string()).nullish(),
  html_url: z.string().nullish(),
})
export type Repo = z.output<typeof repoSchema>

// A repository that was just seen to be readable; `path` begins what lies in it.
export type Seen = Repo & Readonly<{ path: readonly string[] }>

// Sees one repository of the owner before anything in it is asked for, so that a later 404 is about what lies in it.
// Throws `forbidden` for one that cannot be seen: GitHub does not tell it from one that does not exist.
export async function seeRepo(client: GithubClient, text: string, context: CallContext): Promise<Seen> {
  const { login } = await client.identify(context)
  const [first = '', second, ...more] = splitSegments(text, 'repo')
  const [owner, name] = second === undefined ? [login, first] : [first, second]
  if (more.length > 0) throw wrongRepo('repo is not owner/name')
  checkSegment('text', owner, 'repo')
  if (!isSame(owner, login)) throw wrongRepo(`repo is not one of ${login}`)
  const path = ['repos', login, name]
  const repo = await client
    .ask({ path, schema: repoSchema, needs: ['metadata'], repo: name, context })
    .catch((error: unknown) => {
      throw toUnseen(error)
    })
  if (!isSame(repo.full_name, `${login}/${name}`))
    throw new SourceError('unusable', { why: 'scope_mismatch' })
  return { ...repo, path }
}

function toUnseen(error: unknown): unknown {
  if (!(error instanceof SourceError)) return error
  const { code, status = 404 } = error.carried
  if (code === MOVED && status !== 302) return wrongRepo('repo was renamed or moved')
  if (code !== NOT_FOUND) return error
  return new SourceError('forbidden', { status, missing: 'metadata: read on the repository, if it exists' })
}

function wrongRepo(message: string): ArgumentError {
  const fix = 'take repo from what scm_repos_list gives'
  return new ArgumentError({ code: 'not_found', field: 'repo', message, fix })
}

// A revision of the caller as elements of a path. Throws ArgumentError for what no branch, tag or commit can be called.
export function toRef(ref: string, field: string): readonly string[] {
  const parts = splitSegments(ref, field)
  if (!ref.includes('..') && !/[:~]/.test(ref)) return parts
  throw new ArgumentError({
    field,
    message: `${field} is not the name of a revision`,
    fix: 'give a branch, tag or commit',
  })
}
