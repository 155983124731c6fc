import { splitSegments } from '@vedette/connectors/kit'
import { ArgumentError, type CallContext, SourceError } from '@vedette/proto/connector'
import { z } from 'zod'
import { type GitlabClient, isSame, toUnseen } from './client.ts'

export const projectSchema = z.object({
  id: z.int(),
  path_with_namespace: z.string().min(1),
  description: z.string().nullish(),
  default_branch: z.string().nullish(),
  visibility: z.string().nullish(),
  archived: z.boolean().nullish(),
  empty_repo: z.boolean().nullish(),
  topics: z.array(z.string()).nullish(),
  web_url: z.string().nullish(),
})
export type Project = z.output<typeof projectSchema>

// A project that was just seen to be readable; `path` begins what lies in it.
export type Seen = Project & Readonly<{ path: readonly string[] }>

// Sees one project of the group before anything in it is asked for, so that a later 404 is about what lies in it.
// Throws `forbidden` for one that cannot be seen: GitLab does not tell it from one that does not exist.
export async function seeProject(client: GitlabClient, text: string, context: CallContext): Promise<Seen> {
  const joined = splitSegments(text, 'repo')
  const { path: group } = await client.identify(context)
  if (!isIn(text, group)) throw wrongRepo(`repo is not one of ${group}`)
  const project = await client
    .ask({ path: ['projects', { joined }], schema: projectSchema, context })
    .catch((error: unknown) => {
      throw toUnseen(error, 'a role in the project, if it exists')
    })
  if (!isIn(project.path_with_namespace, group)) throw new SourceError('unusable', { why: 'scope_mismatch' })
  if (!isSame(project.path_with_namespace, text)) throw wrongRepo('repo was renamed or moved')
  return { ...project, path: ['projects', String(project.id)] }
}

// Whether a project's full path lies in a group or its subgroups.
export function isIn(path: string, group: string): boolean {
  return path.toLowerCase().startsWith(`${group.toLowerCase()}/`)
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
