import {
  createHttpClient,
  type HttpClient,
  type HttpResponse,
  type PathSegment,
  type QueryValues,
} from '@vedette/connectors/kit'
import { type CallContext, type ConnectContext, SourceError } from '@vedette/proto/connector'
import { z } from 'zod'
import type { GitlabConfig } from './config.ts'
import { GITLAB_ERRORS, NOT_FOUND } from './errors.ts'

// One question; `schema` is what its answer must be.
export type Ask<S extends z.ZodType> = Readonly<{
  // Below /api/v4.
  path: readonly PathSegment[]
  query?: QueryValues
  schema: S
  context: CallContext
}>

export type Group = Readonly<{ id: number; path: string }>

export type GitlabClient = Readonly<{
  instance: string
  config: GitlabConfig
  // The group whose projects these are, as GitLab itself says it. Throws `scope_mismatch` for another one.
  identify(context: CallContext): Promise<Group>
  // Proves the group first, then asks.
  ask<S extends z.ZodType>(ask: Ask<S>): Promise<z.output<S>>
  // The same with the response's headers.
  askWhole<S extends z.ZodType>(
    ask: Ask<S>,
  ): Promise<Readonly<{ data: z.output<S>; headers: HttpResponse['headers'] }>>
  // A plain text, such as a job's log.
  askText(ask: Omit<Ask<z.ZodType>, 'schema'>): Promise<string>
  close(): void
}>

const IDENTITY_MS = 600_000
const self = z.object({
  active: z.boolean().nullish(),
  revoked: z.boolean().nullish(),
  scopes: z.array(z.string()),
})
const group = z.object({ id: z.int(), full_path: z.string().min(1).max(512) })
type Known = Readonly<{ group: Group; secret: string; until: number }>

// Makes the client of one group; no network or secret is touched until the first question.
export function connectGitlab(config: GitlabConfig, context: ConnectContext): GitlabClient {
  const { instance } = context
  let made: Readonly<{ ca: string | undefined; http: HttpClient }> | undefined
  let known: Known | undefined

  async function headers() {
    return { 'private-token': await context.readSecret(config.token) }
  }

  // The authority's file is read again each time, so that its rotation needs no restart.
  async function getHttp(): Promise<HttpClient> {
    const ca = config.ca_file === undefined ? undefined : await context.readSecret({ file: config.ca_file })
    if (made === undefined || made.ca !== ca) {
      made?.http.close()
      const options = { baseUrl: config.url, name: instance, errors: GITLAB_ERRORS, headers }
      made = { ca, http: createHttpClient({ ...options, ...(ca === undefined ? {} : { tls: { ca } }) }) }
    }
    return made.http
  }

  async function get(path: readonly PathSegment[], query: QueryValues, call: CallContext) {
    return (await getHttp()).get({ path: ['api', 'v4', ...path], query, context: call })
  }

  async function identify(call: CallContext): Promise<Group> {
    const secret = await context.readSecret(config.token)
    if (known?.secret === secret && call.clock.now() < known.until) return known.group
    const token = parseAs(self, (await get(['personal_access_tokens', 'self'], {}, call)).json)
    if (token.active === false || token.revoked === true)
      throw new SourceError('unauthorized', { credential: instance })
    if (!token.scopes.some((one) => one === 'read_api' || one === 'api'))
      throw new SourceError('forbidden', { missing: 'scope read_api of the token' })
    const path = ['groups', { joined: config.group.split('/') }]
    const { json } = await get(path, { with_projects: 'false' }, call).catch((error: unknown) => {
      throw toUnseen(error, 'a role in the group, if it exists')
    })
    const { id, full_path: full } = parseAs(group, json)
    const isOther = config.expect_group_id !== undefined && id !== config.expect_group_id
    if (isOther || !isSame(full, config.group)) throw new SourceError('unusable', { why: 'scope_mismatch' })
    known = { group: { id, path: full }, secret, until: call.clock.now() + IDENTITY_MS }
    return known.group
  }

  async function askWhole<S extends z.ZodType>({ path, query = {}, schema, context: call }: Ask<S>) {
    await identify(call)
    const response = await get(path, query, call)
    return { data: parseAs(schema, response.json), headers: response.headers }
  }

  return {
    instance,
    config,
    identify,
    askWhole,
    ask: async (ask) => (await askWhole(ask)).data,
    async askText({ path, query = {}, context: call }) {
      await identify(call)
      const http = await getHttp()
      return (await http.getText({ path: ['api', 'v4', ...path], query, context: call })).text
    },
    close: () => made?.http.close(),
  }
}

// GitLab gives the same 404 to who may not see a thing and for what is not there: it is no absence.
export function toUnseen(error: unknown, missing: string): unknown {
  if (!(error instanceof SourceError) || error.carried.code !== NOT_FOUND) return error
  return new SourceError('forbidden', { status: 404, missing })
}

// Paths are told apart without regard to capitals.
export function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

// Parses an answer; one of another shape cannot be shown as true.
function parseAs<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new SourceError('unusable', { why: 'schema_mismatch' })
  return parsed.data
}
