import { randomBytes } from 'node:crypto'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import type { Clock } from '@vedette/proto/clock'
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import type { Actions } from '../approvals/index.ts'
import { createRefusals } from '../audit/index.ts'
import type { Fleet } from '../fleet/types.ts'
import { createMcpDoor, type McpExtension } from '../mcp/index.ts'
import type { OidcSignIn, ResourceServer } from '../oauth/index.ts'
import type { Policies } from '../policy/index.ts'
import type { Principal, Store } from '../store/types.ts'
import type { Memory, RunningSurface } from '../tools/index.ts'
import { mountActions } from './actions-api.ts'
import { type HttpAudit, mountApi, OPEN_PATHS } from './api.ts'
import { mountCatalog } from './catalog-api.ts'
import { mountChanges } from './changes.ts'
import { type ClusterParts, mountClusters } from './clusters.ts'
import { mountDocs } from './docs.ts'
import { drain } from './drain.ts'
import { fault, type HttpFault, sendError, sendProtocolLimit, toFault } from './errors.ts'
import { authenticate, checkOrigin, type HostRules } from './guards.ts'
import { mountInvestigations } from './investigations-api.ts'
import { mountKnowledge } from './knowledge-api.ts'
import { mountMcp } from './mcp-route.ts'
import { createMethodTable } from './methods.ts'
import { countAgents, createHttpMetrics, type HttpMetrics } from './metrics.ts'
import { mountOidc, OIDC_PATHS } from './oidc.ts'
import { mountPages } from './pages.ts'
import { mountPolicy } from './policy.ts'
import { mountResource, refuseTokenInUrl } from './resource-api.ts'
import { createSessions } from './session.ts'

// Largest request body, in bytes.
export const BODY_BYTES = 4 * 1024 * 1024

export type HttpOptions = Readonly<{
  surface: RunningSurface
  store: Pick<Store, 'tokens' | 'joinTokens'>
  fleet: Fleet
  // What registers clusters ahead; not offered without it.
  clusters?: ClusterParts
  // The remote denylist; /api/v1/policy is not there without it.
  policies?: Policies
  // What waits for a person; without it there is nothing to decide.
  actions?: Actions
  // Investigations and knowledge; their paths are not there without them.
  memory?: Memory
  clock: Clock
  version: string
  // Records refusals and changes of tokens, and is read under /api/v1/audit.
  audit?: HttpAudit
  // Host names and origins beside loopback and our own.
  hosts?: HostRules['hosts']
  origins?: HostRules['origins']
  // What the MCP endpoint offers beside the tools.
  extendMcp?: McpExtension
  // Folder with the built pages; none are served without it.
  pages?: string
  // Folder with the documentation; none is served without it.
  docs?: string
  // 32 bytes that every replica has the same: they seal the cookies of browsers. Random, so for this process, without.
  sessionKey?: Buffer
  // What takes a provider's tokens beside our own, and signs people in at it; neither is there without a provider.
  oauth?: Readonly<{ resource: ResourceServer; signIn: OidcSignIn | null; publicUrl: string | null }>
  // Whether this replica can serve: link, store. Ready unless told otherwise.
  // Whose agents are counted.
  organisations?: () => readonly string[]
  isReady?: () => Promise<boolean>
  // Requests of one principal in a minute, at most.
  requestsPerMinute?: number
  // Told of faults of our own; their text never reaches a caller.
  onFault?: (error: unknown) => void
}>

// Paths that probes and Prometheus ask by whatever address they know; they tell nothing of anybody's fleet.
const PROBES: readonly string[] = Object.freeze(['/healthz', '/readyz', '/metrics'])

// The control plane's HTTP server, not yet listening: /mcp, /api/v1, pages, probes. `close` ends every stream.
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const { store, fleet, clock, version } = options
  const onFault = options.onFault ?? (() => {})
  const metrics = createHttpMetrics({
    mcp_sessions: () => door.sessionCount(),
    agents: () => countAgents(fleet, options.organisations?.() ?? []),
  })
  const surface = withMetrics(options.surface, { metrics, clock })
  const door = createMcpDoor({ surface, fleet, clock, version, extend: options.extendMcp, onFault })
  const refusals = options.audit === undefined ? null : createRefusals(options.audit, clock)
  const key = options.sessionKey ?? randomBytes(32)
  const sessions = createSessions({ key, clock })
  const { resource, signIn, publicUrl } = options.oauth ?? { resource: null, signIn: null, publicUrl: null }
  const principals = new WeakMap<FastifyRequest, Principal>()
  const methods = createMethodTable()
  const app = fastify({
    bodyLimit: BODY_BYTES,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    requestTimeout: 30_000,
    frameworkErrors: (error, _request, reply) => void sendError(reply, toFault(error)),
    clientErrorHandler: (_error, socket) => {
      if (socket.writable) socket.end(BAD_REQUEST)
    },
  })
  app.removeContentTypeParser('text/plain')
  app.setErrorHandler(async (error, request, reply) => {
    const known = toFault(error)
    await noteRefusal(request, known)
    // A fault that was thrown as one (not ready yet) is an answer, not a failure of our own.
    if (known.status >= 500 && known !== error) onFault(error)
    if (known.status === 413) await drain(request.raw)
    if (known.status === 429 && request.routeOptions.url === '/mcp') return sendProtocolLimit(reply, known)
    return sendError(reply, known)
  })
  app.setNotFoundHandler((request, reply) => sendError(reply, methods.toFault(request)))
  app.addHook('onRoute', (route) => methods.add(route.url, route.method))
  await app.register(cookie)
  app.addHook('onRequest', async (request) => {
    // The matched route, not the text of the URL: an encoded path is the same path.
    const path = request.routeOptions.url ?? pathOf(request)
    if (PROBES.includes(path)) return
    checkOrigin(request, { hosts: options.hosts ?? [], origins: options.origins ?? [] })
    if (!isGuarded(path)) return
    // A cookie opens the API to our own pages; the MCP endpoint takes bearers alone.
    const byCookie = path.startsWith('/api/') ? sessions : null
    refuseTokenInUrl(request)
    const door = { tokens: store.tokens, sessions: byCookie, resource, publicUrl }
    principals.set(request, await authenticate(request, door))
  })
  app.addHook('onResponse', async (request, reply) => {
    metrics.countRequest(request.routeOptions.url ?? 'none', reply.statusCode)
  })
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: POLICY },
    hsts: false,
  })
  await app.register(rateLimit, {
    hook: 'preHandler',
    max: options.requestsPerMinute ?? 12_000,
    timeWindow: 60_000,
    keyGenerator: (request) => {
      const principal = principals.get(request)
      return principal === undefined ? request.ip : `${principal.organisation} ${principal.id}`
    },
    allowList: (request) => PROBES.includes(request.routeOptions.url ?? ''),
    errorResponseBuilder: (_request, { ttl }) =>
      fault(429, {
        code: 'rate_limited',
        message: 'too many requests of this token',
        fix: `wait ${Math.ceil(ttl / 1000)} s`,
        retryable: true,
      }),
  })

  // Who is refused at the door, or for want of a right, leaves a row.
  async function noteRefusal(request: FastifyRequest, { status, error }: HttpFault): Promise<void> {
    if (status !== 401 && status !== 403) return
    const known = principals.get(request)
    const who = known === undefined ? {} : { organisation: known.organisation, principal: known.id }
    await refusals?.note({ ...who, code: error.code, peer: request.ip })
  }

  function principalOf(request: FastifyRequest): Principal {
    const principal = principals.get(request)
    if (principal === undefined) throw new TypeError('a guarded path was reached without a principal')
    return principal
  }

  mountMcp(app, { door, principalOf })
  const { audit } = options
  mountApi(app, {
    surface,
    store,
    fleet,
    clock,
    version,
    sessions,
    signIn,
    principalOf,
    ...(audit === undefined ? {} : { audit }),
  })
  if (resource !== null) mountResource(app, resource)
  if (signIn !== null) mountOidc(app, { signIn, sessions, key, clock })
  mountCatalog(app, { surface, fleet, clock, principalOf })
  if (options.actions !== undefined) mountActions(app, { actions: options.actions, surface, principalOf })
  if (options.memory !== undefined) {
    mountInvestigations(app, { investigations: options.memory.investigations, principalOf })
    mountKnowledge(app, {
      knowledge: options.memory.knowledge,
      principalOf,
      ...(audit === undefined ? {} : { audit }),
    })
  }
  if (options.clusters !== undefined) mountClusters(app, { clusters: options.clusters, principalOf })
  if (options.policies !== undefined) mountPolicy(app, { policies: options.policies, fleet, principalOf })
  mountChanges(app, {
    clock,
    principalOf,
    ...(options.policies === undefined ? {} : { policies: options.policies }),
    ...(options.actions === undefined ? {} : { actions: options.actions }),
    ...(options.memory === undefined ? {} : { investigations: options.memory.investigations }),
    ...(audit === undefined ? {} : { audit }),
  })
  if (options.pages !== undefined) mountPages(app, options.pages)
  if (options.docs !== undefined) mountDocs(app, options.docs)
  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    if ((await options.isReady?.()) ?? true) return { status: 'ready' }
    throw fault(503, { code: 'not_ready', message: 'the bus or the store is away', retryable: true })
  })
  app.get('/metrics', async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  )
  app.addHook('onClose', async () => {
    refusals?.close()
    await door.close()
  })
  return app
}

// Counts every call by tool and outcome; names that are no tool's are not made into labels.
function withMetrics(
  surface: RunningSurface,
  { metrics, clock }: Readonly<{ metrics: HttpMetrics; clock: Clock }>,
): RunningSurface {
  const known = new Set([...surface.all, ...surface.pinned([])].map((tool) => tool.name))
  return Object.freeze({
    ...surface,
    async call(...call: Parameters<RunningSurface['call']>) {
      const started = clock.monotonic()
      const result = await surface.call(...call)
      const outcome = result.kind === 'answer' ? result.visibility : result.error.code
      metrics.countCall(
        known.has(call[0]) ? call[0] : 'unknown',
        outcome,
        (clock.monotonic() - started) / 1000,
      )
      return result
    },
  })
}

// A page runs our own scripts and styles only, talks to us only, and stands in nobody's frame.
const POLICY = Object.freeze({
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  connectSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'none'"],
})

const BAD_REQUEST = toRawError()

function toRawError(): string {
  const body = '{"error":{"code":"bad_request","message":"the request is not valid HTTP","retryable":false}}'
  return `HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? ''
}

// Everything under /api and the MCP endpoint needs a token, known path or not, save what signs in.
function isGuarded(path: string): boolean {
  return (
    (path === '/mcp' || path.startsWith('/mcp/') || path.startsWith('/api/')) &&
    !OPEN_PATHS.includes(path) &&
    !OIDC_PATHS.includes(path)
  )
}
