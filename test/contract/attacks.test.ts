import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createUser } from '@nats-io/nkeys'
import { findOrganisation } from '@vedette/control-plane/identity'
import { ENROLL_SUBJECT, type EnrollReply, PING_SUBJECT } from '@vedette/proto/wire'
import { eventually } from '@vedette/test/kit'
import type { NatsConnection } from 'nats'
import { createNatsKey, encodeUserJwt } from '../../control-plane/src/bus/nats-keys.ts'
import { askLobby, connectAs, enrol, startAgent } from './control-plane/fake-agent.ts'
import { createWorld, type World } from './control-plane/world.ts'

const MESSAGES = 100_000

// A user of an organisation that may do whatever an account can allow: more than any credential that is given out.
async function connectAsAnyone(t: TestContext, world: World, organisation: string): Promise<NatsConnection> {
  const { account, signing } = findOrganisation(world.operator, organisation)
  const key = createNatsKey('user')
  const jwt = await encodeUserJwt({
    name: 'anyone',
    public_key: key.public_key,
    account: account.public_key,
    signing_seed: signing.seed,
    publish: ['>'],
    subscribe: ['>'],
  })
  const connection = await connectAs(world, {
    jwt,
    seed: new TextEncoder().encode(key.seed),
    inbox: '_INBOX',
  })
  t.after(() => connection.close())
  return connection
}

async function connectAsLobby(t: TestContext, world: World): Promise<NatsConnection> {
  const { lobby } = findOrganisation(world.operator, 'acme')
  const seed = new TextEncoder().encode(lobby.seed)
  const connection = await connectAs(world, { jwt: lobby.jwt, seed, inbox: '_INBOX_lobby' })
  t.after(() => connection.close())
  return connection
}

test('of 100,000 messages of one organisation, who hears everything of another hears none', async (t) => {
  const world = await createWorld(t)
  const listener = await connectAsAnyone(t, world, 'acme')
  const insider = await connectAsAnyone(t, world, 'globex')
  const speaker = await connectAsAnyone(t, world, 'globex')
  const foreign: string[] = []
  let inside = 0
  listener.subscribe('>', { callback: (_, message) => void foreign.push(message.subject) })
  insider.subscribe('>', {
    callback: () => {
      inside += 1
    },
  })
  await Promise.all([listener.flush(), insider.flush()])
  const subjects = [
    'v1.agent.ag_1.report',
    'v1.agent.ag_1.beat',
    'v1.agent.ag_1.call',
    ENROLL_SUBJECT,
    '_INBOX.x',
  ]
  for (let n = 0; n < MESSAGES; n += 1) {
    const reply = n % 7 === 0 ? { reply: '_INBOX.acme' } : {}
    speaker.publish(subjects[n % subjects.length] ?? '', `canary ${n}`, reply)
    if (n % 1_000 === 0) await speaker.flush()
  }
  await speaker.flush()
  await eventually(() => inside >= MESSAGES)
  // Its own messages it does hear: the silence is not that of a broken ear.
  listener.publish('v1.agent.ag_2.beat', 'own')
  await eventually(() => foreign.length > 0)
  assert.deepEqual(foreign, ['v1.agent.ag_2.beat'])
})

test('a lobby credential that floods, listens and speaks elsewhere gets nothing, and stops nobody', async (t) => {
  const world = await createWorld(t)
  const replica = await world.start('r1')
  const honest = await startAgent(world, await enrol(world, 'web-1'), {
    machine: 'web-1',
    answer: (call, self) => self.reply(call, { disks: [] }),
  })
  t.after(honest.die)
  await eventually(() => replica.fleet.agents('acme')[0]?.status === 'connected')
  const lobby = await connectAsLobby(t, world)
  const refused: string[] = []
  void (async () => {
    for await (const status of lobby.status()) if (status.type === 'error') refused.push(status.error.message)
  })()
  const elsewhere = ['>', 'v1.>', ENROLL_SUBJECT, PING_SUBJECT, `v1.agent.${honest.id}.call`, '_INBOX_cp.>']
  const stolen: string[] = []
  for (const subject of elsewhere)
    lobby.subscribe(subject, {
      callback: (error, message) => {
        if (error === null) stolen.push(message.subject)
      },
    })
  for (const subject of [
    PING_SUBJECT,
    `v1.agent.${honest.id}.beat`,
    `v1.agent.${honest.id}.stop`,
    '$SYS.REQ.X',
  ])
    lobby.publish(subject, '{}')
  await eventually(() => refused.length >= elsewhere.length + 4)
  const before = replica.bus.stats().enrolments
  for (let n = 0; n < 2_000; n += 1)
    lobby.publish(ENROLL_SUBJECT, '{"proof":', { reply: '_INBOX_lobby.flood' })
  await lobby.flush()
  assert.equal(honest.stopped(), false)
  const late = await enrol(world, 'web-2')
  assert.match(late.agent, /^ag_/, 'others enrol all the same')
  await eventually(() => replica.bus.stats().enrolments >= before + 2_000)
  assert.equal(replica.fleet.agents('acme').find((one) => one.agent === honest.id)?.status, 'connected')
  assert.equal((await world.store.enrolments.list('acme')).length, 2)
  assert.deepEqual(stolen, [])
})

test("another's enrolment answer, heard over the lobby, opens nothing without the key it is for", async (t) => {
  const world = await createWorld(t)
  await world.start('r1')
  const lobby = await connectAsLobby(t, world)
  const answers: EnrollReply[] = []
  lobby.subscribe('_INBOX_lobby.>', {
    callback: (_, message) => void answers.push(message.json<EnrollReply>()),
  })
  await lobby.flush()
  await enrol(world, 'web-1')
  const heard = await eventually(() => answers.find((one) => one.outcome === 'enrolled'))
  assert.ok(heard.outcome === 'enrolled')
  const thief = createUser()
  await assert.rejects(
    connectAs(world, { jwt: heard.jwt, seed: thief.getSeed(), inbox: `_INBOX_${heard.agent}` }),
    /Authorization Violation/i,
  )
  // Nor can the same answer be asked for: it is made for the key that signs, not for whoever names it.
  const request = {
    type: 'vedette.v1.enroll',
    proof: 'renewal',
    agent: heard.agent,
    public_key: thief.getPublicKey(),
    signature: 'A'.repeat(86),
    at: Date.now(),
  }
  const reply = await askLobby(world, request)
  assert.equal(reply.outcome === 'refused' ? reply.error.code : reply.outcome, 'bad_proof')
})

test('a copied credential stays disputed over a restart of the control plane, though the thief is silent by then', async (t) => {
  const world = await createWorld(t)
  const first = await world.start('r1')
  const credential = await enrol(world, 'web-1')
  const honest = await startAgent(world, credential, { machine: 'web-1' })
  t.after(honest.die)
  const statusOf = ({ fleet }: typeof first) =>
    fleet.agents('acme').find((one) => one.agent === credential.agent)
  await eventually(() => statusOf(first)?.status === 'connected')
  const thief = await startAgent(world, credential, { machine: 'thief' })
  await eventually(() => statusOf(first)?.status === 'disputed')
  await eventually(async () => (await world.store.disputes.list('acme')).length === 1)
  await thief.die()
  await first.close()
  const second = await world.start('r2')
  const view = await eventually(() =>
    statusOf(second)?.status === 'disputed' ? statusOf(second) : undefined,
  )
  assert.ok(
    view.claimants.some((one) => one.identity.id === 'thief'),
    'who else claimed it has a name still',
  )
  honest.report()
  await honest.connection.flush()
  await eventually(() => second.bus.stats().reports > 0)
  assert.equal(statusOf(second)?.status, 'disputed', 'the honest one alone does not end it')
  await second.fleet.resolveDispute('acme', credential.agent, { kind: 'host', id: 'web-1' })
  await eventually(async () => (await world.store.disputes.list('acme')).length === 0)
  assert.equal(statusOf(second), undefined, 'both used one key, and it is void')
  const third = await world.start('r3')
  const again = await startAgent(world, await enrol(world, 'web-1'), { machine: 'web-1' })
  t.after(again.die)
  await eventually(() => statusOf(third)?.status === 'connected')
})
