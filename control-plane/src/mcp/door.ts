import { createMcpHandler, isLegacyRequest } from '@modelcontextprotocol/server'
import type { Discovery } from '../tools/index.ts'
import { clearEra } from './era.ts'
import { createListings } from './listing.ts'
import { createListMemory } from './memory.ts'
import { createProtocolServer, type Exchange } from './protocol-server.ts'
import { createSessions } from './sessions.ts'
import type { McpDoor, McpDoorOptions, McpExchange, McpReply } from './types.ts'

// Milliseconds after a change of the fleet in which lists follow a tightened policy.
const TIGHTEN_MS = 250

type DoorExchange = Exchange & Readonly<{ body: unknown; discovery: Discovery }>

// The MCP endpoint for both eras: stateless requests each get a server of their own, clients that initialise get a
// session. Nothing is shared between clients but the bytes of equal lists.
export function createMcpDoor(options: McpDoorOptions): McpDoor {
  const { surface, fleet, clock, version, extend } = options
  const onFault = options.onFault ?? (() => {})
  const listings = createListings()
  const memory = createListMemory({ surface, listings, clock })
  const exchanges = new WeakMap<Request, DoorExchange>()

  function exchangeOf(request: Request | undefined): DoorExchange {
    const exchange = request === undefined ? undefined : exchanges.get(request)
    if (exchange === undefined) throw new TypeError('a request arrived that no exchange was opened for')
    return exchange
  }

  const sessions = createSessions({ surface, listings, clock, version, exchangeOf, extend, onFault })
  const stateless = createMcpHandler(
    ({ requestInfo }) => {
      const { principal, body, discovery } = exchangeOf(requestInfo)
      return createProtocolServer({
        surface,
        version,
        instructions: isMethod(body, 'server/discover') ? surface.instructions(principal) : null,
        listing: () => {
          const whole = memory.of(principal)
          return discovery === 'search' ? listings.of(surface.pinned(whole.tools)) : whole
        },
        exchangeOf,
        isStateless: true,
        extend,
      })
    },
    { legacy: 'reject' },
  )
  const changed = new Set<string>()
  let cancelTighten: (() => void) | null = null
  // A fleet that changes often is looked at once in a while, not at each of its events.
  const unsubscribe = fleet.onEvent(({ organisation }) => {
    changed.add(organisation)
    cancelTighten ??= clock.after(TIGHTEN_MS, () => {
      cancelTighten = null
      for (const one of changed) {
        sessions.tighten(one)
        if (memory.tighten(one)) stateless.notify.toolsChanged()
      }
      changed.clear()
    })
  })

  async function handle({ request, body, principal, discovery = 'all' }: McpExchange): Promise<McpReply> {
    const exchange: DoorExchange = { principal, body, discovery, tools: null }
    exchanges.set(request, exchange)
    const era = clearEra(request.headers, body)
    const response = (era === null ? await isLegacyRequest(request, body) : era === 'session')
      ? await sessions.handle({ request, body, principal, discovery })
      : await stateless.fetch(request, { parsedBody: body })
    return {
      response,
      // Set while the response is made or, in a stream, afterwards: read when the bytes are written.
      get tools() {
        return exchange.tools
      },
    }
  }

  return Object.freeze({
    handle,
    sessionCount: () => sessions.count(),
    async close() {
      unsubscribe()
      cancelTighten?.()
      await Promise.all([sessions.close(), stateless.close()])
    },
  })
}

function isMethod(body: unknown, method: string): boolean {
  return typeof body === 'object' && body !== null && 'method' in body && body.method === method
}
