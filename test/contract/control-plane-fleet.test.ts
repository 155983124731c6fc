import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AgentView, FleetEvent } from '@vedette/control-plane/fleet'
import { findOrganisation } from '@vedette/control-plane/identity'
import { ENROLL_SUBJECT, toRenewalText } from '@vedette/proto/wire'
import { eventually } from '@vedette/test/kit'
import {
  askLobby,
  type Credential,
  connectAs,
  enrol,
  type FakeAgent,
  startAgent,
} from './control-plane/fake-agent.ts'
import { createWorld, type Replica, TICK_MS } from './control-plane/world.ts'

async function ready(t: Parameters<typeof createWorld>[0]) {
  const world = await createWorld(t)
  const replica = await world.start('r1')
  const events: FleetEvent['kind'][] = []
  replica.fleet.onEvent((event) => {
    if (event.organisation === 'acme') events.push(event.kind)
  })
  const start = async (credential: Credential, options: Parameters<typeof startAgent>[2]) => {
    const agent = await startAgent(world, credential, options)
    t.after(() => agent.die())
    return agent
  }
  return { world, replica, events, start }
}

function viewOf({ fleet }: Replica, { agent }: Readonly<{ agent: string }>): AgentView | undefined {
  return fleet.agents('acme').find((one) => one.agent === agent)
}

const connected = (replica: Replica, credential: Credential) =>
  eventually(() => viewOf(replica, credential)?.status === 'connected')

test('an agent connects with its report, and leaves at once when it says so', async (t) => {
  const { world, replica, events, start } = await ready(t)
  const credential = await enrol(world, 'web-1')
  assert.equal(viewOf(replica, credential)?.status, 'offline')
  assert.equal(viewOf(replica, credential)?.incarnation, null)
  const agent = await start(credential, { machine: 'web-1' })
  await connected(replica, credential)
  const view = viewOf(replica, credential)
  assert.equal(view?.name, 'web-1')
  assert.equal(view?.connectors[0]?.instance, 'host')
  await eventually(() => replica.fleet.knowledge('acme') === 'known')
  await agent.leave()
  await eventually(() => viewOf(replica, credential)?.status === 'offline')
  assert.deepEqual(events, ['agent_connected', 'agent_offline'])
  assert.equal(replica.fleet.blind('acme'), false)
})

test('an agent that dies is offline after three missed beats', async (t) => {
  const { world, replica, start } = await ready(t)
  const credential = await enrol(world, 'web-1')
  const agent = await start(credential, { machine: 'web-1' })
  await connected(replica, credential)
  const seen = Number(viewOf(replica, credential)?.last_seen)
  await agent.die()
  await eventually(() => viewOf(replica, credential)?.status === 'offline')
  const since = Number(viewOf(replica, credential)?.since)
  assert.ok(since - seen >= 3 * TICK_MS - 5, `${since - seen}`)
})

test('a deaf agent beats on and is offline all the same', async (t) => {
  const { world, replica, start } = await ready(t)
  const credential = await enrol(world, 'web-1')
  await start(credential, { machine: 'web-1', deaf: true })
  await eventually(() => replica.fleet.counts('acme').deaf > 4)
  await eventually(() => viewOf(replica, credential)?.status === 'offline')
})

test('recorded beats do not keep a dead agent up', async (t) => {
  const { world, replica, start } = await ready(t)
  const credential = await enrol(world, 'web-1')
  const agent = await start(credential, { machine: 'web-1' })
  const recorded: Uint8Array[] = []
  const { control_plane } = findOrganisation(world.operator, 'acme')
  const tap = await connectAs(world, {
    jwt: control_plane.jwt,
    seed: new TextEncoder().encode(control_plane.seed),
    inbox: '_INBOX_cp',
  })
  t.after(() => tap.close())
  tap.subscribe(`v1.agent.${agent.id}.beat`, {
    callback: (_, message) => void recorded.push(message.data.slice()),
  })
  await connected(replica, credential)
  await eventually(() => recorded.length >= 4)
  await agent.die()
  const thief = await connectAs(world, {
    jwt: credential.jwt,
    seed: credential.key.getSeed(),
    inbox: `_INBOX_${agent.id}`,
  })
  const replay = setInterval(() => {
    for (const bytes of recorded) thief.publish(`v1.agent.${agent.id}.beat`, bytes)
  }, TICK_MS / 2)
  t.after(() => {
    clearInterval(replay)
    return thief.close()
  })
  await eventually(() => viewOf(replica, credential)?.status === 'offline')
  assert.ok(replica.fleet.counts('acme').replayed >= 4)
})

test('the newest process of one identity replaces the old one, which is told to stop', async (t) => {
  const { world, replica, events, start } = await ready(t)
  const credential = await enrol(world, 'web-1')
  const old = await start(credential, { machine: 'web-1', started_at: Date.now() - 60_000 })
  await connected(replica, credential)
  const next = await start(credential, { machine: 'web-1' })
  await eventually(() => viewOf(replica, credential)?.incarnation === next.incarnation)
  await eventually(() => old.stopped())
  await eventually(() => viewOf(replica, credential)?.status === 'connected')
  assert.equal(events.includes('agent_disputed'), false)
  assert.equal(next.stopped(), false)
})

test('a replaced process that goes on beating makes a dispute', async (t) => {
  const { world, replica, start } = await ready(t)
  const credential = await enrol(world, 'web-1')
  const old = await start(credential, {
    machine: 'web-1',
    started_at: Date.now() - 60_000,
    stubborn: true,
  })
  await connected(replica, credential)
  await start(credential, { machine: 'web-1' })
  await eventually(() => viewOf(replica, credential)?.status === 'disputed')
  const claimants = viewOf(replica, credential)?.claimants.map((one) => one.incarnation)
  assert.ok(claimants?.includes(old.incarnation))
})

test('a copied credential on another machine is disputed, and resolving it ends the key', async (t) => {
  const { world, replica, start } = await ready(t)
  const credential = await enrol(world, 'web-1')
  const honest = await start(credential, { machine: 'web-1' })
  await connected(replica, credential)
  const thief = await start(credential, { machine: 'thief' })
  await eventually(() => viewOf(replica, credential)?.status === 'disputed')
  assert.deepEqual(
    new Set(viewOf(replica, credential)?.claimants.map((one) => one.identity.id)),
    new Set(['web-1', 'thief']),
  )
  const keep = { kind: 'host', id: 'web-1' } as const
  await assert.rejects(
    replica.fleet.resolveDispute('acme', honest.id, { kind: 'host', id: 'nobody' }),
    RangeError,
  )
  await replica.fleet.resolveDispute('acme', honest.id, keep)
  await eventually(() => isCut(thief) && isCut(honest))
  assert.equal(viewOf(replica, credential), undefined)
  // The kept machine comes back under its old id with a new token; the thief has none.
  const again = await enrol(world, 'web-1')
  assert.equal(again.agent, credential.agent)
  await start(again, { machine: 'web-1' })
  await connected(replica, again)
})

function isCut(agent: FakeAgent): boolean {
  return agent.connection.isClosed()
}

test('a revoked key is cut off live within 5 s, refused again, also after a restart, and not renewed', async (t) => {
  const { world, replica, start } = await ready(t)
  const credential = await enrol(world, 'web-1')
  const agent = await start(credential, { machine: 'web-1' })
  await connected(replica, credential)
  // JWTs count in whole seconds, and of two accounts of one second the server keeps the last that it is given: at a
  // restart that would be the one of its configuration.
  const made = Math.floor(Date.now() / 1000)
  await eventually(() => Math.floor(Date.now() / 1000) > made)
  const ended = await world.revoker.revoke('acme', credential.agent, null)
  assert.deepEqual(ended, [credential.key.getPublicKey()])
  await eventually(() => isCut(agent), { timeoutMs: 5_000 })
  const comeBack = () =>
    connectAs(world, { jwt: credential.jwt, seed: credential.key.getSeed(), inbox: `_INBOX_${agent.id}` })
  await assert.rejects(comeBack())
  // Nobody pushes anything while the server comes back: what it kept must be enough.
  await replica.close()
  await world.restartNats()
  await assert.rejects(comeBack())
  await world.start('r2')
  const at = Date.now()
  const text = new TextEncoder().encode(toRenewalText(credential.agent, at))
  const renewal = await askLobby(world, {
    type: 'vedette.v1.enroll',
    proof: 'renewal',
    agent: credential.agent,
    public_key: credential.key.getPublicKey(),
    signature: Buffer.from(credential.key.sign(text)).toString('base64url'),
    at,
  })
  assert.equal(renewal.outcome === 'refused' && renewal.error.code, 'revoked')
})

test('a server that forgot its accounts is told again at the next connection', async (t) => {
  const { world, replica } = await ready(t)
  const credential = await enrol(world, 'web-1')
  await world.revoker.revoke('acme', credential.agent, null)
  await world.restartNats(async () => world.forgetAccounts())
  await eventually(() => replica.bus.isLinked('acme'))
  await eventually(async () => {
    const back = await connectAs(world, {
      jwt: credential.jwt,
      seed: credential.key.getSeed(),
      inbox: `_INBOX_${credential.agent}`,
    }).catch(() => null)
    await back?.close()
    return back === null
  })
})

test('two agents that vanish together make the control plane blind, until they are back', async (t) => {
  const { world, replica, events, start } = await ready(t)
  const credentials = await Promise.all(['web-1', 'web-2', 'web-3'].map((machine) => enrol(world, machine)))
  const agents: FakeAgent[] = []
  for (const [index, credential] of credentials.entries())
    agents.push(await start(credential, { machine: `web-${index + 1}` }))
  for (const credential of credentials) await connected(replica, credential)
  await Promise.all(agents.map((agent) => agent.die()))
  await eventually(() => replica.fleet.blind('acme'))
  assert.ok(events.includes('control_plane_blind'))
  for (const [index, credential] of credentials.entries())
    await start(credential, { machine: `web-${index + 1}` })
  await eventually(() => !replica.fleet.blind('acme'))
  assert.equal(events.at(-1) === 'control_plane_blind', false)
})

test('every replica sees the same fleet, and a new one knows it within its collecting time', async (t) => {
  const { world, replica, start } = await ready(t)
  const credential = await enrol(world, 'web-1')
  const agent = await start(credential, { machine: 'web-1' })
  await connected(replica, credential)
  const second = await world.start('r2')
  await connected(second, credential)
  assert.equal(second.fleet.knowledge('acme'), 'known')
  assert.equal(viewOf(second, credential)?.incarnation, agent.incarnation)
  await second.close()
})

test('of two replicas one answers an enrolment, and both know the agent', async (t) => {
  const { world, replica, start } = await ready(t)
  const second = await world.start('r2')
  const credentials = await Promise.all(Array.from({ length: 8 }, (_, index) => enrol(world, `web-${index}`)))
  assert.equal(replica.bus.stats().enrolments + second.bus.stats().enrolments, 8)
  const [credential] = credentials
  assert.ok(credential !== undefined)
  await start(credential, { machine: 'web-0' })
  await connected(replica, credential)
  await connected(second, credential)
  await second.close()
})

test('the fleet comes back by itself after the server was killed', async (t) => {
  const { world, replica, start } = await ready(t)
  const credentials = await Promise.all(['web-1', 'web-2'].map((machine) => enrol(world, machine)))
  for (const [index, credential] of credentials.entries())
    await start(credential, { machine: `web-${index + 1}` })
  for (const credential of credentials) await connected(replica, credential)
  await world.restartNats(async () => {
    await eventually(() => replica.fleet.blind('acme'))
  })
  for (const credential of credentials)
    await eventually(
      () => viewOf(replica, credential)?.status === 'connected' && !replica.fleet.blind('acme'),
      {
        timeoutMs: 20_000,
      },
    )
})

test('a lobby can do nothing but enrol, and cannot steer the answer to a subject of its choice', async (t) => {
  const { world, replica } = await ready(t)
  const { lobby } = findOrganisation(world.operator, 'acme')
  const connection = await connectAs(world, {
    jwt: lobby.jwt,
    seed: new TextEncoder().encode(lobby.seed),
    inbox: '_INBOX_lobby',
  })
  t.after(() => connection.close())
  const refused: string[] = []
  void (async () => {
    for await (const status of connection.status())
      if (status.type === 'error') refused.push(status.error.message)
  })()
  connection.subscribe('>', { callback: () => {} })
  connection.publish('v1.agent.ag_1.call', '{}')
  await eventually(() => refused.length === 2)
  const victim = await enrol(world, 'web-1')
  const { control_plane } = findOrganisation(world.operator, 'acme')
  const tap = await connectAs(world, {
    jwt: control_plane.jwt,
    seed: new TextEncoder().encode(control_plane.seed),
    inbox: '_INBOX_cp',
  })
  t.after(() => tap.close())
  const steered: string[] = []
  tap.subscribe('v1.agent.*.beat', { callback: (_, message) => void steered.push(message.subject) })
  await tap.flush()
  const before = replica.bus.stats().enrolments
  for (const reply of [`v1.agent.${victim.agent}.beat`, `_INBOX_${victim.agent}.x`, '_INBOX_cp.x', '$SYS.x'])
    connection.publish(ENROLL_SUBJECT, JSON.stringify({ proof: 'join_token' }), { reply })
  await eventually(() => replica.bus.stats().enrolments === before + 4)
  await tap.flush()
  assert.deepEqual(steered, [])
})
