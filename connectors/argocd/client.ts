import {
  ANY,
  createHttpClient,
  type HttpClient,
  type PathSegment,
  type QueryValues,
} from '@vedette/connectors/kit'
import { type CallContext, type ConnectContext, SourceError } from '@vedette/proto/connector'
import { z } from 'zod'
import type { ArgocdConfig } from './config.ts'
import { ARGOCD_ERRORS } from './errors.ts'

// One question; `schema` is what its answer must be.
export type Ask<S extends z.ZodType> = Readonly<{
  // Below /api/v1.
  path: readonly PathSegment[]
  query?: QueryValues
  schema: S
  context: CallContext
}>

export type ArgocdClient = Readonly<{
  instance: string
  config: ArgocdConfig
  // The account's name as Argo CD itself says it. Throws `scope_mismatch` for another one.
  identify(context: CallContext): Promise<string>
  // Proves the account first, then asks.
  ask<S extends z.ZodType>(ask: Ask<S>): Promise<z.output<S>>
  // Whether the account may see every application of a project, or of all of them.
  seesAll(project: string | undefined, context: CallContext): Promise<boolean>
  close(): void
}>

const IDENTITY_MS = 600_000
const userInfo = z.object({ loggedIn: z.boolean().nullish(), username: z.string().nullish() })
const verdict = z.object({ value: z.string() })
type Known = Readonly<{ account: string; secret: string; until: number }>

// Makes the client of one server; no network or secret is touched until the first question.
export function connectArgocd(config: ArgocdConfig, context: ConnectContext): ArgocdClient {
  const { instance } = context
  let made: Readonly<{ ca: string | undefined; http: HttpClient }> | undefined
  let known: Known | undefined

  async function headers() {
    return { authorization: `Bearer ${await context.readSecret(config.token)}` }
  }

  // The authority's file is read again each time, so that its rotation needs no restart.
  async function getHttp(): Promise<HttpClient> {
    const ca = config.ca_file === undefined ? undefined : await context.readSecret({ file: config.ca_file })
    if (made === undefined || made.ca !== ca) {
      made?.http.close()
      const options = { baseUrl: config.url, name: instance, errors: ARGOCD_ERRORS, headers }
      made = { ca, http: createHttpClient({ ...options, ...(ca === undefined ? {} : { tls: { ca } }) }) }
    }
    return made.http
  }

  async function get<S extends z.ZodType>({ path, query = {}, schema, context: call }: Ask<S>) {
    const { json } = await (await getHttp()).get({ path: ['api', 'v1', ...path], query, context: call })
    const parsed = schema.safeParse(json)
    if (!parsed.success) throw new SourceError('unusable', { why: 'schema_mismatch' })
    return parsed.data
  }

  async function identify(call: CallContext): Promise<string> {
    const secret = await context.readSecret(config.token)
    if (known?.secret === secret && call.clock.now() < known.until) return known.account
    const told = await get({ path: ['session', 'userinfo'], schema: userInfo, context: call })
    // A server with anonymous access answers with 200 to strangers too.
    if (told.loggedIn !== true || told.username == null || told.username === '')
      throw new SourceError('unauthorized', { credential: instance })
    const account = told.username.slice(0, 256)
    if (config.expect_account !== undefined && account !== config.expect_account)
      throw new SourceError('unusable', { why: 'scope_mismatch' })
    known = { account, secret, until: call.clock.now() + IDENTITY_MS }
    return account
  }

  return {
    instance,
    config,
    identify,
    async ask(ask) {
      await identify(ask.context)
      return get(ask)
    },
    async seesAll(project, call) {
      await identify(call)
      const path = ['account', 'can-i', 'applications', 'get', project ?? ANY, ANY]
      return (await get({ path, schema: verdict, context: call })).value === 'yes'
    },
    close: () => made?.http.close(),
  }
}
