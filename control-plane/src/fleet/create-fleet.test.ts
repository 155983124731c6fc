import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFakeClock } from '@vedette/proto/clock'
import type { Bus, BusMessage } from '../bus/types.ts'
import type { ClusterRow, DisputeRow, EnrolmentRow, Store } from '../store/types.ts'
import { createFleet } from './create-fleet.ts'
import type { AgentMessage } from './state.ts'
import { beat, type Facts, OTHER, report, TICK_MS, WALL } from './testing/messages.ts'
import type { FleetEvent } from './types.ts'

function rowOf(agent: string, more: Partial<EnrolmentRow> = {}): EnrolmentRow {
  return {
    agent,
    organisation: 'acme',
    public_key: `U-${agent}`,
    identity_kind: 'host',
    identity_id: 'machine-1',
    name: `name-${agent}`,
    labels: { env: 'prod' },
    enrolled_at: new Date(WALL - 5_000).toISOString(),
    renewed_at: new Date(WALL - 5_000).toISOString(),
    revoked_at: null,
    ...more,
  }
}

// A fleet over a bus and a store that the test plays.
function start(rows: readonly EnrolmentRow[] = [rowOf('ag_1')]) {
  const clock = createFakeClock(WALL)
  const store = {
    rows: [...rows],
    reads: 0,
    clusters: [] as readonly ClusterRow[],
    disputes: [] as readonly DisputeRow[],
  }
  const sent: string[] = []
  const listeners = new Set<(message: BusMessage) => void>()
  let linked = false
  let nonces = 0
  const bus = {
    replica: 'r1',
    onMessage(listen: (message: BusMessage) => void) {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
    organisations: () => ['acme'],
    isLinked: () => linked,
    ping() {
      if (!linked) return null
      nonces += 1
      sent.push('ping')
      return `n${nonces}`
    },
    requestReport: (_: string, agent?: string) => sent.push(`report ${agent ?? 'all'}`),
    stopIncarnation: (_: string, order: { incarnation: string }) => sent.push(`stop ${order.incarnation}`),
  } as unknown as Bus // only what a fleet asks of a bus
  const enrolments: Pick<Store['enrolments'], 'list' | 'find'> = {
    async list() {
      store.reads += 1
      return [...store.rows]
    },
    find: async (_, agent) => store.rows.filter((row) => row.agent === agent),
  }
  const clusters: Pick<Store['clusters'], 'list'> = { list: async () => store.clusters }
  const disputes: Store['disputes'] = {
    list: async () => store.disputes,
    put: async (row) => {
      store.disputes = [...store.disputes.filter((one) => one.agent !== row.agent), row]
    },
    remove: async (_, agent) => {
      store.disputes = store.disputes.filter((one) => one.agent !== agent)
    },
  }
  const revoked: string[] = []
  const fleet = createFleet({
    store: { enrolments, clusters, disputes } as unknown as Store, // only what a fleet asks of the store
    bus,
    clock,
    tick_ms: TICK_MS,
    async revoke(_, agent, key) {
      revoked.push(`${agent} ${key ?? 'all'}`)
      store.rows = store.rows.map((row) =>
        row.agent === agent && (key === null || row.public_key === key)
          ? { ...row, revoked_at: new Date(clock.now()).toISOString() }
          : row,
      )
    },
  })
  const events: FleetEvent[] = []
  fleet.onEvent((event) => events.push(event))
  const emit = (message: BusMessage) => {
    for (const listen of listeners) listen(message)
  }
  const say = (message: AgentMessage, agent = 'ag_1', echo = `n${nonces}`) => {
    if (message.kind === 'beat')
      emit({ kind: 'beat', organisation: 'acme', beat: { ...message.beat, agent, pings: { r1: echo } } })
    else if (message.kind === 'report')
      emit({
        kind: 'report',
        organisation: 'acme',
        report: { ...message.report, agent, pings: { r1: echo } },
      })
  }
  const link = async (up: boolean) => {
    linked = up
    emit({ kind: 'link', organisation: 'acme', up })
    await clock.advance(0)
  }
  return { clock, store, sent, fleet, events, emit, say, link, revoked }
}

const facts = (clock: { now(): number }, more: Facts): Facts => ({ sent_at: clock.now(), ...more })

test('nothing is known and all is blind until the link is up; then everyone is asked', async (t) => {
  const { fleet, sent, link, clock } = start()
  t.after(() => fleet.close())
  await clock.advance(0)
  assert.equal(fleet.blind('acme'), true)
  await clock.advance(60 * TICK_MS)
  assert.equal(fleet.knowledge('acme'), 'collecting')
  assert.deepEqual(sent, [])
  await link(true)
  assert.equal(fleet.blind('acme'), false)
  assert.deepEqual(sent, ['ping', 'report all'])
})

test('the fleet is known once all have reported, or after a tick and a half', async (t) => {
  const early = start()
  t.after(() => early.fleet.close())
  await early.link(true)
  assert.equal(early.fleet.knowledge('acme'), 'collecting')
  early.say(report(facts(early.clock, { sequence: 1 })))
  assert.equal(early.fleet.knowledge('acme'), 'known')

  const late = start()
  t.after(() => late.fleet.close())
  await late.link(true)
  await late.clock.advance(1.5 * TICK_MS - 1)
  assert.equal(late.fleet.knowledge('acme'), 'collecting')
  await late.clock.advance(1)
  assert.equal(late.fleet.knowledge('acme'), 'known')
  assert.deepEqual(
    late.fleet
      .agents('acme')
      .map(({ agent, status, last_seen, incarnation }) => ({ agent, status, last_seen, incarnation })),
    [{ agent: 'ag_1', status: 'offline', last_seen: WALL - 5_000, incarnation: null }],
  )
})

test('a ping leaves every tick, and an agent that echoes it stays; labels of the store win', async (t) => {
  const { fleet, sent, link, say, clock } = start()
  t.after(() => fleet.close())
  await link(true)
  say(report(facts(clock, { sequence: 1 })))
  for (let tick = 2; tick <= 10; tick += 1) {
    await clock.advance(TICK_MS)
    say(beat(facts(clock, { sequence: tick })))
  }
  assert.equal(sent.filter((one) => one === 'ping').length, 10)
  const [view] = fleet.agents('acme')
  assert.equal(view?.status, 'connected')
  assert.equal(view?.last_seen, WALL + 9 * TICK_MS)
  assert.equal(view?.name, 'name-ag_1')
  assert.deepEqual(view?.labels, { env: 'prod' })
  assert.deepEqual(fleet.counts('acme'), {
    connected: 1,
    offline: 0,
    disputed: 0,
    replayed: 0,
    deaf: 0,
    gaps: 0,
    unknown: 0,
  })
})

test('a nonce of another replica, or one that is too old, keeps nobody up', async (t) => {
  const { fleet, link, say, clock } = start()
  t.after(() => fleet.close())
  await link(true)
  say(report(facts(clock, { sequence: 1 })))
  for (let tick = 1; tick <= 4; tick += 1) {
    await clock.advance(TICK_MS)
    say(beat(facts(clock, { sequence: 10 * tick })), 'ag_1', 'forged')
    say(beat(facts(clock, { sequence: 10 * tick + 1 })), 'ag_1', 'n1')
  }
  assert.equal(fleet.agents('acme')[0]?.status, 'offline')
  assert.ok(fleet.counts('acme').deaf >= 4)
})

test('an agent that the store does not have is not taken in; the store is read again and it counts from then on', async (t) => {
  const { fleet, store, link, say, clock } = start([])
  t.after(() => fleet.close())
  await link(true)
  const reads = store.reads
  say(report(facts(clock, { sequence: 1 })))
  assert.deepEqual(fleet.agents('acme'), [])
  assert.equal(fleet.counts('acme').unknown, 1)
  store.rows = [rowOf('ag_1')]
  say(report(facts(clock, { sequence: 2 })))
  await clock.advance(0)
  assert.ok(store.reads > reads)
  await fleet.refresh('acme')
  say(report(facts(clock, { sequence: 3 })))
  assert.equal(fleet.agents('acme')[0]?.status, 'connected')
})

test('a lost link is blindness at once; the fleet is collected again, and seen once somebody speaks', async (t) => {
  const { fleet, link, say, clock, events } = start()
  t.after(() => fleet.close())
  await link(true)
  say(report(facts(clock, { sequence: 1 })))
  await link(false)
  assert.equal(fleet.blind('acme'), true)
  assert.equal(fleet.agents('acme')[0]?.status, 'connected')
  await clock.advance(4 * TICK_MS)
  assert.equal(fleet.agents('acme')[0]?.status, 'offline')
  await link(true)
  assert.equal(fleet.blind('acme'), true)
  say(beat(facts(clock, { sequence: 2 })))
  assert.equal(fleet.blind('acme'), false)
  assert.deepEqual(
    events.map((event) => event.kind),
    ['agent_connected', 'control_plane_blind', 'agent_offline', 'agent_connected', 'control_plane_seeing'],
  )
})

test('two that vanish within a tick are blindness; one that leaves is not', async (t) => {
  const rows = ['ag_1', 'ag_2', 'ag_3'].map((agent) => rowOf(agent))
  const { fleet, link, say, clock } = start(rows)
  t.after(() => fleet.close())
  await link(true)
  for (const { agent } of rows) say(report(facts(clock, { sequence: 1 })), agent)
  say(beat(facts(clock, { sequence: 2, leaving: true })), 'ag_3')
  await clock.advance(2 * TICK_MS)
  say(beat(facts(clock, { sequence: 2 })), 'ag_2')
  await clock.advance(2 * TICK_MS)
  assert.deepEqual(
    fleet.agents('acme').map((one) => one.status),
    ['offline', 'connected', 'offline'],
  )
  assert.equal(fleet.blind('acme'), false)

  const both = start(rows.slice(0, 2))
  t.after(() => both.fleet.close())
  await both.link(true)
  for (const agent of ['ag_1', 'ag_2']) both.say(report(facts(both.clock, { sequence: 1 })), agent)
  await both.clock.advance(4 * TICK_MS)
  assert.equal(both.fleet.blind('acme'), true)
})

test('a rival with keys of its own loses these alone; one with a copied key ends all keys of the agent', async (t) => {
  const dispute = async (rows: readonly EnrolmentRow[]) => {
    const world = start(rows)
    t.after(() => world.fleet.close())
    await world.link(true)
    world.say(report(facts(world.clock, { sequence: 1 })))
    world.say(report(facts(world.clock, { sequence: 1, incarnation: 'x', identity: OTHER })))
    assert.equal(world.fleet.agents('acme')[0]?.status, 'disputed')
    return world
  }
  const copied = await dispute([rowOf('ag_1')])
  await assert.rejects(
    copied.fleet.resolveDispute('acme', 'ag_1', { kind: 'host', id: 'nobody' }),
    RangeError,
  )
  await copied.fleet.resolveDispute('acme', 'ag_1', { kind: 'host', id: 'machine-1' })
  assert.deepEqual(copied.revoked, ['ag_1 all'])
  assert.deepEqual(copied.fleet.agents('acme'), [])
  await assert.rejects(copied.fleet.resolveDispute('acme', 'ag_1', OTHER), RangeError)

  const rival = rowOf('ag_1', { public_key: 'U-rival', identity_id: OTHER.id })
  const own = await dispute([rival, rowOf('ag_1')])
  await own.fleet.resolveDispute('acme', 'ag_1', { kind: 'host', id: 'machine-1' })
  assert.deepEqual(own.revoked, ['ag_1 U-rival'])
  assert.equal(own.fleet.agents('acme')[0]?.status, 'offline')
})

test('a stop is followed by a ping, so that an obedient process is told from a stubborn one soon', async (t) => {
  const { fleet, link, say, clock, sent } = start()
  t.after(() => fleet.close())
  await link(true)
  say(report(facts(clock, { sequence: 1, incarnation: 'old', started_at: WALL - 9_000 })))
  await clock.advance(0.5 * TICK_MS)
  sent.length = 0
  say(report(facts(clock, { sequence: 1, incarnation: 'new', started_at: WALL - 10 })))
  assert.deepEqual(sent, ['stop old', 'ping'])
  await clock.advance(TICK_MS)
  say(beat(facts(clock, { sequence: 2, incarnation: 'old' })))
  assert.equal(fleet.agents('acme')[0]?.status, 'disputed')
})

test('prompt pings are bounded, however many ask for one', async (t) => {
  const rows = Array.from({ length: 50 }, (_, index) => rowOf(`ag_${index}`))
  const { fleet, link, say, clock, sent } = start(rows)
  t.after(() => fleet.close())
  await link(true)
  for (const { agent } of rows) say(beat(facts(clock, { sequence: 1 })), agent, 'unknown')
  assert.equal(sent.filter((one) => one === 'ping').length, 1)
})

test('a closed fleet does nothing any more', async () => {
  const { fleet, link, clock, sent } = start()
  await link(true)
  fleet.close()
  sent.length = 0
  await clock.advance(10 * TICK_MS)
  await link(true)
  assert.deepEqual(sent, [])
  assert.equal(clock.pending(), 0)
})
