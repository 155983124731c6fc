import { createHttpClient, ENDING_SLASH, type PathSegment, type QueryValues } from '@vedette/connectors/kit'
import { ArgumentError, type CallContext, type ConnectContext, SourceError } from '@vedette/proto/connector'
import { z } from 'zod'
import { REGIONS, type SentryConfig } from './config.ts'
import { NOT_FOUND, REFUSED, SENTRY_ERRORS } from './errors.ts'

// One question; `schema` is what its answer must be.
export type Ask<S extends z.ZodType> = Readonly<{
  // Below the organisation, or below /api/0 when `isRooted`.
  path: readonly PathSegment[]
  isRooted?: boolean
  query?: QueryValues
  schema: S
  context: CallContext
  // The scope that this read needs; named when Sentry refuses.
  needs: string
  // The argument that holds the caller's own text, when a refusal is about that.
  field?: string
}>

// `next` is the cursor of the next page; undefined at the end. Absent where Sentry does not say whether there is one.
export type Told<T> = Readonly<{ value: T; paging?: Readonly<{ next: string | undefined }> }>

// `scopes` are those of the token; null when Sentry does not tell them.
export type Identity = Readonly<{ slug: string; id: string; scopes: readonly string[] | null }>

export type SentryClient = Readonly<{
  instance: string
  config: SentryConfig
  // The organisation as Sentry itself says it. Throws `scope_mismatch` for another one.
  identify(context: CallContext): Promise<Identity>
  // Proves the organisation first, then asks.
  ask<S extends z.ZodType>(ask: Ask<S>): Promise<Told<z.output<S>>>
  close(): void
}>

const IDENTITY_MS = 600_000
const NEXT = /rel="next";\s*results="(true|false)";\s*cursor="([^"]{1,256})"/
const organization = z.looseObject({
  id: z.string(),
  slug: z.string().min(1),
  access: z.array(z.string()).nullish(),
  links: z.looseObject({ regionUrl: z.string().nullish() }).nullish(),
})

// Makes the client of one organisation; no network or secret is touched until the first question.
export function connectSentry(config: SentryConfig, { instance, readSecret }: ConnectContext): SentryClient {
  const baseUrl = config.url ?? REGIONS[config.region]
  const headers = async () => ({ authorization: `Bearer ${await readSecret(config.token)}` })
  const http = createHttpClient({ baseUrl, name: instance, errors: SENTRY_ERRORS, headers })
  const root = ['api', '0']
  const own = [...root, 'organizations', config.organization]
  let known: (Identity & Readonly<{ digest: string; until: number }>) | undefined

  async function identify(context: CallContext): Promise<Identity> {
    const digest = await toDigest(await readSecret(config.token))
    if (known?.digest === digest && context.clock.now() < known.until) return known
    const { json } = await http.get({ path: [...own, ENDING_SLASH], context }).catch((error: unknown) => {
      if (!(error instanceof SourceError) || error.carried.code !== NOT_FOUND)
        throw refine(error, { needs: 'org:read' })
      throw new SourceError('forbidden', { status: 404, missing: 'membership of the organisation' })
    })
    const told = parseAs(organization, json)
    if (!isExpected(told, config)) throw new SourceError('unusable', { why: 'scope_mismatch' })
    const { id, slug, access } = told
    known = { id, slug, scopes: access ?? null, digest, until: context.clock.now() + IDENTITY_MS }
    return known
  }

  return {
    instance,
    config,
    identify,
    async ask({ path, isRooted = false, query = {}, schema, context, needs, field }) {
      await identify(context)
      const sent = { path: [...(isRooted ? root : own), ...path, ENDING_SLASH], query, context }
      const { json, headers: told } = await http.get(sent).catch((error: unknown) => {
        throw refine(error, { needs, field })
      })
      const [, results, next] = NEXT.exec(told['link'] ?? '') ?? []
      const paging = results === undefined ? {} : { paging: { next: results === 'true' ? next : undefined } }
      return { value: parseAs(schema, json), ...paging }
    },
    close: () => http.close(),
  }
}

// The organisation that the configuration names, in the region that it names.
function isExpected({ id, slug, links }: z.output<typeof organization>, config: SentryConfig): boolean {
  const region = links?.regionUrl
  const isElsewhere =
    config.url === undefined && config.region !== 'any' && region != null && region !== REGIONS[config.region]
  return (
    !isElsewhere &&
    slug.toLowerCase() === config.organization.toLowerCase() &&
    (config.expect_org_id === undefined || id === config.expect_org_id)
  )
}

function refine(
  error: unknown,
  { needs, field }: Readonly<{ needs: string; field?: string | undefined }>,
): unknown {
  if (!(error instanceof SourceError)) return error
  if (error.state === 'forbidden' && error.carried.missing === undefined)
    return new SourceError('forbidden', { ...error.carried, missing: needs })
  if (error.carried.code !== REFUSED || field === undefined) return error
  return new ArgumentError({
    field,
    message: `Sentry refuses ${field}`,
    fix: `correct ${field}: it is not a search that Sentry accepts`,
  })
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
