import {
  createHttpClient,
  type HttpResponse,
  type PathSegment,
  type QueryValues,
} from '@vedette/connectors/kit'
import { type CallContext, type ConnectContext, SourceError } from '@vedette/proto/connector'
import { z } from 'zod'
import type { GithubConfig } from './config.ts'
import { createCredentials, describePower, type Power } from './credentials.ts'
import { GITHUB_ERRORS } from './errors.ts'
import { createLogReader, type LogText } from './log-text.ts'

// One question; `schema` is what its answer must be.
export type Ask<S extends z.ZodType> = Readonly<{
  path: readonly PathSegment[]
  query?: QueryValues
  schema: S
  context: CallContext
  // Permissions that this read needs, in GitHub's words (`pull_requests`); an App's token has no other.
  needs: readonly string[]
  // The one repository that it is about; left out, every one that the credential sees.
  repo?: string
  accept?: string
}>

// `seesAll` when GitHub says that the credential reaches every repository; a token's reach is not told.
export type Owner = Readonly<{ login: string; id: number; isUser: boolean; seesAll: boolean }>

export type GithubClient = Readonly<{
  instance: string
  config: GithubConfig
  // Whose repositories these are, as GitHub itself says it. Throws `scope_mismatch` for another owner.
  identify(context: CallContext): Promise<Owner>
  // Proves the owner first, then asks.
  ask<S extends z.ZodType>(ask: Ask<S>): Promise<z.output<S>>
  // The same with the response's headers.
  askWhole<S extends z.ZodType>(
    ask: Ask<S>,
  ): Promise<Readonly<{ data: z.output<S>; headers: HttpResponse['headers'] }>>
  // The text of one job's log, from the end when it is large.
  readLog(repo: string, job: string, context: CallContext): Promise<LogText>
  close(): void
}>

const IDENTITY_MS = 600_000
const account = z.object({ login: z.string().min(1).max(128), id: z.int(), type: z.string().nullish() })
const installation = z.object({
  account,
  suspended_at: z.string().nullish(),
  repository_selection: z.string().nullish(),
})
type Known = Readonly<{ owner: Owner; secret: string; until: number }>

// Makes the client of one owner; no network or secret is touched until the first question.
export function connectGithub(config: GithubConfig, context: ConnectContext): GithubClient {
  const { instance } = context
  const fixed = { 'user-agent': 'vedette', 'x-github-api-version': '2022-11-28' }
  const base = { baseUrl: config.url, name: instance, headers: async () => fixed }
  const http = createHttpClient({ ...base, errors: GITHUB_ERRORS })
  const credentials = createCredentials(config, { context, http })
  const logs = createLogReader(base, config)
  let known: Known | undefined

  async function get(path: readonly PathSegment[], token: string, call: CallContext): Promise<unknown> {
    const { json } = await http.get({ path, headers: { authorization: `Bearer ${token}` }, context: call })
    return json
  }

  async function readOwner(
    call: CallContext,
  ): Promise<z.output<typeof account> & Readonly<{ seesAll: boolean }>> {
    if (config.token === undefined) {
      const path = ['app', 'installations', String(config.installation_id)]
      const found = parseAs(installation, await get(path, await credentials.getAppToken(call), call))
      if (found.suspended_at != null)
        throw new SourceError('forbidden', { missing: 'the installation of the App is suspended' })
      return { ...found.account, seesAll: found.repository_selection === 'all' }
    }
    const token = await credentials.read()
    const self = parseAs(account, await get(['user'], token, call))
    if (isSame(self.login, config.owner)) return { ...self, seesAll: false }
    return { ...parseAs(account, await get(['orgs', config.owner], token, call)), seesAll: false }
  }

  async function identify(call: CallContext): Promise<Owner> {
    const secret = await credentials.read()
    if (known?.secret === secret && call.clock.now() < known.until) return known.owner
    const { login, id, type, seesAll } = await readOwner(call)
    const isOther = config.expect_owner_id !== undefined && id !== config.expect_owner_id
    if (isOther || !isSame(login, config.owner)) throw new SourceError('unusable', { why: 'scope_mismatch' })
    known = {
      owner: { login, id, isUser: type === 'User', seesAll },
      secret,
      until: call.clock.now() + IDENTITY_MS,
    }
    return known.owner
  }

  async function askWhole<S extends z.ZodType>(ask: Ask<S>) {
    await identify(ask.context)
    const power: Power = { permissions: ask.needs, repo: ask.repo }
    const token = await credentials.getToken(power, ask.context)
    const accept = ask.accept === undefined ? {} : { accept: ask.accept }
    const headers = { authorization: `Bearer ${token}`, ...accept }
    const { path, query = {}, context: call } = ask
    const response = await http.get({ path, query, headers, context: call }).catch((error: unknown) => {
      throw refine(error, power)
    })
    return { data: parseAs(ask.schema, response.json), headers: response.headers }
  }

  return {
    instance,
    config,
    identify,
    askWhole,
    ask: async (ask) => (await askWhole(ask)).data,
    async readLog(repo, job, call) {
      const { login } = await identify(call)
      const power = { permissions: ['actions'], repo }
      const token = await credentials.getToken(power, call)
      const path = ['repos', login, repo, 'actions', 'jobs', job, 'logs']
      return logs
        .read({ path, headers: { authorization: `Bearer ${token}` }, context: call })
        .catch((error) => {
          throw refine(error, power)
        })
    },
    close() {
      http.close()
      logs.close()
    },
  }
}

// A refusal that names no permission is about the one that was needed.
function refine(error: unknown, power: Power): unknown {
  if (!(error instanceof SourceError) || error.state !== 'forbidden') return error
  return new SourceError('forbidden', { missing: describePower(power), ...error.carried })
}

// Logins are told apart without regard to capitals.
export function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

// Parses an answer; one of another shape cannot be shown as true.
function parseAs<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new SourceError('unusable', { why: 'schema_mismatch' })
  return parsed.data
}
