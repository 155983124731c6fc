import { createFakeClock, type FakeClock } from '@vedette/proto/clock'
import { defineOperation, type OperationDefinition, type ScopeKind } from '@vedette/proto/operations'
import type { Part, Source } from '@vedette/proto/visibility'
import type { ConnectorState } from '@vedette/proto/wire'
import { z } from 'zod'
import type { CallRequest, CallResult } from '../../bus/types.ts'
import type { AgentView } from '../../fleet/types.ts'
import { createDispatch } from '../create-dispatch.ts'
import type { InstanceRead, ReadContext, ReadRequest, ReadResult } from '../types.ts'

// Builders for dispatch's tests: a fake fleet, a fake way to ask, real operations of our own.
export const TICK_MS = 10_000
export const NOW = Date.UTC(2030, 0, 1)
export const iso = (ms: number) => new Date(ms).toISOString()

// An operation over things of one scope kind; `dialect` makes its query raw.
export function operation(
  scope: ScopeKind,
  more: Readonly<{ id?: string; contract?: number; dialect?: boolean }> = {},
): OperationDefinition {
  return defineOperation({
    id: more.id ?? `things.${scope}.list`,
    title: 'Things',
    describe: 'Lists things.',
    when: ['things'],
    contract: more.contract ?? 1,
    input: z.strictObject({ name: z.string().optional(), query: z.string().optional() }),
    output: z.object({ things: z.array(z.string()) }),
    scope,
    tier: 'read',
    freshness: 10,
    permissions: { vendor: ['read'] },
    proof: 'all things were listed',
    ...(more.dialect === true ? { dialect: { argument: 'query' } } : {}),
    since: '0.1.0',
  }) as unknown as OperationDefinition // the catalogue's view forgets the exact schemas
}

// A healthy connector instance that serves these operations.
export function connector(
  instance: string,
  ids: readonly string[],
  more: Partial<ConnectorState> = {},
): ConnectorState {
  return {
    instance,
    connector: 'vendor',
    health: 'up',
    since: iso(NOW - 60_000),
    checked_at: iso(NOW - 1_000),
    scopes: [],
    operations: ids.map((id) => ({ id, contract: 1, digest: 'd' })),
    denied: [],
    covers: [],
    servers: [],
    ...more,
  }
}

// A connected agent.
export function agent(
  name: string,
  connectors: readonly ConnectorState[],
  more: Partial<AgentView> = {},
): AgentView {
  return {
    agent: `ag_${name}`,
    organisation: 'acme',
    name,
    status: 'connected',
    last_seen: NOW,
    since: NOW - 60_000,
    incarnation: `inc_${name}`,
    identity: { kind: 'host', id: `machine-${name}` },
    claimants: [],
    version: '0.1.0',
    labels: {},
    skew_ms: 0,
    connectors,
    policy: {
      status: 'APPLIED',
      local_hash: 'l',
      remote_version: 0,
      remote_hash: 'r',
      effective_hash: 'hash',
      rules: [],
    },
    ...more,
  }
}

// An answer with one thing, or with these parts.
export function answer(things: readonly string[], parts?: readonly Part[]): CallResult {
  const whole: Part =
    things.length === 0
      ? { scope: {}, state: 'empty', items: 0, as_of: iso(NOW), proof: 'enumerated' }
      : { scope: {}, state: 'read', items: things.length, as_of: iso(NOW) }
  return {
    kind: 'answered',
    parts: parts ?? [whole],
    body: { things },
    meta: { redacted: {}, vendor_calls: 1, took_ms: 1, body_sha256: '' },
  }
}

export function lost(part: Omit<Part, 'scope'>): CallResult {
  return { kind: 'lost', part: { scope: {}, ...part } }
}

export const TIMED_OUT = lost({ state: 'timed_out', waited_ms: 5, phase: 'agent' })

export type Script = (request: CallRequest) => CallResult | Promise<CallResult>

// Runs one question against a fleet; gives the result and every call that left, as `agent/instance`.
export async function ask(
  facts: Readonly<{
    agents: readonly AgentView[]
    requests: readonly ReadRequest[]
    script?: Script
    clock?: FakeClock
    budget_ms?: number
  }>,
): Promise<Readonly<{ results: readonly ReadResult[]; calls: readonly CallRequest[] }>> {
  const calls: CallRequest[] = []
  const dispatch = createDispatch({
    fleet: { agents: (organisation) => (organisation === 'acme' ? facts.agents : []) },
    callAgent: async (request) => {
      calls.push(request)
      return (facts.script ?? (() => answer(['x'])))(request)
    },
    clock: facts.clock ?? createFakeClock(NOW),
    tick_ms: TICK_MS,
  })
  const context: ReadContext = {
    principal: { organisation: 'acme', id: 'tok_1', name: 'test', mode: 'cautious', role: 'viewer' },
    budget_ms: facts.budget_ms ?? 15_000,
    signal: new AbortController().signal,
  }
  return { results: await dispatch(facts.requests, context), calls }
}

// One atomic request.
export function request(
  asked: OperationDefinition,
  more: Partial<Omit<ReadRequest, 'operation'>> = {},
): ReadRequest {
  return { operation: asked, role: 'input', arguments: {}, routing: {}, ...more }
}

// `agent/instance: words` of each instance, in order.
export function words(result: ReadResult | undefined): readonly string[] {
  return (result?.instances ?? []).map(
    ({ agent_name, instance, outcome }) =>
      `${agent_name ?? '-'}/${instance}: ${outcome.sources.map(toWord).join(' ')}`,
  )
}

function toWord(source: Source): string {
  return source.covered === true ? `(${source.state})` : source.state
}

export function readOf(result: ReadResult | undefined, name: string): InstanceRead {
  const found = result?.instances.find((one) => one.agent_name === name)
  if (found === undefined) throw new Error(`no share of ${name}`)
  return found
}
