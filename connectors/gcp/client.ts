import {
  createHttpClient,
  type HttpClient,
  type PathSegment,
  type QueryValues,
} from '@vedette/connectors/kit'
import { type CallContext, type ConnectContext, SourceError } from '@vedette/proto/connector'
import type { Scope } from '@vedette/proto/visibility'
import { z } from 'zod'
import type { GcpConfig, ProjectConfig } from './config.ts'
import { createTokenReader, type Token } from './credentials.ts'
import { GCP_ERRORS } from './errors.ts'
import { SERVICES, type Service } from './services.ts'

const PROVED_MS = 300_000

// One question to an API. `path` stands below the service's own; `root` replaces that for another version of it.
export type Ask = Readonly<{
  service: Service
  root?: readonly string[]
  path: readonly PathSegment[]
  query?: QueryValues
  // Set for reads that are asked by POST.
  body?: unknown
  // The permission that is missing when Google does not name one.
  needs?: string
}>

export type Project = Readonly<{
  id: string
  number: string
  name: string | null
  parent: string | null
  state: string
  labels: Readonly<Record<string, string>>
  createdAt: string | null
}>

// Reads of one proved project.
export type Reader = Readonly<{
  project: Project
  token: Token
  scope: Scope
  context: CallContext
  // The parsed answer, which may still be of any shape. Throws SourceError.
  ask(ask: Ask): Promise<unknown>
}>

export type GcpClient = Readonly<{
  instance: string
  config: GcpConfig
  project: ProjectConfig
  // Proves the project. Throws SourceError; `scope_mismatch` when it is another one.
  open(context: CallContext): Promise<Reader>
  close(): void
}>

const projectAnswer = z.object({
  name: z.string().regex(/^projects\/\d+$/),
  projectId: z.string().min(1),
  state: z.string().default('unknown'),
  displayName: z.string().optional(),
  parent: z.string().optional(),
  createTime: z.string().optional(),
  labels: z.record(z.string(), z.string()).default({}),
})

// A project as the resource manager tells it. Throws `unusable` for anything else.
export function parseProject(json: unknown): Project {
  const parsed = projectAnswer.safeParse(json)
  if (!parsed.success) throw new SourceError('unusable', { why: 'schema_mismatch' })
  const { name, projectId, state, displayName, parent, createTime, labels } = parsed.data
  return {
    id: projectId,
    number: name.slice('projects/'.length),
    name: displayName ?? null,
    parent: parent ?? null,
    state,
    labels,
    createdAt: createTime ?? null,
  }
}

// Makes the client of one project; no network or secret is touched until the first call.
export function connectGcp(config: GcpConfig, connect: ConnectContext): GcpClient {
  const [project, ...others] = config.projects
  if (project === undefined || others.length > 0) throw new TypeError('an instance reads one project')
  return connectProject(project, config, connect)
}

function connectProject(project: ProjectConfig, config: GcpConfig, connect: ConnectContext): GcpClient {
  const { instance } = connect
  const tokens = createTokenReader(config, connect)
  const clients = new Map<Service, HttpClient>()
  let token = ''
  let proved: Readonly<{ token: string; project: Project; until: number }> | undefined

  function httpOf(service: Service): HttpClient {
    const known = clients.get(service)
    if (known !== undefined) return known
    const { host } = SERVICES[service]
    const http = createHttpClient({
      baseUrl: config.endpoint === undefined ? `https://${host}` : `${config.endpoint}/${service}`,
      name: instance,
      errors: GCP_ERRORS,
      headers: async () => ({ authorization: `Bearer ${token}` }),
    })
    clients.set(service, http)
    return http
  }

  async function ask(
    { service, root, path, query, body, needs }: Ask,
    context: CallContext,
  ): Promise<unknown> {
    token = (await tokens.read(context)).value
    const http = httpOf(service)
    const request = { path: [...(root ?? SERVICES[service].root), ...path], query: query ?? {}, context }
    try {
      const sent = body === undefined ? http.get(request) : http.postJson({ ...request, body })
      return (await sent).json
    } catch (error) {
      if (error instanceof SourceError && error.state === 'unauthorized') tokens.forget()
      throw withMissing(error, needs)
    }
  }

  // The proof is kept for five minutes and for one token.
  async function prove(context: CallContext): Promise<Project> {
    const now = context.clock.now()
    if (proved !== undefined && proved.token === token && now < proved.until) return proved.project
    const json = await ask(
      { service: 'projects', path: ['projects', project.project], needs: 'resourcemanager.projects.get' },
      context,
    )
    const found = parseProject(json)
    const isOther = found.id !== project.project || (project.number ?? found.number) !== found.number
    if (isOther) throw new SourceError('unusable', { why: 'scope_mismatch' })
    proved = { token, project: found, until: now + PROVED_MS }
    return found
  }

  return {
    instance,
    config,
    project,
    async open(context) {
      const own = await tokens.read(context)
      token = own.value
      const found = await prove(context)
      return {
        project: found,
        token: own,
        scope: { account: found.id },
        context,
        ask: (wanted) => ask(wanted, context),
      }
    },
    close() {
      tokens.close()
      for (const http of clients.values()) http.close()
    },
  }
}

// Google names the missing permission in most refusals; where it does not, the one that the question needs stands in.
function withMissing(error: unknown, needs: string | undefined): unknown {
  if (!(error instanceof SourceError) || error.state !== 'forbidden' || needs === undefined) return error
  if (error.carried.missing !== undefined) return error
  return new SourceError('forbidden', { ...error.carried, missing: needs })
}
