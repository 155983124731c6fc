import { createHttpClient, type QueryValues } from '@vedette/connectors/kit'
import { type CallContext, type ConnectContext, SourceError } from '@vedette/proto/connector'
import { z } from 'zod'
import { type MagaluConfig, REGIONS, type Region } from './config.ts'
import { MAGALU_ERRORS } from './errors.ts'

// One question; `schema` is what its answer must be.
export type Ask<S extends z.ZodType> = Readonly<{
  // Null for products that are the same in every region.
  region: Region | null
  // The product and what follows it.
  path: readonly string[]
  query?: QueryValues
  schema: S
  context: CallContext
  // The scope that this read needs; named when Magalu Cloud refuses.
  needs: string
}>

export type MagaluClient = Readonly<{
  instance: string
  config: MagaluConfig
  // The tenant as Magalu Cloud itself says it. Throws `scope_mismatch` for another one.
  identify(context: CallContext): Promise<Identity>
  // Proves the tenant first, then asks.
  ask<S extends z.ZodType>(ask: Ask<S>): Promise<z.output<S>>
  close(): void
}>

export type Identity = Readonly<{ tenant: string; name: string | null }>

const IDENTITY_MS = 600_000
const accessControl = z.looseObject({ tenant_id: z.string().nullish(), name: z.string().nullish() })
const networks = z.looseObject({ vpcs: z.array(z.looseObject({ tenant_id: z.string().nullish() })) })

// Makes the client of one tenant; no network or secret is touched until the first question.
export function connectMagalu(config: MagaluConfig, { instance, readSecret }: ConnectContext): MagaluClient {
  const http = createHttpClient({ baseUrl: config.url, name: instance, errors: MAGALU_ERRORS, headers })
  let known: (Identity & Readonly<{ digest: string; until: number }>) | undefined

  async function headers(): Promise<Readonly<Record<string, string>>> {
    const token = await readSecret(config.token)
    return config.auth === 'key' ? { 'x-api-key': token } : { authorization: `Bearer ${token}` }
  }

  async function send<S extends z.ZodType>({ region, path, query = {}, schema, context, needs }: Ask<S>) {
    const place = region === null ? path : [REGIONS[region], ...path]
    const { json } = await http.get({ path: place, query, context }).catch((error: unknown) => {
      throw refine(error, needs)
    })
    return parseAs(schema, json)
  }

  // Access control names the tenant; a token that may not read it is named by the networks that it sees.
  async function whoAmI(context: CallContext): Promise<Identity> {
    const path = ['iam', 'api', 'v1', 'access-control']
    const told = await send({ region: null, path, schema: accessControl, context, needs: 'iam:read' }).catch(
      (error: unknown) => {
        if (error instanceof SourceError && error.state === 'forbidden') return undefined
        throw error
      },
    )
    if (told?.tenant_id != null) return { tenant: told.tenant_id, name: told.name ?? null }
    const region = config.regions[0] ?? 'br-se1'
    const ask = { region, path: ['network', 'v0', 'vpcs'], schema: networks, context, needs: 'network.read' }
    const owners = new Set((await send(ask)).vpcs.flatMap(({ tenant_id }) => tenant_id ?? []))
    const [tenant] = owners
    // No network and no access control: nobody says whose token this is.
    if (tenant === undefined || owners.size > 1) throw new SourceError('unusable', { why: 'schema_mismatch' })
    return { tenant, name: null }
  }

  async function identify(context: CallContext): Promise<Identity> {
    const digest = await toDigest(await readSecret(config.token))
    if (known?.digest === digest && context.clock.now() < known.until) return known
    const told = await whoAmI(context)
    const { expect_tenant: expected } = config
    if (expected !== undefined && told.tenant.toLowerCase() !== expected.toLowerCase())
      throw new SourceError('unusable', { why: 'scope_mismatch' })
    known = { ...told, digest, until: context.clock.now() + IDENTITY_MS }
    return known
  }

  return {
    instance,
    config,
    identify,
    async ask(ask) {
      await identify(ask.context)
      return send(ask)
    },
    close: () => http.close(),
  }
}

function refine(error: unknown, needs: string): unknown {
  return error instanceof SourceError && error.state === 'forbidden'
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
