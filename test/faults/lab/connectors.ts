import {
  createHttpClient,
  type HttpClient,
  readPages,
  type StatusTable,
  toPagedReading,
} from '@vedette/connectors/kit'
import type { Clock } from '@vedette/proto/clock'
import {
  ArgumentError,
  type CallContext,
  type Connector,
  complete,
  defineConnector,
  type ProbeResult,
  partial,
  partialOf,
  type Reading,
  type Served,
  SourceError,
  secretField,
} from '@vedette/proto/connector'
import { findOperation } from '@vedette/proto/operations'
import type { Part } from '@vedette/proto/visibility'
import { z } from 'zod'
import { type Item, SHAPES, type Shape } from './rows.ts'
import { createCallClock, type Wire } from './wire.ts'

/** A lie that is planted on purpose, to see whether the laboratory catches it. */
export type ConnectorLie = 'unauthorized_as_empty' | 'first_page_as_whole' | 'failed_namespace_left_out'

/** Environment variable that holds the vendors' token. */
export const TOKEN_VARIABLE = 'LAB_VENDOR_TOKEN'

const configSchema = z.strictObject({
  vendor: z.string(),
  url: z.string(),
  token: secretField('Token of the vendor'),
})
type Config = z.output<typeof configSchema>

/** How a vendor is reached: as it should be, by a port that speaks no TLS, or by one where nobody listens. */
export type Route = 'plain' | 'tls' | 'refused'

type Client = Readonly<{ https: Readonly<Record<Route, HttpClient>>; vendor: string; parts: LabParts }>

export type LabParts = Readonly<{
  wire: Pick<Wire, 'begin' | 'end' | 'stall' | 'wake'>
  /** Asked before each request. */
  routeOf(vendor: string): Route
  /** Only where a lie is planted. */
  lies: readonly ConnectorLie[]
}>

/** Which operations each kind of vendor serves. */
export const VENDORS: Readonly<
  Record<string, Readonly<{ dialect?: string; operations: readonly string[] }>>
> = Object.freeze({
  kubernetes: {
    operations: [
      'k8s.pods.list',
      'k8s.nodes.list',
      'k8s.deployments.list',
      'k8s.deployments.get',
      'k8s.services.list',
      'k8s.endpoints.list',
      'k8s.ingresses.list',
      'k8s.events.list',
      'k8s.certificates.list',
      'k8s.nodes.top',
    ],
  },
  prometheus: {
    dialect: 'promql',
    operations: [
      'alerts.active.list',
      'alerts.get',
      'alerts.history.list',
      'alerts.rules.list',
      'metrics.query',
      'metrics.targets.list',
    ],
  },
  tempo: { operations: ['traces.dependencies.get'] },
  datadog: { dialect: 'datadog', operations: ['slos.list', 'metrics.query'] },
  pagerduty: { operations: ['incidents.list', 'incidents.get'] },
  argocd: { operations: ['deploys.list'] },
  aws: {
    operations: ['cloud.security_groups.list', 'cloud.service_health.list', 'cloud.certificates.list'],
  },
})

/** Rows that the laboratory's connectors ask of a vendor in one page, and the largest answer that they take. */
export const PAGE_ROWS = 7
const MAX_BYTES = 64 * 1024
const STALE_MS = 300_000
const MAX_ROWS = 2_000

/** Connectors of every kind over one wire, through the kit's own client; `<kind>_raised` raises every tier. */
export function createLabConnectors(parts: LabParts): ReadonlyMap<string, Connector> {
  const connectors = Object.entries(VENDORS).flatMap(([id, { dialect, operations }]) =>
    [false, true].map((raised) => {
      const name = raised ? `${id}_raised` : id
      return [
        name,
        defineConnector<Config, Client>({
          id,
          title: id,
          config: configSchema,
          ...(dialect === undefined ? {} : { dialect }),
          connect: (config, { instance, readSecret }) => {
            const options = {
              name: instance,
              errors: GONE,
              maxBytes: MAX_BYTES,
              random: () => 0.5,
              headers: async () => ({ authorization: `Bearer ${await readSecret(config.token)}` }),
            }
            const to = (baseUrl: string) => createHttpClient({ ...options, baseUrl })
            const secure = config.url.replace('http:', 'https:')
            const https = { plain: to(config.url), tls: to(secure), refused: to('http://127.0.0.1:1') }
            return { https, vendor: config.vendor, parts }
          },
          probe,
          operations: operations.map((operation) => toServed(operation, { raised, lies: parts.lies })),
          close: async ({ https }) => {
            for (const client of Object.values(https)) client.close()
          },
        }),
      ] as const
    }),
  )
  return new Map(connectors)
}

/** A list that changed under its cursor: the connector's own word for it, which starts the list again. */
const GONE: StatusTable = { 410: () => new SourceError('unusable', { why: 'unexpected_kind', status: 410 }) }

type Serving = Readonly<{ raised: boolean; lies: readonly ConnectorLie[] }>

function toServed(id: string, { raised, lies }: Serving): Served<Client> {
  const operation = findOperation(id)
  const shape = SHAPES[id]
  if (operation === undefined || shape === undefined) throw new TypeError(`${id} is not in the laboratory`)
  return {
    operation,
    ...(raised ? { tier: 'protected_read' as const } : {}),
    run: async (client, input, context) => {
      const asked = operation.input.parse(input)
      try {
        return await run({ client, context, id, shape, input: asked, lies })
      } catch (error) {
        if (!lies.includes('unauthorized_as_empty') || !isUnauthorized(error)) throw error
        const as_of = new Date(context.clock.now()).toISOString()
        return complete(toValue([], { shape, input: asked, account: '', now: as_of }), {
          items: 0,
          as_of,
          proof: 'enumerated',
        })
      }
    },
  }
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof SourceError && error.state === 'unauthorized'
}

type Asked = Readonly<{
  client: Client
  context: CallContext
  id: string
  shape: Shape
  input: Readonly<Record<string, unknown>>
  lies: readonly ConnectorLie[]
}>

/** Pods are read namespace by namespace, as where no right spans the cluster; everything else is one list. */
async function run(asked: Asked): Promise<Reading<unknown>> {
  const { id, input, lies } = asked
  if (id !== 'k8s.pods.list') return readList(asked, null)
  const wanted = input['namespace']
  const named = typeof wanted === 'string' ? [wanted] : await readNamespaces(asked)
  const parts = await Promise.all(
    named.map((ns) =>
      readList(asked, ns).catch((error: unknown): SourceError => {
        if (!(error instanceof SourceError) || named.length === 1) throw error
        return error
      }),
    ),
  )
  const read = parts.flatMap((part) => (part instanceof SourceError ? [] : [part]))
  const [first] = parts
  if (read.length === 0 && first instanceof SourceError) throw first
  const values = read.map((part) => part.value as Readonly<Record<string, unknown>>) // made by toValue below
  const refused = parts.flatMap((part, at): readonly Part[] =>
    part instanceof SourceError
      ? [{ scope: { namespace: named[at] ?? '' }, state: part.state, ...part.carried }]
      : part.parts,
  )
  const told = lies.includes('failed_namespace_left_out') ? read.flatMap((part) => part.parts) : refused
  return partialOf(joinPods(values), told)
}

function joinPods(values: readonly Readonly<Record<string, unknown>>[]): unknown {
  const counts = new Map<string, number>()
  for (const value of values)
    for (const [status, n] of Object.entries(value['by_status'] as Record<string, number>))
      counts.set(status, (counts.get(status) ?? 0) + n)
  return {
    pods: values.flatMap((value) => value['pods'] as readonly unknown[]),
    by_status: Object.fromEntries(counts),
  }
}

async function readNamespaces({ client, context }: Asked): Promise<readonly string[]> {
  const json = await ask(client, context, ['namespaces'])
  const { names } = json as { names?: unknown }
  if (!Array.isArray(names)) throw new SourceError('unusable', { why: 'schema_mismatch' })
  return names.filter((name) => typeof name === 'string')
}

type VendorPage = Readonly<{
  items: readonly Item[]
  next?: string
  newest: string
  account: string
  /** False: the vendor never heard of what was asked. */
  known: boolean
  /** The vendor itself says that its answer is not whole. */
  partial: boolean
  /** An account that the organisation lists and that no role reaches. */
  unreachable?: string
}>

/** The list, and beside it an account that is known and that nobody reaches. */
async function readList(asked: Asked, ns: string | null): Promise<Reading<unknown>> {
  const { reading, unreachable } = await readPaged(asked, ns)
  if (unreachable === undefined) return reading
  const gap: Part = { scope: { account: unreachable }, state: 'out_of_reach' }
  return partialOf(reading.value, [...reading.parts, gap])
}

type Paged = Readonly<{ reading: Reading<unknown>; unreachable?: string | undefined }>

async function readPaged(asked: Asked, ns: string | null): Promise<Paged> {
  const { client, context, id, input } = asked
  let last: VendorPage | null = null
  let isCut = false
  const fetchPage = async (cursor: string | undefined) => {
    const page = toPage(
      await ask(client, context, [id, ...(ns === null ? [] : [ns])], {
        page: cursor ?? '0',
        ...(typeof input['expr'] === 'string' ? { expr: input['expr'] } : {}),
      }),
    )
    last = page
    isCut ||= page.partial
    return { items: page.items, ...(page.next === undefined ? {} : { next: page.next }) }
  }
  const limit = typeof input['limit'] === 'number' ? input['limit'] : MAX_ROWS
  const limits = { maxItems: MAX_ROWS }
  const first = await readPages(fetchPage, limits)
  // A list that changed under its cursor is begun again, once.
  const paged =
    first.stop === 'failed' && first.error.carried.status === 410 ? await readPages(fetchPage, limits) : first
  const page: VendorPage = last ?? EMPTY_PAGE
  return { reading: toReading({ asked, ns, paged, page, isCut, limit }), unreachable: page.unreachable }
}

type ReadingFacts = Readonly<{
  asked: Asked
  ns: string | null
  paged: Awaited<ReturnType<typeof readPages<Item>>>
  page: VendorPage
  isCut: boolean
  limit: number
}>

function toReading({ asked, ns, paged, page, isCut, limit }: ReadingFacts): Reading<unknown> {
  const { context, shape, input, lies } = asked
  const now = new Date(context.clock.now()).toISOString()
  const kept = paged.items.filter((item) => (shape.one ?? shape.keep)(item, input))
  if (shape.one !== undefined && kept.length === 0 && paged.stop === 'end' && page.known && !isCut)
    throw new ArgumentError({ code: 'not_found', field: 'name', message: 'not there', fix: 'name another' })
  if (shape.one !== undefined && kept.length === 0)
    throw new SourceError('unusable', { why: 'unexpected_kind' })
  const shown = kept.slice(0, limit)
  const value = toValue(paged.items, { shape, input, account: page.account, now, limit })
  const scope = ns === null ? {} : { namespace: ns }
  const facts = {
    as_of: now,
    scope,
    ...(page.known ? { proof: 'enumerated' as const } : { unproven: 'unknown' }),
  }
  if (paged.stop !== 'end' && !lies.includes('first_page_as_whole'))
    return toPagedReading(value, { ...paged, items: shown }, facts)
  if (isCut) return partial(value, 'truncated', { scope, cap: 'by_source', at_least: shown.length })
  const lag = context.clock.now() - Date.parse(page.newest)
  if (lag > STALE_MS) return partial(value, 'stale', { scope, newest_at: page.newest, lag_ms: lag })
  if (kept.length > shown.length)
    return partial(value, 'truncated', { scope, cap: 'rows', at_least: shown.length })
  return complete(value, { ...facts, items: shown.length })
}

const EMPTY_PAGE: VendorPage = { items: [], newest: '', account: '', known: false, partial: false }

type ValueFacts = Readonly<{
  shape: Shape
  input: Readonly<Record<string, unknown>>
  account: string
  now: string
  limit?: number
}>

function toValue(items: readonly Item[], { shape, input, limit, ...facts }: ValueFacts): unknown {
  const rows = items
    .filter((item) => (shape.one ?? shape.keep)(item, input))
    .slice(0, limit)
    .map((item) => shape.toRow(item, { ...facts, input }))
  return { [shape.list]: shape.one === undefined ? rows : (rows[0] ?? null), ...shape.beside(items, rows) }
}

/** What does not look like the vendor's page is not one: an error with status 200, a page of another kind. */
function toPage(json: unknown): VendorPage {
  const page = typeof json === 'object' && json !== null ? (json as Partial<VendorPage>) : {} // fields checked below
  const { items, newest, account = '', known = true, partial = false, next, unreachable } = page
  if (!Array.isArray(items) || typeof newest !== 'string')
    throw new SourceError('unusable', { why: 'schema_mismatch' })
  const more = {
    ...(next === undefined ? {} : { next }),
    ...(unreachable === undefined ? {} : { unreachable }),
  }
  return { items, newest, account, known, partial, ...more }
}

async function probe(client: Client, context: CallContext): Promise<ProbeResult> {
  try {
    const json = await ask(client, context, ['whoami'])
    const { scopes } = json as { scopes?: readonly Record<string, string>[] }
    if (!Array.isArray(scopes)) throw new SourceError('unusable', { why: 'schema_mismatch' })
    return { health: 'up', scopes }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    const health = error.state === 'throttled' || error.state === 'forbidden' ? 'degraded' : 'down'
    return { health, code: error.state, scopes: [] }
  }
}

/** One request over the kit's client, counted on the wire while something of it moves. */
async function ask(
  client: Client,
  context: CallContext,
  path: readonly string[],
  query: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const { wire, routeOf } = client.parts
  const id = wire.begin()
  const clock: Clock = createCallClock(context.clock, wire, id)
  try {
    const { json } = await client.https[routeOf(client.vendor)].get({
      path: [client.vendor, ...path],
      query: { ...query, ask: id },
      context: { ...context, clock },
    })
    return json
  } finally {
    wire.end(id)
  }
}
