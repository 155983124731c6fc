import { randomBytes } from 'node:crypto'
import { type Server, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
import type { Clock } from '@vedette/proto/clock'
import type { Principal } from '../store/types.ts'
import type { RunningSurface } from '../tools/index.ts'
import type { Listing, Listings } from './listing.ts'
import { IDLE_MS, keyOf, withoutWithdrawn } from './memory.ts'
import { createProtocolServer, type Exchange } from './protocol-server.ts'
import type { McpExchange, McpExtension } from './types.ts'

// Sessions of one principal at most: the one idle longest makes room.
const MAX_PER_PRINCIPAL = 500
const SWEEP_MS = 60_000

export type Sessions = Readonly<{
  handle(exchange: McpExchange): Promise<Response>
  count(): number
  // Takes out of every session's list what policy denies by now, and tells those clients.
  tighten(organisation: string): void
  close(): Promise<void>
}>

type Session = {
  readonly principal: Principal
  readonly server: Server
  readonly transport: WebStandardStreamableHTTPServerTransport
  listing: Listing
  usedAt: number
}

export type SessionParts = Readonly<{
  surface: RunningSurface
  listings: Listings
  clock: Clock
  version: string
  exchangeOf(request: Request | undefined): Exchange
  extend?: McpExtension | undefined
  onFault(error: unknown): void
}>

// Sessions of clients that initialise: one server and one transport each, its list fixed at its opening.
export function createSessions(parts: SessionParts): Sessions {
  const { surface, listings, clock } = parts
  const open = new Map<string, Session>()
  let cancelSweep: (() => void) | null = null

  async function handle(exchange: McpExchange): Promise<Response> {
    const { request, body, principal } = exchange
    const id = request.headers.get('mcp-session-id')
    if (id === null) return isInitialize(body) ? openSession(exchange) : missingSession()
    const session = open.get(id)
    // Another principal's session is one that does not exist.
    if (session === undefined || keyOf(session.principal) !== keyOf(principal)) return unknownSession()
    session.usedAt = clock.monotonic()
    return session.transport.handleRequest(request, { parsedBody: body })
  }

  async function openSession({ principal, request, body, discovery }: McpExchange): Promise<Response> {
    const announced = surface.announced(principal)
    const listing = listings.of(discovery === 'search' ? surface.pinned(announced) : announced)
    const server = createProtocolServer({
      surface,
      version: parts.version,
      instructions: surface.instructions(principal),
      listing: () => session.listing,
      reveal: discovery === 'search' ? (names) => reveal(session, names) : undefined,
      exchangeOf: parts.exchangeOf,
      isStateless: false,
      extend: parts.extend,
    })
    server.onerror = () => {}
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomBytes(16).toString('base64url'),
      onsessioninitialized: (id) => {
        makeRoom(principal)
        open.set(id, session)
        planSweep()
      },
      onsessionclosed: (id) => void open.delete(id),
    })
    const session: Session = { principal, server, transport, listing, usedAt: clock.monotonic() }
    await server.connect(transport)
    return transport.handleRequest(request, { parsedBody: body })
  }

  // Adds tools to a session's list and tells its client; the order is that of the catalogue, the finders last.
  function reveal(session: Session, names: readonly string[]): void {
    const { tools } = session.listing
    const shown = new Set([...tools.map((tool) => tool.name), ...names])
    const more = surface.all.filter((tool) => shown.has(tool.name))
    const finders = tools.filter((tool) => !surface.all.includes(tool))
    if (more.length + finders.length === tools.length) return
    session.listing = listings.of([...more, ...finders])
    session.server.sendToolListChanged().catch(parts.onFault)
  }

  function makeRoom(principal: Principal): void {
    const own = [...open].filter(([, one]) => keyOf(one.principal) === keyOf(principal))
    if (own.length < MAX_PER_PRINCIPAL) return
    const [oldest] = own.sort(([, a], [, b]) => a.usedAt - b.usedAt)
    if (oldest !== undefined) closeSession(...oldest)
  }

  function closeSession(id: string, session: Session): void {
    open.delete(id)
    session.server.close().catch(parts.onFault)
  }

  function planSweep(): void {
    cancelSweep ??= clock.after(SWEEP_MS, () => {
      cancelSweep = null
      const now = clock.monotonic()
      for (const [id, session] of open) if (now - session.usedAt > IDLE_MS) closeSession(id, session)
      if (open.size > 0) planSweep()
    })
  }

  return Object.freeze({
    handle,
    count: () => open.size,
    tighten(organisation: string) {
      for (const session of open.values()) {
        if (session.principal.organisation !== organisation) continue
        const tools = withoutWithdrawn(surface, session.principal, session.listing.tools)
        if (tools === null) continue
        session.listing = listings.of(tools)
        session.server.sendToolListChanged().catch(parts.onFault)
      }
    },
    async close() {
      cancelSweep?.()
      const all = [...open.values()]
      open.clear()
      await Promise.all(all.map((session) => session.server.close().catch(parts.onFault)))
    },
  })
}

function isInitialize(body: unknown): boolean {
  const message: unknown = Array.isArray(body) && body.length === 1 ? body[0] : body
  return (
    typeof message === 'object' && message !== null && 'method' in message && message.method === 'initialize'
  )
}

function missingSession(): Response {
  return toProtocolError(400, -32_000, 'Bad Request: Mcp-Session-Id header is required')
}

function unknownSession(): Response {
  return toProtocolError(404, -32_001, 'Session not found: initialize again')
}

// A JSON-RPC error that belongs to no request.
export function toProtocolError(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status })
}
