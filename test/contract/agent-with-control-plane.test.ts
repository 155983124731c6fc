import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { parseAgentConfig } from '@vedette/agent/config'
import { type AgentEnd, runAgent } from '@vedette/agent/main'
import type { CallRequest, CallResult } from '@vedette/control-plane/bus'
import { createDispatch } from '@vedette/control-plane/dispatch'
import type { AgentView } from '@vedette/control-plane/fleet'
import { findOrganisation } from '@vedette/control-plane/identity'
import { toFleetSummary } from '@vedette/control-plane/tools'
import { type Clock, systemClock } from '@vedette/proto/clock'
import { createFolder, eventually, startTcpProxy } from '@vedette/test/kit'
import { itemsList, startVendor, vendorConnector } from './agent-vendor.ts'
import { createWorld, type Replica, TICK_MS, type World } from './control-plane/world.ts'

type Started = { readonly end: Promise<AgentEnd>; readonly dataDir: string; stop(): void }

/** Starts a real agent against the real control plane's bus; it is stopped with the test. */
async function start(
  t: TestContext,
  world: World,
  options: {
    vendorUrl: string
    natsUrl?: string
    hostId?: string
    dataDir?: string
    file?: object
    clock?: Clock
  },
): Promise<Started> {
  const dataDir = options.dataDir ?? createFolder(t)
  const { secret } = await world.store.joinTokens.create({
    organisation: 'acme',
    ttl_ms: 600_000,
    max_uses: 1,
  })
  const { jwt, seed } = findOrganisation(world.operator, 'acme').lobby
  const folder = createFolder(t)
  const lobby = `-----BEGIN NATS USER JWT-----\n${jwt}\n------END NATS USER JWT------\n\n-----BEGIN USER NKEY SEED-----\n${seed}\n------END USER NKEY SEED------\n`
  writeFileSync(join(folder, 'lobby.creds'), lobby)
  writeFileSync(join(folder, 'token'), secret)
  const file = {
    name: 'web-1',
    data_dir: dataDir,
    nats: { url: options.natsUrl ?? world.nats().url, lobby_creds_file: join(folder, 'lobby.creds') },
    join_token: { file: join(folder, 'token') },
    identity: { host_id: options.hostId ?? 'host-number-1' },
    connectors: [{ connector: 'vendor', config: { url: options.vendorUrl } }],
    ...options.file,
  }
  const config = parseAgentConfig(JSON.stringify(file), [vendorConnector])
  const stopping = new AbortController()
  const quiet = () => {}
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet }
  const end = runAgent(config, { clock: options.clock ?? systemClock, signal: stopping.signal, log })
  end.catch(() => {})
  t.after(async () => {
    stopping.abort()
    await end.catch(() => {})
  })
  return { end, dataDir, stop: () => stopping.abort() }
}

/** The first agent of the organisation once it stands so, with its connector up if connected. */
function until(
  replica: Replica,
  status: AgentView['status'],
  incarnationOtherThan?: string,
): Promise<AgentView> {
  return eventually(() => {
    const [view] = replica.fleet.agents('acme')
    if (view?.status !== status || view.incarnation === incarnationOtherThan) return undefined
    return status !== 'connected' || view.connectors[0]?.health === 'up' ? view : undefined
  })
}

function call(replica: Replica, view: AgentView, changes: Partial<CallRequest> = {}): Promise<CallResult> {
  return replica.bus.callAgent({
    organisation: 'acme',
    agent: view.agent,
    incarnation: view.incarnation ?? '',
    operation: 'probe.items.list',
    contract: 1,
    instance: 'vendor',
    arguments: {},
    tier: 'read',
    principal: 'p1',
    policy_hash: view.policy?.effective_hash ?? '',
    budget_ms: 10_000,
    signal: new AbortController().signal,
    ...changes,
  })
}

/** What every agent of the fleet says of the items, by its name. */
async function askFleet({ fleet, bus }: Replica) {
  const dispatch = createDispatch({ fleet, callAgent: bus.callAgent, clock: systemClock, tick_ms: TICK_MS })
  const request = { operation: itemsList, role: 'input', arguments: {}, routing: { agent: 'all' } } as const
  const context = { principal: PRINCIPAL, budget_ms: 10_000, signal: new AbortController().signal }
  const [read] = await dispatch([request], context)
  return new Map(read?.instances.map((one) => [one.agent_name ?? '', one.outcome.sources[0]]))
}

async function setUp(t: TestContext) {
  const world = await createWorld(t)
  const replica = await world.start('r1')
  const vendor = await startVendor(t)
  return { world, replica, vendor }
}

test('agent and control plane agree on enrolment, reports, signatures and replies', async (t) => {
  const { world, replica, vendor } = await setUp(t)
  await start(t, world, { vendorUrl: vendor.url })
  const view = await until(replica, 'connected')
  assert.deepEqual([view.name, view.identity], ['web-1', { kind: 'host', id: 'host-number-1' }])
  assert.ok(Math.abs(view.skew_ms) < 1000)
  const small = await call(replica, view)
  assert.ok(small.kind === 'answered')
  assert.deepEqual(small.body, { items: [{ id: 0, text: 'xxxx' }] })
  assert.deepEqual(
    [small.meta.query, small.meta.vendor_calls, small.parts[0]?.state],
    ['all items', 1, 'read'],
  )
  const large = await call(replica, view, { arguments: { count: 300, bytes: 10_000 } })
  assert.ok(large.kind === 'answered')
  assert.equal((large.body as { items: unknown[] }).items.length, 300)
  const refused = await call(replica, view, { arguments: { count: -1 } })
  assert.ok(refused.kind === 'refused')
  assert.equal(refused.error.field, 'count')
})

test('eighty calls at once are all answered, each with its own', async (t) => {
  const { world, replica, vendor } = await setUp(t)
  await start(t, world, { vendorUrl: vendor.url })
  const view = await until(replica, 'connected')
  const counts = Array.from({ length: 80 }, (_, at) => at)
  const results = await Promise.all(counts.map((count) => call(replica, view, { arguments: { count } })))
  assert.deepEqual(
    results.map((result) =>
      result.kind === 'answered' ? (result.body as { items: unknown[] }).items.length : result,
    ),
    counts,
  )
})

test('a caller that aborts closes the socket to the vendor', async (t) => {
  const { world, replica, vendor } = await setUp(t)
  await start(t, world, { vendorUrl: vendor.url })
  const view = await until(replica, 'connected')
  vendor.behave('hang')
  const controller = new AbortController()
  const result = call(replica, view, { signal: controller.signal })
  await eventually(() => vendor.requests() === 1)
  controller.abort()
  assert.equal((await result).kind, 'lost')
  await eventually(() => vendor.closed() === 1)
})

test('a second process of the same host takes over, and the first ends by itself', async (t) => {
  const { world, replica, vendor } = await setUp(t)
  const first = await start(t, world, { vendorUrl: vendor.url })
  const before = await until(replica, 'connected')
  const second = await start(t, world, { vendorUrl: vendor.url, dataDir: first.dataDir })
  assert.deepEqual(await first.end, { reason: 'superseded' })
  const after = await until(replica, 'connected', before.incarnation ?? '')
  assert.equal(after.agent, before.agent)
  assert.equal((await call(replica, after)).kind, 'answered')
  second.stop()
  assert.deepEqual(await second.end, { reason: 'stopped' })
  await until(replica, 'offline')
})

test('a copied data folder on another host is disputed, and both hosts are named', async (t) => {
  const { world, replica, vendor } = await setUp(t)
  const first = await start(t, world, { vendorUrl: vendor.url })
  const before = await until(replica, 'connected')
  const copy = createFolder(t)
  cpSync(first.dataDir, copy, { recursive: true })
  await start(t, world, { vendorUrl: vendor.url, dataDir: copy, hostId: 'host-number-2' })
  const disputed = await until(replica, 'disputed')
  assert.equal(disputed.agent, before.agent)
  assert.deepEqual(disputed.claimants.map(({ identity }) => identity.id).sort(), [
    'host-number-1',
    'host-number-2',
  ])
})

test('a revoked agent is cut off and ends instead of coming back', async (t) => {
  const { world, replica, vendor } = await setUp(t)
  const agent = await start(t, world, { vendorUrl: vendor.url })
  const view = await until(replica, 'connected')
  await world.revoker.revoke('acme', view.agent, null)
  assert.deepEqual(await agent.end, { reason: 'refused', code: 'revoked' })
})

test('a policy from the control plane is in force before it is reported as applied', async (t) => {
  const { world, replica, vendor } = await setUp(t)
  await start(t, world, { vendorUrl: vendor.url, file: { deny: ['host.disks.list'] } })
  const view = await until(replica, 'connected')
  replica.bus.sendPolicy('acme', {
    type: 'vedette.v1.policy',
    agent: view.agent,
    incarnation: view.incarnation ?? '',
    version: 1,
    rules: [{ id: `r-${randomUUID()}`, deny: 'probe.items.list' }],
    issued_at: Date.now(),
  })
  const applied = await eventually(() => {
    const [now] = replica.fleet.agents('acme')
    return now?.policy?.remote_version === 1 ? now : undefined
  })
  const denied = await call(replica, applied)
  assert.ok(denied.kind === 'answered')
  assert.equal(denied.parts[0]?.state, 'denied_by_policy')
  assert.equal(vendor.requests(), 0)
})

test('after NATS was killed the fleet sees the agent again, and calls go on', async (t) => {
  const { world, replica, vendor } = await setUp(t)
  await start(t, world, { vendorUrl: vendor.url })
  const view = await until(replica, 'connected')
  await world.restartNats(async () => void (await eventually(() => !replica.bus.isLinked('acme'))))
  await eventually(async () => (await call(replica, view, { budget_ms: 1000 })).kind === 'answered')
  const back = await until(replica, 'connected')
  assert.equal(back.incarnation, view.incarnation)
})

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const PRINCIPAL = { organisation: 'acme', id: 'tok_1', name: 'test', mode: 'auto', role: 'admin' } as const

test('an agent that is cut off both ways, or that only hears, is offline, shows nothing, and is served again once it is heard', async (t) => {
  for (const way of ['both', 'to_server'] as const) {
    const { world, replica, vendor } = await setUp(t)
    const proxy = await startTcpProxy(t, world.nats().port)
    await start(t, world, { vendorUrl: vendor.url, natsUrl: `nats://127.0.0.1:${proxy.port}` })
    const view = await until(replica, 'connected')
    proxy.hold(way)
    const underWay = await call(replica, view, { budget_ms: 2 * TICK_MS })
    assert.ok(underWay.kind === 'lost' && underWay.part.state === 'timed_out', JSON.stringify(underWay))
    const away = await until(replica, 'offline')
    assert.ok(away.last_seen >= view.last_seen && away.last_seen < Number(away.since), way)
    assert.equal((await askFleet(replica)).get('web-1')?.state, 'agent_offline')
    if (way === 'to_server') await eventually(() => vendor.requests() === 1)
    else assert.equal(vendor.requests(), 0)
    proxy.flow()
    const back = await until(replica, 'connected')
    assert.equal(back.incarnation, view.incarnation, 'it is the same process')
    assert.equal((await call(replica, back)).kind, 'answered')
  }
})

test('an agent whose clock is off by minutes or a day, either way, stays connected, and is shown and refused with its skew', async (t) => {
  const { world, replica, vendor } = await setUp(t)
  // A skew that is borne, and four that are not.
  const skews = [30_000, 5 * MINUTE, -5 * MINUTE, 24 * HOUR, -24 * HOUR]
  const names = new Map(skews.map((skew) => [`web-${skew}`, skew]))
  for (const [name, skew] of names) {
    const clock = { ...systemClock, now: () => systemClock.now() + skew }
    await start(t, world, { vendorUrl: vendor.url, hostId: `host-${skew}`, file: { name }, clock })
  }
  const { fleet } = replica
  const untilAll = (isSo: (view: AgentView) => boolean) =>
    eventually(() => {
      const views = fleet.agents('acme').filter(isSo)
      return views.length === names.size ? views : undefined
    })
  const isUp = (view: AgentView) => view.status === 'connected' && view.connectors[0]?.health === 'up'
  const first = new Map((await untilAll(isUp)).map((view) => [view.agent, view.last_seen]))
  // Connected for several times as long as an agent is borne that says nothing.
  const isLater = ({ agent, last_seen }: AgentView) =>
    last_seen - (first.get(agent) ?? last_seen) > 10 * TICK_MS
  const views = await untilAll((view) => isUp(view) && isLater(view))
  const told = await askFleet(replica)
  for (const { name, skew_ms } of views) {
    const skew = names.get(name) ?? 0
    const isClose = (measured: number) => Math.abs(measured - skew) < 20_000
    assert.ok(isClose(skew_ms), `${name}: ${skew_ms}`)
    const source = told.get(name)
    if (skew === 30_000) assert.equal(source?.state, 'read', JSON.stringify(source))
    else {
      assert.deepEqual([source?.state, source?.why], ['unusable', 'clock_skew'], name)
      assert.ok(isClose(source?.skew_ms ?? 0), `${name}: ${source?.skew_ms}`)
    }
  }
  assert.equal(vendor.requests(), 1)
  const summary = toFleetSummary(fleet, { organisation: 'acme', agents: views, now: systemClock.now() })
  assert.equal(summary.fleet_verdict, 'degraded')
  const off = [...names].filter(([, skew]) => skew !== 30_000).map(([name]) => name)
  assert.deepEqual(summary.clocks_off?.map(({ agent }) => agent).sort(), off.sort())
})

const MIB = 1024 * 1024

/** Arguments for which the vendor's answer has exactly so many bytes, in as many equal items as it takes. */
function toExactly(bytes: number): { count: number; bytes: number } {
  const base = (count: number) =>
    JSON.stringify({ items: Array.from({ length: count }, (_, id) => ({ id, text: '' })) }).length
  for (let count = 2; count <= 1000; count += 1)
    if ((bytes - base(count)) % count === 0) return { count, bytes: (bytes - base(count)) / count }
  throw new RangeError(`no answer has ${bytes} bytes`)
}

test('a byte over what one message takes comes whole, and a byte over what a reply takes is cut or unusable: no answer is a silent time-out', async (t) => {
  const { world, replica, vendor } = await setUp(t)
  await start(t, world, { vendorUrl: vendor.url })
  const view = await until(replica, 'connected')
  const askFor = async (shape: { count: number; bytes: number }) => {
    const result = await call(replica, view, { arguments: shape, budget_ms: 40_000 })
    assert.ok(result.kind === 'answered', JSON.stringify(result))
    const [part] = result.parts
    const items = (result.body as { items: unknown[] } | undefined)?.items.length ?? null
    return { state: part?.state, part, items, bytes: JSON.stringify(result.body ?? null).length }
  }
  // A nats-server takes messages of 1 MiB unless told otherwise; a reply may have 8 MiB.
  for (const bytes of [MIB + 1, 8 * MIB]) {
    const shape = toExactly(bytes)
    const whole = await askFor(shape)
    assert.deepEqual([whole.state, whole.items, whole.bytes], ['read', shape.count, bytes])
  }
  const shape = toExactly(8 * MIB + 1)
  const cut = await askFor(shape)
  const { state, cap, at_least } = cut.part ?? {}
  assert.deepEqual([state, cap, at_least], ['truncated', 'bytes', shape.count])
  assert.equal(cut.items, shape.count - 1)
  const single = await askFor({ count: 1, bytes: 8 * MIB })
  assert.deepEqual([single.part?.state, single.part?.why, single.items], ['unusable', 'too_large', null])
  const next = await askFor({ count: 1, bytes: 4 })
  assert.deepEqual([next.state, next.items], ['read', 1])
})
