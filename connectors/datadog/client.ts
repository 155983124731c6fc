import {
  createHttpClient,
  type HttpClient,
  type HttpResponse,
  type QueryValues,
} from '@vedette/connectors/kit'
import { ArgumentError, type CallContext, type ConnectContext, SourceError } from '@vedette/proto/connector'
import { z } from 'zod'
import { type DatadogConfig, SITES } from './config.ts'
import { DATADOG_ERRORS, IDENTITY_ERRORS, REFUSED } from './errors.ts'
import { type Quota, shareQuota } from './quota.ts'

// One question; `schema` is what its answer must be.
export type Ask<S extends z.ZodType> = Readonly<{
  // Below /api.
  path: readonly string[]
  query?: QueryValues
  // Posted as JSON: Datadog's searches are reads that take a body.
  body?: unknown
  schema: S
  context: CallContext
  // The application key's scope that this read needs; named when Datadog refuses.
  needs: string
  // The argument that holds the caller's own text, when a refusal is about that.
  field?: string
}>

export type DatadogClient = Readonly<{
  instance: string
  config: DatadogConfig
  // Address of the pages for people.
  pages: string
  // The organisation that the keys belong to, as Datadog itself says it. Throws `scope_mismatch` for another one.
  identify(context: CallContext): Promise<string>
  // Proves the organisation first, then asks.
  ask<S extends z.ZodType>(ask: Ask<S>): Promise<z.output<S>>
  // Checks both keys together. Throws `unauthorized`.
  checkKeys(context: CallContext): Promise<void>
  close(): void
}>

type Keys = Readonly<{ api: string; app: string }>
type Known = Readonly<{ digest: string; org: string; until: number }>

const IDENTITY_MS = 600_000
const identity = z.object({
  data: z.object({ id: z.string().min(1).max(128), attributes: z.object({ valid: z.boolean().optional() }) }),
})
const keyCheck = z.object({ status: z.string() })

// Makes the client of one organisation; no network or secret is touched until the first question.
export function connectDatadog(config: DatadogConfig, context: ConnectContext): DatadogClient {
  const { instance } = context
  const base = { baseUrl: config.url ?? `https://api.${config.site}`, name: instance, headers }
  const http = createHttpClient({ ...base, errors: DATADOG_ERRORS })
  const gate = createHttpClient({ ...base, errors: IDENTITY_ERRORS })
  let known: Known | undefined

  // Both keys are read again each time, so that their rotation needs no restart.
  async function readKeys(): Promise<Keys> {
    return { api: await context.readSecret(config.api_key), app: await context.readSecret(config.app_key) }
  }

  async function headers(): Promise<Readonly<Record<string, string>>> {
    const { api, app } = await readKeys()
    return { 'dd-api-key': api, 'dd-application-key': app }
  }

  async function getDigest(): Promise<string> {
    const { api, app } = await readKeys()
    return digest([base.baseUrl, api, app])
  }

  async function identify(call: CallContext): Promise<string> {
    const key = await getDigest()
    if (known?.digest === key && call.clock.now() < known.until) return known.org
    const { json } = await gate.get({ path: ['api', 'v2', 'validate'], context: call })
    const { id: org, attributes } = parseAs(identity, json).data
    if (attributes.valid === false) throw new SourceError('unauthorized', { credential: instance })
    if (config.expect_org !== undefined && org.toLowerCase() !== config.expect_org.toLowerCase())
      throw new SourceError('unusable', { why: 'scope_mismatch' })
    known = { digest: key, org, until: call.clock.now() + IDENTITY_MS }
    return org
  }

  return {
    instance,
    config,
    pages: SITES[config.site],
    identify,
    async ask(ask) {
      await identify(ask.context)
      const quota = shareQuota(known?.digest ?? '')
      return parseAs(ask.schema, await send(http, ask, { quota, share: config.quota_share }))
    },
    async checkKeys(call) {
      const { json } = await gate.get({ path: ['api', 'v2', 'validate_keys'], context: call })
      if (parseAs(keyCheck, json).status !== 'ok')
        throw new SourceError('unauthorized', { credential: instance })
    },
    close() {
      http.close()
      gate.close()
    },
  }
}

async function send(
  http: HttpClient,
  { path, query = {}, body, context, needs, field }: Ask<z.ZodType>,
  { quota, share }: Readonly<{ quota: Quota; share: number }>,
): Promise<unknown> {
  const kind = path
    .filter((one) => /^(?:v\d|[a-z-]{1,24})$/.test(one))
    .slice(0, 4)
    .join('/')
  quota.spend(kind, { now: context.clock.now(), share })
  const sent = { path: ['api', ...path], query, context }
  const response: HttpResponse = await (body === undefined
    ? http.get(sent)
    : http.postJson({ ...sent, body })
  ).catch((error: unknown) => {
    throw refine(error, { needs, field })
  })
  quota.learn(kind, response.headers, context.clock.now())
  return response.json
}

function refine(
  error: unknown,
  { needs, field }: Readonly<{ needs: string; field: string | undefined }>,
): unknown {
  if (!(error instanceof SourceError)) return error
  if (error.state === 'forbidden') return new SourceError('forbidden', { ...error.carried, missing: needs })
  if (error.carried.code !== REFUSED || field === undefined) return error
  return new ArgumentError({
    field,
    message: `Datadog refuses ${field}`,
    fix: `correct ${field}: it is not a query that Datadog accepts`,
  })
}

// Parses an answer; one of another shape cannot be shown as true.
function parseAs<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new SourceError('unusable', { why: 'schema_mismatch' })
  return parsed.data
}

async function digest(texts: readonly string[]): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(texts.join('\n')))
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
