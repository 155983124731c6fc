import { createCompositeTools } from '@vedette/control-plane/composites'
import { createDispatch, type Dispatch } from '@vedette/control-plane/dispatch'
import { createFleet, type Fleet } from '@vedette/control-plane/fleet'
import { createOperator, createSigner, toSigningKeys } from '@vedette/control-plane/identity'
import type { AuditRow, EnrolmentRow, Principal, Store } from '@vedette/control-plane/store'
import { createToolSurface, type Tool, type ToolResult } from '@vedette/control-plane/tools'
import { findOperation, type OperationDefinition } from '@vedette/proto/operations'
import { createLabClock, createSkewedClock, type LabClock } from './clock.ts'
import { type ConnectorLie, createLabConnectors, TOKEN_VARIABLE } from './connectors.ts'
import { createVendors } from './desk.ts'
import { createMemoryBus, ORGANISATION } from './memory-bus.ts'
import { createLabProcess, type LabProcess } from './process.ts'
import type { Random } from './random.ts'
import { SHAPES } from './rows.ts'
import { createTamper } from './tamper.ts'
import type { Wire } from './wire.ts'
import type { AgentSpec, InstanceSpec, WorldSpec } from './world.ts'

/** Milliseconds of a call, and of a tick; the product's own defaults. */
export const BUDGET_MS = 15_000
export const TICK_MS = 10_000
const LATE_MS = 500
const START = Date.UTC(2030, 0, 15, 12)
/** The vendors' credential: it must never be seen in an answer. */
export const VENDOR_TOKEN = 'labtoken-9f3bQ7-canary-Zx81'

/** Where the product's parts may be replaced by a planted lie. */
export type Plants = Readonly<{
  connectors?: readonly ConnectorLie[]
  dispatch?: (dispatch: Dispatch) => Dispatch
  dispatchFleet?: (fleet: Fleet) => Fleet
  composites?: typeof createCompositeTools
}>

export type Question = Readonly<{
  tool: string
  args: Readonly<Record<string, unknown>>
  mode: Principal['mode']
}>

/** What a client would have got, and what became known of the call besides. */
export type Performance = Readonly<{
  result: ToolResult
  /** Milliseconds of the laboratory's clock from call to answer. */
  took_ms: number
  /** The most that it may take. */
  allowed_ms: number
  audit: readonly Pick<AuditRow, 'sha256'>[]
  faults: readonly unknown[]
  now: number
}>

const operator = await createOperator({ organisations: [ORGANISATION], now: START })
const sign = createSigner(operator)
const KEYS = toSigningKeys(operator)
const OPERATIONS = Object.keys(SHAPES).map((id): OperationDefinition => {
  const found = findOperation(id)
  if (found === undefined) throw new TypeError(`${id} is not in the catalogue`)
  return found
})

/** Plays one world: its agents start, its faults set in, one question is asked, and everything is taken down. */
export async function perform(
  world: WorldSpec,
  question: Question,
  facts: Readonly<{ wire: Wire; random: Random; plants?: Plants }>,
): Promise<Performance> {
  const { wire, random, plants = {} } = facts
  process.env[TOKEN_VARIABLE] = VENDOR_TOKEN
  const clock = createLabClock(START)
  const instances = world.agents.flatMap((agent) => agent.instances)
  const vendors = createVendors(instances, { now: clock.now, token: VENDOR_TOKEN })
  const close = wire.open(vendors.desk, clock)
  const memory = createMemoryBus({ clock, sign })
  const audit: AuditRow[] = []
  const problems: unknown[] = []
  const store = createLabStore(world)
  const fleet = createFleet({ store, bus: memory.bus, clock, tick_ms: TICK_MS, revoke: async () => {} })
  const connectors = createLabConnectors({ wire, routeOf: vendors.routeOf, lies: plants.connectors ?? [] })
  const processes: LabProcess[] = []
  let isArmed = false

  const startAgent = (agent: AgentSpec, more: Readonly<{ incarnation: string; identity?: string }>) => {
    const skew = agent.fault === 'skew_large' ? 300_000 : agent.fault === 'skew_small' ? -30_000 : 0
    const tamper = createTamper(agent.fault, () => isArmed)
    const started = createLabProcess({
      agent: agent.id,
      name: agent.name,
      incarnation: more.incarnation,
      identity: { kind: 'host', id: more.identity ?? `machine-${agent.id}` },
      configs: agent.instances.map((instance) => toConfig(instance, { connectors, url: wire.url })),
      rules: agent.rules,
      clock: createSkewedClock(clock, skew),
      tick_ms: TICK_MS,
      keys: KEYS,
      memory,
      random: random.next,
      ...(tamper === null ? {} : { tamper }),
    })
    processes.push(started)
    return started
  }

  const dispatch = createDispatch({
    fleet: plants.dispatchFleet?.(fleet) ?? fleet,
    callAgent: memory.bus.callAgent,
    clock,
    tick_ms: TICK_MS,
  })
  const parts = { fleet, dispatch: plants.dispatch?.(dispatch) ?? dispatch, clock }
  const composites: readonly Tool[] = (plants.composites ?? createCompositeTools)(parts)
  const surface = createToolSurface({
    ...parts,
    store: { audit: createLabAudit(world, audit) },
    operations: OPERATIONS,
    extraTools: composites,
    onFault: (error) => void problems.push(error),
  })
  try {
    const byAgent = new Map<string, LabProcess>()
    for (const agent of world.agents) {
      if (agent.fault === 'never_heard') continue
      const started = startAgent(agent, { incarnation: 'i1' })
      byAgent.set(agent.id, started)
      await drive(started.start(), { clock, wire })
    }
    await pass(1.6 * TICK_MS, { clock, wire })
    await setFaultsIn({ world, byAgent, startAgent, clock, wire })
    vendors.arm()
    isArmed = true
    vendors.onRequest((vendor) => {
      for (const agent of world.agents) {
        if (!agent.instances.some((one) => one.vendor === vendor)) continue
        if (agent.fault === 'killed_mid_call') byAgent.get(agent.id)?.kill()
        if (agent.fault === 'partitioned_mid_call') byAgent.get(agent.id)?.partition()
      }
    })
    const begun = clock.monotonic()
    const call = surface.call(question.tool, question.args, {
      principal: { organisation: ORGANISATION, id: 'tok_1', name: 'lab', mode: question.mode, role: 'admin' },
      signal: new AbortController().signal,
      budget_ms: BUDGET_MS,
      progress: () => {},
    })
    const result = await drive(call, { clock, wire })
    const took_ms = clock.monotonic() - begun
    return { result, took_ms, allowed_ms: BUDGET_MS + LATE_MS, audit, faults: problems, now: clock.now() }
  } finally {
    await takeDown({ processes, surface, fleet, close })
  }
}

type Setting = Readonly<{
  world: WorldSpec
  byAgent: ReadonlyMap<string, LabProcess>
  startAgent(agent: AgentSpec, more: Readonly<{ incarnation: string; identity?: string }>): LabProcess
  clock: LabClock
  wire: Wire
}>

/** The faults that stand before the question is asked. */
async function setFaultsIn({ world, byAgent, startAgent, clock, wire }: Setting): Promise<void> {
  const lost = world.agents.filter((agent) => agent.fault === 'offline')
  for (const agent of lost) byAgent.get(agent.id)?.partition()
  for (const agent of world.agents) {
    if (agent.fault === 'superseded')
      await drive(startAgent(agent, { incarnation: 'i2' }).start(), { clock, wire })
    if (agent.fault === 'duplicate_identity')
      await drive(startAgent(agent, { incarnation: 'j1', identity: 'a-copied-machine' }).start(), {
        clock,
        wire,
      })
  }
  if (lost.length > 0) await pass(4.5 * TICK_MS, { clock, wire })
  else await pass(0.2 * TICK_MS, { clock, wire })
}

type Closing = Readonly<{
  processes: readonly LabProcess[]
  surface: Readonly<{ close(): void }>
  fleet: Readonly<{ close(): void }>
  close(): void
}>

async function takeDown({ processes, surface, fleet, close }: Closing): Promise<void> {
  surface.close()
  fleet.close()
  const ended = processes.map((one) => one.close())
  close()
  await Promise.race([Promise.all(ended), turn()])
}

type Moving = Readonly<{ clock: LabClock; wire: Wire }>

/** Lets everything that can move move, then time, until the promise settles. */
async function drive<T>(promise: Promise<T>, moving: Moving): Promise<T> {
  let isSettled = false
  const settle = () => {
    isSettled = true
  }
  promise.then(settle, settle)
  for (;;) {
    await quiet(moving.wire)
    if (isSettled) return promise
    if (!moving.clock.step()) throw new Error('nothing moves any more, and the call has not ended')
  }
}

/** Lets time pass, with everything that falls due in it. */
async function pass(ms: number, { clock, wire }: Moving): Promise<void> {
  const end = clock.monotonic() + ms
  for (;;) {
    await quiet(wire)
    const next = clock.untilNext()
    if (next === null || clock.monotonic() + next > end) break
    clock.step()
  }
  clock.pass(end - clock.monotonic())
}

async function quiet(wire: Wire): Promise<void> {
  do await turn()
  while (wire.isBusy())
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

type Configuring = Readonly<{ connectors: ReturnType<typeof createLabConnectors>; url: string }>

function toConfig(instance: InstanceSpec, { connectors, url }: Configuring) {
  const { kind, name, vendor, scope, fault } = instance
  const connector = connectors.get(fault === 'approval_needed' ? `${kind}_raised` : kind)
  if (connector === undefined) throw new TypeError(`no connector for ${kind}`)
  const token = { env: fault === 'secret_missing' ? 'LAB_NO_SUCH_VARIABLE' : TOKEN_VARIABLE }
  return {
    instance: name,
    connector,
    config: { vendor, url, token },
    secrets: [token],
    expect: scope,
    covers: [],
  }
}

/** The store as far as the fleet uses it. */
function createLabStore(world: WorldSpec): Store {
  const enrolments = world.agents.map(
    (agent): EnrolmentRow => ({
      agent: agent.id,
      organisation: ORGANISATION,
      public_key: `key-${agent.id}`,
      identity_kind: 'host',
      identity_id: `machine-${agent.id}`,
      name: agent.name,
      labels: {},
      enrolled_at: new Date(START - 86_400_000).toISOString(),
      renewed_at: new Date(START - 3_600_000).toISOString(),
      revoked_at: null,
    }),
  )
  return {
    enrolments: { list: async () => enrolments, find: async () => enrolments },
    clusters: { list: async () => [] },
    disputes: { list: async () => [], put: async () => {}, remove: async () => {} },
  } as unknown as Store // nothing else of the store is asked here
}

/** The audit as the surface uses it. */
function createLabAudit(world: WorldSpec, rows: AuditRow[]) {
  return {
    async append(row: AuditRow) {
      if (world.own === 'audit_fails') throw new Error('the disk is full')
      rows.push(row)
      return { written: Promise.resolve(true) }
    },
  }
}
