import { createEndpoint, type QueryValues } from '@vedette/connectors/kit'
import { ArgumentError, type CallContext, type ConnectContext, SourceError } from '@vedette/proto/connector'
import type { Scope } from '@vedette/proto/visibility'
import type { z } from 'zod'
import type { SignozConfig } from './config.ts'
import { REFUSED, SIGNOZ_ERRORS } from './errors.ts'

export type Ask<S extends z.ZodType> = Readonly<{
  // Below /api.
  path: readonly string[]
  query?: QueryValues
  // Posted as JSON: SigNoz' queries are reads that take a body.
  body?: unknown
  schema: S
  context: CallContext
  // The argument that holds the caller's own text, when a refusal is about that.
  field?: string | undefined
}>

export type SignozClient = Readonly<{
  instance: string
  config: SignozConfig
  ask<S extends z.ZodType>(ask: Ask<S>): Promise<z.output<S>>
  close(): void
}>

export const DIALECT = 'signoz'

// Makes the client of one SigNoz; no network or secret is touched until the first question.
export function connectSignoz(config: SignozConfig, context: ConnectContext): SignozClient {
  const { api_key, ...endpointConfig } = config
  const headers = async () => ({ 'signoz-api-key': await context.readSecret(api_key) })
  const endpoint = createEndpoint({ config: endpointConfig, errors: SIGNOZ_ERRORS, headers }, context)
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
          message: `SigNoz refuses ${field}`,
          fix: `correct ${field}: write it as service.name = 'shop' AND body CONTAINS 'failed'`,
        })
      }
    },
    close: endpoint.close,
  }
}

// The scope of what an instance says. Its name is the configuration's: a key without admin rights is told no identity.
export function toScope({ instance }: SignozClient): Scope {
  return { backend: instance }
}
