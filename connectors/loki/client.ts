import { createEndpoint, type QueryValues } from '@vedette/connectors/kit'
import { ArgumentError, type CallContext, type ConnectContext, SourceError } from '@vedette/proto/connector'
import type { Scope } from '@vedette/proto/visibility'
import type { z } from 'zod'
import type { LokiConfig } from './config.ts'
import { LOKI_ERRORS, NO_PATH, REFUSED } from './errors.ts'

export type Ask<S extends z.ZodType> = Readonly<{
  // Below /loki/api/v1.
  path: readonly string[]
  query?: QueryValues
  schema: S
  context: CallContext
  // The argument that holds the caller's own text, when a refusal is about that.
  field?: string | undefined
}>

export type LokiClient = Readonly<{
  instance: string
  config: LokiConfig
  ask<S extends z.ZodType>(ask: Ask<S>): Promise<z.output<S>>
  close(): void
}>

export const DIALECT = 'logql'

// Makes the client of one Loki; no network or secret is touched until the first question.
export function connectLoki(config: LokiConfig, context: ConnectContext): LokiClient {
  const endpoint = createEndpoint(
    {
      config,
      errors: LOKI_ERRORS,
      headers: async () => (config.tenant === undefined ? {} : { 'x-scope-orgid': config.tenant }),
    },
    context,
  )
  return {
    instance: context.instance,
    config,
    async ask({ path, field, ...ask }) {
      try {
        return await endpoint.ask({ ...ask, path: ['loki', 'api', 'v1', ...path] })
      } catch (error) {
        throw refine(error, field)
      }
    },
    close: endpoint.close,
  }
}

function refine(error: unknown, field: string | undefined): unknown {
  if (!(error instanceof SourceError)) return error
  if (error.carried.code === NO_PATH)
    return new SourceError('not_served', { why: 'this Loki does not have the path, or it is switched off' })
  if (error.carried.code !== REFUSED || field === undefined) return error
  return new ArgumentError({
    field,
    message: `Loki refuses ${field}, or it reads more than Loki allows`,
    fix: `correct ${field}, or take a shorter window or a narrower selector`,
  })
}

// The scope of what an instance says. Its name and tenant are the configuration's: Loki has no identity of its own.
export function toScope({ instance, config }: LokiClient): Scope {
  return { backend: instance, ...(config.tenant === undefined ? {} : { tenant: config.tenant }) }
}
