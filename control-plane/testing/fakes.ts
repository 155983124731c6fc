import { createFakeClock, type FakeClock } from '@vedette/proto/clock'
import { findOperation } from '@vedette/proto/operations'
import { type Part, type Source, seen, unseen } from '@vedette/proto/visibility'
import type { ConnectorState } from '@vedette/proto/wire'
import type { Dispatch, ReadContext, ReadRequest, ReadResult } from '../src/dispatch/types.ts'
import type { AgentView, Fleet, FleetEvent } from '../src/fleet/types.ts'
import type { AuditRow, Principal } from '../src/store/types.ts'
import type { SurfaceOptions } from '../src/tools/index.ts'
import type { ToolContext } from '../src/tools/types.ts'

// 2030-01-15 12:00 UTC: the present of every test here.
export const NOW = Date.UTC(2030, 0, 15, 12)
const SINCE = '2030-01-15T11:00:00Z'

// One connector instance as an agent reports it; serves the named operations.
export function connectorState(
  connector: string,
  operations: readonly string[],
  more: Partial<ConnectorState> = {},
): ConnectorState {
  return {
    instance: connector,
    connector,
    health: 'up',
    since: SINCE,
    checked_at: '2030-01-15T11:59:40Z',
    scopes: [],
    operations: operations.map((id) => ({ id, contract: findOperation(id)?.contract ?? 1, digest: 'd' })),
    denied: [],
    covers: [],
    servers: [],
    ...more,
  }
}

// A connected agent with these connectors.
export function agentView(
  name: string,
  connectors: readonly ConnectorState[],
  more: Partial<AgentView> = {},
): AgentView {
  return {
    agent: `id-${name}`,
    organisation: 'acme',
    name,
    status: 'connected',
    last_seen: NOW - 1000,
    since: NOW - 3_600_000,
    incarnation: 'i1',
    identity: { kind: 'host', id: name },
    claimants: [],
    version: '0.1.0',
    labels: {},
    skew_ms: 0,
    connectors,
    policy: null,
    ...more,
  }
}

export type FakeFleet = Fleet &
  Readonly<{
    // Replaces the agents and tells listeners.
    set(agents: readonly AgentView[], event?: Partial<FleetEvent>): void
    setKnowledge(knowledge: 'collecting' | 'known'): void
    setBlind(blind: boolean): void
    listeners(): number
  }>

// A fleet that a test moves by hand.
export function createFakeFleet(first: readonly AgentView[] = []): FakeFleet {
  const listeners = new Set<(event: FleetEvent) => void>()
  let agents = first
  let knowledge: 'collecting' | 'known' = 'known'
  let blind = false
  return {
    agents: (organisation) => agents.filter((agent) => agent.organisation === organisation),
    knowledge: () => knowledge,
    blind: () => blind,
    onEvent(listen) {
      listeners.add(listen)
      return () => void listeners.delete(listen)
    },
    resolveDispute: async () => {},
    set(next, event = {}) {
      agents = next
      for (const listen of listeners)
        listen({ organisation: 'acme', at: NOW, kind: 'agent_changed', ...event })
    },
    setKnowledge(next) {
      knowledge = next
    },
    setBlind(next) {
      blind = next
    },
    listeners: () => listeners.size,
  }
}

export type FakeDispatch = Dispatch &
  Readonly<{ asked: readonly Readonly<{ request: ReadRequest; context: ReadContext }>[] }>

// A dispatch that answers each request with what the test gives, and remembers what it was asked.
export function createFakeDispatch(
  answer: (request: ReadRequest, context: ReadContext) => ReadResult | Promise<ReadResult>,
): FakeDispatch {
  const asked: Readonly<{ request: ReadRequest; context: ReadContext }>[] = []
  const dispatch = async (requests: readonly ReadRequest[], context: ReadContext) => {
    for (const request of requests) asked.push({ request, context })
    return Promise.all(requests.map((request) => answer(request, context)))
  }
  return Object.assign(dispatch, { asked })
}

// One instance that gave `value`, or that gave nothing for the reason in `part`.
export function readResult(request: ReadRequest, value: unknown, part: Partial<Part> = {}): ReadResult {
  const source = {
    scope: { host: 'web-1' },
    state: 'read',
    items: 1,
    as_of: '2030-01-15T12:00:00Z',
    operation: request.operation.id,
    connector: 'host',
    agent: 'web-1',
    role: request.role,
    ...part,
  } as Source // the partial part keeps the state and its fields together
  const outcome = value === undefined ? unseen([source]) : seen(value, [source])
  const meta = value === undefined ? null : { redacted: {}, vendor_calls: 1, took_ms: 2, body_sha256: '0' }
  return {
    request,
    instances: [
      { agent: 'id-web-1', agent_name: 'web-1', instance: 'host', connector: 'host', outcome, meta },
    ],
  }
}

// A principal of the organisation `acme`.
export function principal(more: Partial<Principal> = {}): Principal {
  return { organisation: 'acme', id: 'tok_1', name: 'test', mode: 'cautious', role: 'admin', ...more }
}

// A call's context that nobody cancels.
export function toolContext(more: Partial<ToolContext> = {}): ToolContext {
  return {
    principal: principal(),
    signal: new AbortController().signal,
    budget_ms: 15_000,
    progress: () => {},
    ...more,
  }
}

export type FakeAudit = SurfaceOptions['store'] & Readonly<{ rows: readonly AuditRow[] }>

// An audit that keeps its rows in memory.
export function createFakeAudit(): FakeAudit {
  const rows: AuditRow[] = []
  return {
    rows,
    audit: {
      append: async (row) => {
        rows.push(row)
        return { written: Promise.resolve(true) }
      },
    },
  }
}

// A fake clock that stands at NOW.
export function createClockAtNow(): FakeClock {
  return createFakeClock(NOW)
}
