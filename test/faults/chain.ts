import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { parseAgentConfig } from '@vedette/agent/config'
import type { Route } from '@vedette/connectors/kit/testing'
import { CONNECTORS } from '@vedette/connectors/registry'
import { createCompositeTools } from '@vedette/control-plane/composites'
import { createDispatch } from '@vedette/control-plane/dispatch'
import { createFleet } from '@vedette/control-plane/fleet'
import { createOperator, createSigner, toSigningKeys } from '@vedette/control-plane/identity'
import type { EnrolmentRow, Store } from '@vedette/control-plane/store'
import { createToolSurface } from '@vedette/control-plane/tools'
import { type Clock, systemClock } from '@vedette/proto/clock'
import { eventually, ROOT } from '@vedette/test/kit'
import { createMemoryBus, ORGANISATION } from './lab/memory-bus.ts'
import { createLabProcess } from './lab/process.ts'
import { isJson, type Json } from './lab/reading.ts'

const TICK_MS = 200
const AGENT = 'ag_1'

/** A question to the whole chain: the answer as its client reads it. */
export type Chain = Readonly<{
  ask(tool: string, args?: Readonly<Record<string, unknown>>): Promise<Json>
}>

export type ChainFacts = Readonly<{
  /** Entries as in an agent's file. */
  connectors: readonly Readonly<{ connector: string; instance?: string; config: unknown }>[]
  /** The present, RFC 3339. */
  now: string
}>

/** One agent with real connectors, real gate, redactor, fleet, dispatch and seal; only the bus is in memory. */
export async function startChain(t: TestContext, { connectors, now }: ChainFacts): Promise<Chain> {
  const offset = Date.parse(now) - systemClock.now()
  const clock: Clock = { ...systemClock, now: () => systemClock.now() + offset }
  const operator = await createOperator({ organisations: [ORGANISATION], now: clock.now() })
  const memory = createMemoryBus({ clock, sign: createSigner(operator) })
  const store = createStore()
  const fleet = createFleet({ store, bus: memory.bus, clock, tick_ms: TICK_MS, revoke: async () => {} })
  const named = new Set(connectors.map((one) => one.connector))
  const loaded = await Promise.all(CONNECTORS.filter(({ id }) => named.has(id)).map((one) => one.load()))
  const file = { name: 'web-1', data_dir: '/nowhere', nats: { url: 'nats://127.0.0.1:1' }, connectors }
  const agent = createLabProcess({
    agent: AGENT,
    name: 'web-1',
    incarnation: 'i1',
    identity: { kind: 'host', id: 'machine-1' },
    configs: parseAgentConfig(JSON.stringify(file), loaded).instances,
    rules: [],
    clock,
    tick_ms: TICK_MS,
    keys: toSigningKeys(operator),
    memory,
    random: () => 0.5,
  })
  const dispatch = createDispatch({ fleet, callAgent: memory.bus.callAgent, clock, tick_ms: TICK_MS })
  const parts = { fleet, dispatch, clock }
  const surface = createToolSurface({
    ...parts,
    store: { audit: { append: async () => ({ written: Promise.resolve(true) }) } },
    extraTools: createCompositeTools(parts),
  })
  t.after(async () => {
    surface.close()
    fleet.close()
    await agent.close()
  })
  await agent.start()
  await eventually(() => fleet.agents(ORGANISATION).some((one) => one.status === 'connected'))
  return Object.freeze({
    async ask(tool: string, args: Readonly<Record<string, unknown>> = {}) {
      const result = await surface.call(tool, args, {
        principal: { organisation: ORGANISATION, id: 'tok_1', name: 'test', mode: 'cautious', role: 'admin' },
        signal: new AbortController().signal,
        budget_ms: 2_000,
        progress: () => {},
      })
      if (result.kind === 'error') throw new TypeError(result.error.message)
      const answer: unknown = JSON.parse(result.text)
      return isJson(answer) ? answer : {}
    },
  })
}

/** The recorded responses of one of a connector's own cases. */
export function readRoutes(connector: string, name: string): readonly Route[] {
  return JSON.parse(
    readFileSync(join(ROOT, 'connectors', connector, 'fixtures', name, 'responses.json'), 'utf8'),
  )
}

/** Words that an answer gives for its sources, each once. */
export function wordsOf(answer: Json): readonly string[] {
  const { read, unread } = answer['_sources'] as Readonly<Record<'read' | 'unread', readonly Json[]>> // every answer has both
  return [...new Set([...read, ...unread].map((row) => String(row['state'])))].sort()
}

function createStore(): Store {
  const row: EnrolmentRow = {
    agent: AGENT,
    organisation: ORGANISATION,
    public_key: 'key-1',
    identity_kind: 'host',
    identity_id: 'machine-1',
    name: 'web-1',
    labels: {},
    enrolled_at: '2026-01-01T00:00:00Z',
    renewed_at: '2026-01-01T00:00:00Z',
    revoked_at: null,
  }
  return {
    enrolments: { list: async () => [row], find: async () => [row] },
    clusters: { list: async () => [] },
    disputes: { list: async () => [], put: async () => {}, remove: async () => {} },
  } as unknown as Store // nothing else of the store is asked here
}
