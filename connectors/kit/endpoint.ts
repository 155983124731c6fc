import {
  ArgumentError,
  baseUrlField,
  type CallContext,
  type ConnectContext,
  SourceError,
  secretField,
} from '@vedette/proto/connector'
import { z } from 'zod'
import type { PathSegment, QueryValues } from './encode.ts'
import { createHttpClient, type HttpClient } from './http.ts'
import type { StatusTable } from './status.ts'

const HEADER = /^[A-Za-z0-9-]{1,64}$/
const RESERVED: ReadonlySet<string> = new Set([
  'authorization',
  'host',
  'cookie',
  'content-type',
  'content-length',
])

// Configuration keys of one HTTP API: address, credential, headers and authority.
export function endpointFields(description: string) {
  return {
    url: baseUrlField(description),
    auth: z
      .union([
        z.strictObject({ bearer: secretField('Bearer token') }),
        z.strictObject({
          basic: z.strictObject({
            username: z.string().min(1).max(256),
            password: secretField('Password'),
          }),
        }),
      ])
      .optional()
      .describe('How requests are signed; absent, not at all'),
    headers: z
      .record(
        z
          .string()
          .regex(HEADER)
          .refine((name) => !RESERVED.has(name.toLowerCase()), 'set it through auth'),
        z.string().max(1024),
      )
      .optional()
      .describe('Further request headers, without secrets'),
    ca_file: z.string().min(1).optional().describe('PEM file of the authority that signed the server'),
  }
}

const endpointSchema = z.strictObject(endpointFields(''))
export type EndpointConfig = z.output<typeof endpointSchema>

export type EndpointOptions = Readonly<{
  config: EndpointConfig
  errors?: StatusTable
  // Sent with every request beside those of the configuration; asked anew each time.
  headers?: () => Promise<Readonly<Record<string, string>>>
}>

// One question; `schema` is what its answer must be.
export type EndpointAsk<S extends z.ZodType> = Readonly<{
  path: readonly PathSegment[]
  query?: QueryValues
  // Posted as JSON or as a form: reads that take a body.
  body?: unknown
  form?: QueryValues
  schema: S
  context: CallContext
}>

export type Endpoint = Readonly<{
  // Throws SourceError, with `waited_ms` in a time-out and `schema_mismatch` for an answer of another shape.
  ask<S extends z.ZodType>(ask: EndpointAsk<S>): Promise<z.output<S>>
  // Sends a change once; its errors stay as they are, since what was lost is not known.
  change<S extends z.ZodType>(ask: Omit<EndpointAsk<S>, 'query' | 'form'>): Promise<z.output<S>>
  close(): void
}>

// A JSON API as its configuration describes it. Touches no network or secret until the first question; secrets and the
// authority's file are read again each time, so that their rotation needs no restart.
export function createEndpoint(options: EndpointOptions, context: ConnectContext): Endpoint {
  const { config, errors } = options
  let made: Readonly<{ ca: string | undefined; http: HttpClient }> | undefined

  async function headers(): Promise<Readonly<Record<string, string>>> {
    return { ...config.headers, ...(await options.headers?.()), ...(await authorize(config.auth, context)) }
  }

  async function getHttp(): Promise<HttpClient> {
    const ca = config.ca_file === undefined ? undefined : await context.readSecret({ file: config.ca_file })
    if (made === undefined || made.ca !== ca) {
      made?.http.close()
      const tls = ca === undefined ? {} : { tls: { ca } }
      const http = createHttpClient({
        ...{ baseUrl: config.url, name: context.instance, headers },
        ...(errors === undefined ? {} : { errors }),
        ...(context.between === undefined ? {} : { between: context.between }),
        ...tls,
      })
      made = { ca, http }
    }
    return made.http
  }

  return {
    async ask({ path, query = {}, body, form, schema, context: call }) {
      const started = call.clock.monotonic()
      try {
        const http = await getHttp()
        const sent = { path, query, context: call }
        const response =
          body !== undefined
            ? await http.postJson({ ...sent, body })
            : form !== undefined
              ? await http.postForm({ ...sent, form })
              : await http.get(sent)
        return parseAs(schema, response.json)
      } catch (error) {
        if (error instanceof SourceError && error.state === 'timed_out')
          throw new SourceError('timed_out', {
            waited_ms: Math.round(call.clock.monotonic() - started),
            ...error.carried,
          })
        throw error
      }
    },
    async change({ path, body, schema, context: call }) {
      const http = await getHttp()
      return parseAs(schema, (await http.change({ method: 'POST', path, body, context: call })).json)
    },
    close: () => made?.http.close(),
  }
}

function parseAs<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new SourceError('unusable', { why: 'schema_mismatch' })
}

async function authorize(
  auth: EndpointConfig['auth'],
  context: ConnectContext,
): Promise<Record<string, string>> {
  if (auth === undefined) return {}
  if ('bearer' in auth) return { authorization: `Bearer ${await context.readSecret(auth.bearer)}` }
  const pair = `${auth.basic.username}:${await context.readSecret(auth.basic.password)}`
  return { authorization: `Basic ${btoa(String.fromCodePoint(...new TextEncoder().encode(pair)))}` }
}

// The error of an argument that names nothing the credential can see.
export function notFound(field: string): ArgumentError {
  return new ArgumentError({
    code: 'not_found',
    field,
    message: `${field} names nothing that this credential can see`,
    fix: `take ${field} from the list that gives it`,
  })
}
