import { createEndpoint, type QueryValues } from '@vedette/connectors/kit'
import { ArgumentError, type CallContext, type ConnectContext, SourceError } from '@vedette/proto/connector'
import type { Scope } from '@vedette/proto/visibility'
import type { z } from 'zod'
import type { TempoConfig } from './config.ts'
import { REFUSED, TEMPO_ERRORS } from './errors.ts'

export type Ask<S extends z.ZodType> = Readonly<{
  // Below /api.
  path: readonly string[]
  query?: QueryValues
  schema: S
  context: CallContext
  // The argument that holds the caller's own text, when a refusal is about that.
  field?: string | undefined
}>

export type TempoClient = Readonly<{
  instance: string
  config: TempoConfig
  ask<S extends z.ZodType>(ask: Ask<S>): Promise<z.output<S>>
  close(): void
}>

export const DIALECT = 'traceql'

// Makes the client of one Tempo; no network or secret is touched until the first question.
export function connectTempo(config: TempoConfig, context: ConnectContext): TempoClient {
  const endpoint = createEndpoint(
    {
      config,
      errors: TEMPO_ERRORS,
      headers: async () => (config.tenant === undefined ? {} : { 'x-scope-orgid': config.tenant }),
    },
    context,
  )
  return {
    instance: context.instance,
    config,
    async ask({ path, field, ...ask }) {
      try {
        return await endpoint.ask({ ...ask, path: ['api', ...path] })
      } catch (error) {
        if (!(error instanceof SourceError) || error.carried.code !== REFUSED || field === undefined)
          throw error
        throw new ArgumentError({
          field,
          message: `Tempo refuses ${field}, or it reads more than Tempo allows`,
          fix: `correct ${field}, or take a shorter window`,
        })
      }
    },
    close: endpoint.close,
  }
}

// The scope of what an instance says. Its name and tenant are the configuration's: Tempo has no identity of its own.
export function toScope({ instance, config }: TempoClient): Scope {
  return { backend: instance, ...(config.tenant === undefined ? {} : { tenant: config.tenant }) }
}
