import type { Paged } from '@vedette/connectors/kit'
import { ArgumentError, type CallContext } from '@vedette/proto/connector'
import { z } from 'zod'
import type { SentryClient } from './client.ts'
import { readList } from './lists.ts'
import { notFound, type Proof } from './reading.ts'
import { text } from './values.ts'

const project = z.looseObject({
  id: z.string(),
  slug: z.string(),
  name: text,
  platform: text,
  dateCreated: text,
  hasAccess: z.boolean().nullish(),
  team: z.looseObject({ slug: z.string() }).nullish(),
  teams: z.array(z.looseObject({ slug: z.string() })).nullish(),
  environments: z.array(z.string()).nullish(),
})
export type Project = z.output<typeof project>

// The organisation's projects. `isBlind` when Sentry lists some whose events it does not let this token see.
export type Projects = Readonly<{ projects: readonly Project[]; paged: Paged<unknown>; isBlind: boolean }>

// Every project of the organisation, those of other teams included.
export async function readProjects(client: SentryClient, context: CallContext): Promise<Projects> {
  const paged = await readList(client, { path: ['projects'], row: project, context, needs: 'project:read' })
  const projects = paged.items
  return { projects, paged, isBlind: projects.some(({ hasAccess }) => hasAccess !== true) }
}

type Wanted = Readonly<{ project?: string | undefined; service?: string | undefined }>

// What a question is about: one project, or all of them. A service is the project of its name.
export type Target = Readonly<{ id: string; projects: Projects; found: Project | undefined }>

// Finds the project of a question. Throws ArgumentError for one that the list, read to its end, does not have.
export async function readTarget(
  client: SentryClient,
  { project: wanted, service }: Wanted,
  context: CallContext,
): Promise<Target> {
  const projects = await readProjects(client, context)
  if (wanted !== undefined && service !== undefined && wanted !== service)
    throw new ArgumentError({
      field: 'service',
      message: 'a service of Sentry is the project of its name, and project names another one',
      fix: 'give project or service, not both',
    })
  const name = wanted ?? service
  // All projects that the token may see, and not only those of its own teams.
  if (name === undefined) return { id: '-1', projects, found: undefined }
  const found = projects.projects.find((one) => one.id === name || one.slug === name || one.name === name)
  if (found !== undefined) return { id: found.id, projects, found }
  if (projects.paged.stop === 'failed') throw projects.paged.error
  throw notFound(wanted === undefined ? 'service' : 'project')
}

// Whether a target has events that this token is not shown, or may have: a list of projects that was cut.
export function isHidden({ projects, found }: Target): boolean {
  return found === undefined ? projects.isBlind || projects.paged.stop !== 'end' : found.hasAccess !== true
}

// What an answer over all projects rests on besides its own proof: that the token sees each of them.
export async function readSight(
  client: SentryClient,
  context: CallContext,
): Promise<Readonly<{ cut: 'by_source' | undefined; limit(proof: Proof): Proof }>> {
  const isPart = isHidden(await readTarget(client, {}, context))
  return {
    cut: isPart ? 'by_source' : undefined,
    limit: (proof) => (isPart ? { unproven: 'this_token_may_not_see_all_projects' } : proof),
  }
}
