import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createUser } from '@nats-io/nkeys'
import type { FleetEvent } from '@vedette/control-plane/fleet'
import { registerClusters, registrationSchema } from '@vedette/control-plane/identity'
import { systemClock } from '@vedette/proto/clock'
import { createFolder, eventually, findTool, type StartedIssuer, startIssuer } from '@vedette/test/kit'
import { askLobby, type FakeAgent, startAgent } from './control-plane/fake-agent.ts'
import { createWorld, type Replica, type World } from './control-plane/world.ts'
import { startRealAgent, writeLobbyCreds } from './real-agent.ts'

const NEEDS = findTool('openssl') === undefined ? { skip: 'no openssl' } : {}
const ROUNDS = 100

async function setUp(t: TestContext, tick_ms = 200) {
  const issuer = await startIssuer(t)
  const world = await createWorld(t, { tick_ms })
  const replica = await world.start('r1')
  const events: FleetEvent[] = []
  replica.fleet.onEvent((event) => events.push(event))
  const creds = writeLobbyCreds(t, world)
  // One pod: its token stands in a file of its own, written before it starts.
  const startPod = (pod: string) => {
    const file = join(createFolder(t), 'token')
    writeFileSync(file, issuer.token({ pod }))
    return startRealAgent(t, {
      name: pod,
      tick_ms: 200,
      nats: { url: world.nats().url, lobby_creds_file: creds },
      kubernetes: { token_file: file },
    })
  }
  return { issuer, world, replica, events, startPod }
}

function register(world: World, issuer: StartedIssuer, replica: Replica) {
  const cluster = { alias: 'production-eu', issuer: issuer.url, ca: readFileSync(issuer.caFile, 'utf8') }
  const parts = {
    store: world.store,
    clock: systemClock,
    revoke: (organisation: string, agent: string) => world.revoker.revoke(organisation, agent, null),
  }
  return registerClusters(parts, 'acme', registrationSchema.parse({ clusters: [cluster] })).then(() =>
    replica.fleet.refresh('acme'),
  )
}

test(
  'a cluster registered ahead has a name before its agent comes, and comes up by itself once it is registered (needs openssl)',
  NEEDS,
  async (t) => {
    const { issuer, world, replica, startPod } = await setUp(t)
    const early = startPod('early')
    await eventually(() => early.lines.some((line) => line.includes('"cluster_unknown"')))
    assert.deepEqual(replica.fleet.agents('acme'), [])
    await register(world, issuer, replica)
    const [named] = replica.fleet.agents('acme')
    assert.deepEqual([named?.name, named?.status, named?.last_seen], ['production-eu', 'offline', 0])
    const view = await eventually(() =>
      replica.fleet.agents('acme').find((one) => one.status === 'connected'),
    )
    assert.equal(view.agent, named?.agent)
    assert.deepEqual(view.identity, { kind: 'kubernetes', id: 'production-eu/vedette/vedette-agent' })
  },
)

test('of 100 rollouts and 100 lost nodes none needs a person, disputes, or leaves a gap but its own start (needs openssl)', {
  ...NEEDS,
  timeout: 180_000,
}, async (t) => {
  const { issuer, world, replica, events } = await setUp(t, 1_000)
  await register(world, issuer, replica)
  // A pod: a new key, proved by its own token, and a new process.
  const startPod = async (round: number) => {
    const key = createUser()
    const request = {
      type: 'vedette.v1.enroll',
      proof: 'kubernetes',
      token: issuer.token({ pod: `pod-${round}` }),
      public_key: key.getPublicKey(),
      version: '0.1.0',
    }
    const reply = await askLobby(world, request)
    if (reply.outcome !== 'enrolled' || reply.identity === undefined) throw new Error(JSON.stringify(reply))
    const pod = await startAgent(
      world,
      { agent: reply.agent, jwt: reply.jwt, key },
      { machine: `pod-${round}`, identity: reply.identity },
    )
    t.after(pod.die)
    return pod
  }
  const isServing = ({ incarnation }: FakeAgent) =>
    replica.fleet.agents('acme').some((one) => one.status === 'connected' && one.incarnation === incarnation)
  const count = (kind: FleetEvent['kind']) => events.filter((event) => event.kind === kind).length
  let running = await startPod(0)
  await eventually(() => isServing(running))
  for (let round = 1; round <= ROUNDS; round += 1) {
    const next = await startPod(round)
    await eventually(() => isServing(next))
    await eventually(() => running.stopped())
    running = next
  }
  assert.deepEqual(
    [count('agent_superseded'), count('agent_offline')],
    [ROUNDS, 0],
    'a rollout leaves no gap',
  )
  for (let round = ROUNDS + 1; round <= ROUNDS * 2; round += 1) {
    // The node is gone without a word; its pod comes up elsewhere.
    await running.die()
    const next = await startPod(round)
    await eventually(() => isServing(next))
    running = next
  }
  assert.deepEqual([count('agent_superseded'), count('agent_disputed')], [ROUNDS * 2, 0])
  assert.ok(count('agent_offline') <= ROUNDS, 'at most the time that a pod takes to start')
  const rows = await world.store.enrolments.list('acme')
  assert.deepEqual([rows.length, rows.filter((row) => row.revoked_at !== null).length], [ROUNDS * 2 + 1, 0])
  assert.equal(replica.fleet.agents('acme').length, 1)
})
