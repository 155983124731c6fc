import {
  createHttpClient,
  type HttpClient,
  type PathSegment,
  type QueryValues,
} from '@vedette/connectors/kit'
import { type CallContext, type ConnectContext, SourceError } from '@vedette/proto/connector'
import type { z } from 'zod'
import type { RabbitmqConfig } from './config.ts'
import { RABBITMQ_ERRORS } from './errors.ts'

// One question to the management API; `schema` is what its answer must be.
export type Ask<S extends z.ZodType> = Readonly<{
  // Below /api.
  path: readonly PathSegment[]
  query?: QueryValues
  schema: S
  context: CallContext
}>

export type RabbitmqClient = Readonly<{
  instance: string
  config: RabbitmqConfig
  ask<S extends z.ZodType>(ask: Ask<S>): Promise<z.output<S>>
  close(): void
}>

// Makes the client of one cluster; no network or secret is touched until the first question.
export function connectRabbitmq(config: RabbitmqConfig, context: ConnectContext): RabbitmqClient {
  let made: Readonly<{ ca: string | undefined; http: HttpClient }> | undefined

  async function headers() {
    const pair = `${config.username}:${await context.readSecret(config.password)}`
    return { authorization: `Basic ${btoa(String.fromCodePoint(...new TextEncoder().encode(pair)))}` }
  }

  // The authority's file is read again each time, so that its rotation needs no restart.
  async function getHttp(): Promise<HttpClient> {
    const ca = config.ca_file === undefined ? undefined : await context.readSecret({ file: config.ca_file })
    if (made === undefined || made.ca !== ca) {
      made?.http.close()
      const options = { baseUrl: config.url, name: context.instance, errors: RABBITMQ_ERRORS, headers }
      made = { ca, http: createHttpClient({ ...options, ...(ca === undefined ? {} : { tls: { ca } }) }) }
    }
    return made.http
  }

  return {
    instance: context.instance,
    config,
    async ask({ path, query = {}, schema, context: call }) {
      const http = await getHttp()
      const { json } = await http.get({ path: ['api', ...path], query, context: call })
      const parsed = schema.safeParse(json)
      if (!parsed.success) throw new SourceError('unusable', { why: 'schema_mismatch' })
      return parsed.data
    },
    close: () => made?.http.close(),
  }
}
