import {
  createHttpClient,
  type HttpClientOptions,
  type HttpResponse,
  type QueryValues,
} from '@vedette/connectors/kit'
import { type CallContext, type ConnectContext, SourceError } from '@vedette/proto/connector'
import { z } from 'zod'
import { type PagerdutyConfig, REGIONS } from './config.ts'
import { PAGERDUTY_ERRORS, REFUSED } from './errors.ts'

// One question; `schema` is what its answer must be.
export type Ask<S extends z.ZodType> = Readonly<{
  path: readonly string[]
  query?: QueryValues
  // Posted as JSON: analytics are reads that take a body.
  body?: unknown
  schema: S
  context: CallContext
  // The scope of an app that this read needs; named when PagerDuty refuses.
  needs: string
}>

// Who the token is. `seesAll` only where PagerDuty hides no team's objects from it.
export type Identity = Readonly<{ account: string; seesAll: boolean }>

export type PagerdutyClient = Readonly<{
  instance: string
  config: PagerdutyConfig
  // The account as PagerDuty itself says it. Throws `scope_mismatch` for another one.
  identify(context: CallContext): Promise<Identity>
  // Proves the account first, then asks.
  ask<S extends z.ZodType>(ask: Ask<S>): Promise<z.output<S>>
  // Posts a change, once. Throws `not_configured` where no user is named for it.
  tell<S extends z.ZodType>(ask: Ask<S>): Promise<z.output<S>>
  close(): void
}>

const IDENTITY_MS = 600_000
const ADDRESS = /^https:\/\/([a-z0-9][a-z0-9-]{0,62})\.(?:eu\.)?pagerduty\.com\//i
const me = z.object({ user: z.looseObject({ html_url: z.string(), role: z.string() }) })
const anybody = z.object({ users: z.array(z.looseObject({ html_url: z.string() })).min(1) })
// Roles from whom private teams hide nothing.
const ALL_SEEING: readonly string[] = ['owner', 'admin']

// Makes the client of one account; no network or secret is touched until the first question.
export function connectPagerduty(config: PagerdutyConfig, { instance, readSecret }: ConnectContext) {
  const base: HttpClientOptions = {
    baseUrl: config.url ?? REGIONS[config.region],
    name: instance,
    errors: PAGERDUTY_ERRORS,
  }
  const http = createHttpClient({ ...base, headers })
  const writer = createHttpClient({ ...base, headers: headersOfWriter })
  let known: (Identity & Readonly<{ digest: string; until: number }>) | undefined

  async function headers(): Promise<Readonly<Record<string, string>>> {
    const token = await readSecret(config.token)
    return {
      accept: 'application/vnd.pagerduty+json;version=2',
      authorization: config.auth === 'key' ? `Token token=${token}` : `Bearer ${token}`,
    }
  }

  async function headersOfWriter() {
    return { ...(await headers()), from: config.from_email ?? '' }
  }

  async function identify(context: CallContext): Promise<Identity> {
    const digest = await toDigest(await readSecret(config.token))
    if (known?.digest === digest && context.clock.now() < known.until) return known
    const { url, seesAll } = await whoAmI(context)
    const account = ADDRESS.exec(url)?.[1]?.toLowerCase()
    if (account === undefined) throw new SourceError('unusable', { why: 'schema_mismatch' })
    if (config.expect_account !== undefined && account !== config.expect_account)
      throw new SourceError('unusable', { why: 'scope_mismatch' })
    known = { account, seesAll, digest, until: context.clock.now() + IDENTITY_MS }
    return known
  }

  // A key of the whole account belongs to no user, which PagerDuty answers with a refusal: any user's page then names
  // the account. The token of an app is limited by what it was granted, which it does not say.
  async function whoAmI(context: CallContext): Promise<Readonly<{ url: string; seesAll: boolean }>> {
    const user = await http.get({ path: ['users', 'me'], context }).catch((error: unknown) => {
      if (!(error instanceof SourceError)) throw error
      if (error.carried.code === REFUSED) return undefined
      if (config.auth === 'bearer' && error.state === 'forbidden') return undefined
      throw refine(error, 'users.read')
    })
    if (user !== undefined) {
      const { html_url: url, role } = parseAs(me, user.json).user
      return { url, seesAll: config.auth === 'key' && ALL_SEEING.includes(role) }
    }
    const sent = { path: ['users'], query: { limit: '1' }, context }
    const { json } = await http.get(sent).catch((error: unknown) => {
      throw refine(error, 'users.read')
    })
    return { url: parseAs(anybody, json).users[0]?.html_url ?? '', seesAll: config.auth === 'key' }
  }

  const client: PagerdutyClient = {
    instance,
    config,
    identify,
    async ask({ path, query = {}, body, schema, context, needs }) {
      await identify(context)
      const sent = { path, query, context }
      const asked: Promise<HttpResponse> =
        body === undefined ? http.get(sent) : http.postJson({ ...sent, body })
      const { json } = await asked.catch((error: unknown) => {
        throw refine(error, needs)
      })
      return parseAs(schema, json)
    },
    async tell({ path, body, schema, context, needs }) {
      if (config.from_email === undefined)
        throw new SourceError('not_configured', { reason: 'not_requested' })
      await identify(context)
      const sent = { method: 'POST', path, body, context } as const
      const { json } = await writer.change(sent).catch((error: unknown) => {
        throw refine(error, needs)
      })
      return parseAs(schema, json)
    },
    close() {
      http.close()
      writer.close()
    },
  }
  return client
}

function refine(error: unknown, needs: string): unknown {
  const isRefused = error instanceof SourceError && error.state === 'forbidden'
  return isRefused && error.carried.missing === undefined
    ? new SourceError('forbidden', { ...error.carried, missing: needs })
    : error
}

// Parses an answer; one of another shape cannot be shown as true.
function parseAs<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new SourceError('unusable', { why: 'schema_mismatch' })
  return parsed.data
}

async function toDigest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
