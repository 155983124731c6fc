import { createEndpoint, ENDING_SLASH, notFound, type QueryValues } from '@vedette/connectors/kit'
import { type CallContext, type ConnectContext, SourceError } from '@vedette/proto/connector'
import type { Scope } from '@vedette/proto/visibility'
import { z } from 'zod'
import type { GrafanaConfig } from './config.ts'
import { GRAFANA_ERRORS, NOT_FOUND } from './errors.ts'
import { connectThrough, type Speakers, type Spoken } from './through.ts'

export type Ask<S extends z.ZodType> = Readonly<{
  // Below /api; fixed by the operation, with checked ids only.
  path: readonly string[]
  query?: QueryValues
  // Set for reads that are asked by POST.
  body?: unknown
  schema: S
  context: CallContext
  // The permission that this read needs; named when Grafana refuses.
  needs: string
}>

export type Tell<S extends z.ZodType> = Omit<Ask<S>, 'query' | 'needs' | 'body'> & Readonly<{ body: unknown }>

export type GrafanaClient = Readonly<{
  instance: string
  config: GrafanaConfig
  // Data sources that are asked over Grafana's proxy.
  spoken: readonly Spoken[]
  // The organisation that the credential belongs to, as Grafana says it. Throws `scope_mismatch` for another one.
  identify(context: CallContext): Promise<Scope>
  // Proves the organisation first, then asks.
  ask<S extends z.ZodType>(ask: Ask<S>): Promise<z.output<S>>
  // The same of the OnCall API, below its /api/v1. Throws `not_configured` where its address is not given, and
  // `not_served` where it has no such path.
  askOncall<S extends z.ZodType>(ask: Omit<Ask<S>, 'body'>): Promise<z.output<S>>
  // Changes something, once; its errors stay as they are.
  tell<S extends z.ZodType>(tell: Tell<S>): Promise<z.output<S>>
  close(): void
}>

const IDENTITY_MS = 300_000
const org = z.object({ id: z.number(), name: z.string().nullish() })

// Makes the client of one organisation; no network or secret is touched until the first question.
export function connectGrafana(
  config: GrafanaConfig,
  context: ConnectContext,
  speakers: Speakers,
): GrafanaClient {
  const spoken = connectThrough(config, context, speakers)
  const endpoint = createEndpoint({ config, errors: GRAFANA_ERRORS }, context)
  const oncall = connectOncall(config, context)
  let known: Readonly<{ id: string; until: number; credential: string }> | undefined

  // A credential that was exchanged may belong to another organisation.
  async function digest(): Promise<string> {
    const { auth } = config
    if (auth === undefined) return ''
    const text = await context.readSecret('bearer' in auth ? auth.bearer : auth.basic.password)
    const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
    return Buffer.from(bytes).toString('base64')
  }

  async function identify(call: CallContext): Promise<Scope> {
    const credential = await digest()
    if (known === undefined || known.credential !== credential || call.clock.now() >= known.until) {
      const { id } = await endpoint
        .ask({ path: ['api', 'org'], schema: org, context: call })
        .catch((error: unknown) => {
          throw named(error, 'orgs:read')
        })
      if (config.expect_org !== undefined && config.expect_org !== `${id}`)
        throw new SourceError('unusable', { why: 'scope_mismatch' })
      known = { id: `${id}`, until: call.clock.now() + IDENTITY_MS, credential }
    }
    return { backend: context.instance, tenant: known.id }
  }

  return {
    instance: context.instance,
    config,
    spoken,
    identify,
    async ask({ path, needs, ...ask }) {
      await identify(ask.context)
      try {
        return await endpoint.ask({ ...ask, path: ['api', ...path] })
      } catch (error) {
        throw named(error, needs)
      }
    },
    async askOncall({ path, needs, ...ask }) {
      if (oncall === undefined) throw new SourceError('not_configured', { reason: 'not_requested' })
      await identify(ask.context)
      try {
        return await askPlugin('OnCall', () =>
          oncall.ask({ ...ask, path: ['api', 'v1', ...path, ENDING_SLASH] }),
        )
      } catch (error) {
        throw named(error, needs)
      }
    },
    async tell({ path, ...tell }) {
      await identify(tell.context)
      return endpoint.change({ ...tell, path: ['api', ...path] })
    },
    close() {
      endpoint.close()
      oncall?.close()
      for (const { speaker, client } of spoken) void speaker.close?.(client)
    },
  }
}

// OnCall takes the service account's token and asks the Grafana that is named beside it whose it is.
function connectOncall(config: GrafanaConfig, context: ConnectContext) {
  const { oncall_url: url, auth, ca_file } = config
  if (url === undefined) return undefined
  const own = { url, ...(auth === undefined ? {} : { auth }), ...(ca_file === undefined ? {} : { ca_file }) }
  const headers = async () => ({ 'x-grafana-url': config.url })
  return createEndpoint({ config: own, errors: GRAFANA_ERRORS, headers }, context)
}

function named(error: unknown, missing: string): unknown {
  if (!(error instanceof SourceError) || error.state !== 'forbidden') return error
  return new SourceError('forbidden', { ...error.carried, missing })
}

// Turns Grafana's 404 into an error of the argument that named the thing.
export async function askOne<T>(field: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof SourceError && error.carried.code === NOT_FOUND) throw notFound(field)
    throw error
  }
}

// Turns a 404 of a plugin's path into its absence, which is known and nobody's list of nothing.
export async function askPlugin<T>(plugin: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof SourceError && error.carried.code === NOT_FOUND)
      throw new SourceError('not_served', { why: `this Grafana does not have the plugin ${plugin}` })
    throw error
  }
}
