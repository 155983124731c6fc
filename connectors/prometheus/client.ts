import { createHttpClient, type HttpClient, type QueryValues } from '@vedette/connectors/kit'
import { ArgumentError, type CallContext, type ConnectContext, SourceError } from '@vedette/proto/connector'
import { parse as parseYaml } from 'yaml'
import type { z } from 'zod'
import { envelope } from './answers.ts'
import type { EndpointConfig, PrometheusConfig } from './config.ts'
import { PROMETHEUS_ERRORS } from './errors.ts'
import type { Matcher } from './promql/matchers.ts'

// One question to one endpoint; `schema` is what its answer must be.
export type Ask<S extends z.ZodType> = Readonly<{
  path: readonly string[]
  query?: QueryValues
  schema: S
  context: CallContext
  // Sends long parameters as a form; only for endpoints that take one.
  form?: boolean
  // Set when a refused query is the caller's own text; otherwise it is ours, and the answer `unusable`.
  callersQuery?: boolean
}>

export type Tell<S extends z.ZodType> = Pick<Ask<S>, 'path' | 'schema' | 'context'> &
  Readonly<{ body: unknown }>

// What Prometheus' envelope held. `partial` when the source itself said that its answer has gaps.
export type Told<T> = Readonly<{ data: T; warnings: readonly string[]; partial: boolean }>

export type PrometheusClient = Readonly<{
  instance: string
  config: PrometheusConfig
  // Added to every selector and match.
  enforced: readonly Matcher[]
  // Asks Prometheus' HTTP API and opens its envelope.
  ask<S extends z.ZodType>(ask: Ask<S>): Promise<Told<z.output<S>>>
  // Asks Alertmanager, which has no envelope; undefined when none is configured.
  askManager: (<S extends z.ZodType>(ask: Ask<S>) => Promise<z.output<S>>) | undefined
  // Changes something there, once; undefined when no Alertmanager is configured.
  tellManager: (<S extends z.ZodType>(tell: Tell<S>) => Promise<z.output<S>>) | undefined
  close(): void
}>

const FORM_OVER = 1500

// Makes the client of one instance; no network or secret is touched until the first question.
export function connectPrometheus(config: PrometheusConfig, context: ConnectContext): PrometheusClient {
  const hasManager = config.alertmanager !== undefined
  const prometheus = createEndpoint(config, context, {
    name: context.instance,
    ...(hasManager ? { server: 'prometheus' } : {}),
  })
  const manager =
    config.alertmanager === undefined
      ? undefined
      : createEndpoint(config.alertmanager, context, {
          name: `${context.instance}/alertmanager`,
          server: 'alertmanager',
        })
  return {
    instance: context.instance,
    config,
    enforced: config.enforce_matchers,
    async ask(ask) {
      const { data, warnings, isPartial } = parseAs(envelope, await prometheus.send(ask))
      const told = (warnings ?? []).slice(0, 20).map((one) => one.slice(0, 512))
      return {
        data: parseAs(ask.schema, data),
        warnings: told,
        partial: told.length > 0 || isPartial === true,
      }
    },
    askManager: manager && (async (ask) => parseAs(ask.schema, await manager.send(ask))),
    tellManager: manager && (async (tell) => parseAs(tell.schema, await manager.change(tell))),
    close() {
      prometheus.close()
      manager?.close()
    },
  }
}

// Parses an answer; one of another shape cannot be shown as true.
function parseAs<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new SourceError('unusable', { why: 'schema_mismatch' })
  return parsed.data
}

// The mapping in a YAML document. Throws `unusable` when it is not one.
export function readYaml(text: string): unknown {
  try {
    return parseYaml(text, { logLevel: 'silent', maxAliasCount: 20 })
  } catch {
    throw new SourceError('unusable', { why: 'unparseable' })
  }
}

// What names the credential, and the server where the instance has several: a failure says whose it is.
type Called = Readonly<{ name: string; server?: 'prometheus' | 'alertmanager' }>

function createEndpoint(config: EndpointConfig, context: ConnectContext, { name, server }: Called) {
  let made: { ca: string | undefined; http: HttpClient } | undefined

  async function headers(): Promise<Readonly<Record<string, string>>> {
    const tenant = config.tenant === undefined ? {} : { 'x-scope-orgid': config.tenant }
    return { ...config.headers, ...tenant, ...(await authorize(config.auth, context)) }
  }

  // The authority's file is read again each time, so that its rotation needs no restart.
  async function getHttp(): Promise<HttpClient> {
    const ca = config.ca_file === undefined ? undefined : await context.readSecret({ file: config.ca_file })
    if (made === undefined || made.ca !== ca) {
      made?.http.close()
      const tls = ca === undefined ? {} : { tls: { ca } }
      const between = context.between === undefined ? {} : { between: context.between }
      const options = { baseUrl: config.url, name, errors: PROMETHEUS_ERRORS, ...between }
      made = { ca, http: createHttpClient({ ...options, headers, ...tls }) }
    }
    return made.http
  }

  async function send(ask: Ask<z.ZodType>): Promise<unknown> {
    const { path, query = {}, context: call } = ask
    const started = call.clock.monotonic()
    try {
      const http = await getHttp()
      const long = ask.form === true && JSON.stringify(query).length > FORM_OVER
      const response = long
        ? await http.postForm({ path, form: query, context: call })
        : await http.get({ path, query, context: call })
      return response.json
    } catch (error) {
      const refined = refine(error, ask.callersQuery === true, call.clock.monotonic() - started)
      throw server !== undefined && refined instanceof SourceError
        ? new SourceError(refined.state, { ...refined.carried, server })
        : refined
    }
  }
  // Its errors stay as they are: a refused body is the caller's, and what was lost is not known.
  async function change({ path, body, context: call }: Tell<z.ZodType>): Promise<unknown> {
    const http = await getHttp()
    return (await http.change({ method: 'POST', path, body, context: call })).json
  }
  return { send, change, close: () => made?.http.close() }
}

function refine(error: unknown, callersQuery: boolean, waited: number): unknown {
  if (error instanceof ArgumentError && !callersQuery)
    return new SourceError('unusable', { why: 'unexpected_kind', code: 'query_refused' })
  if (error instanceof SourceError && error.state === 'timed_out')
    return new SourceError('timed_out', { waited_ms: Math.round(waited), ...error.carried })
  return error
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
