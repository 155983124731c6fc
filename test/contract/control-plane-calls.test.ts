import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CallRequest, CallResult } from '@vedette/control-plane/bus'
import { CHUNK_HEADER } from '@vedette/proto/wire'
import { eventually } from '@vedette/test/kit'
import { headers } from 'nats'
import { type AgentOptions, enrol, type FakeAgent, startAgent } from './control-plane/fake-agent.ts'
import { createWorld, type Replica } from './control-plane/world.ts'

const MIB = 1024 * 1024

async function ready(t: Parameters<typeof createWorld>[0], options: AgentOptions = {}) {
  const world = await createWorld(t)
  const replica = await world.start('r1')
  const credential = await enrol(world, 'web-1')
  const agent = await startAgent(world, credential, { machine: 'web-1', ...options })
  t.after(() => agent.die())
  await eventually(() => statusOf(replica, agent.id) === 'connected')
  return { world, replica, agent, credential }
}

function statusOf({ fleet }: Replica, id: string): string | undefined {
  return fleet.agents('acme').find((one) => one.agent === id)?.status
}

function ask({ bus }: Replica, agent: FakeAgent, more: Partial<CallRequest> = {}): Promise<CallResult> {
  return bus.callAgent({
    organisation: 'acme',
    agent: agent.id,
    incarnation: agent.incarnation,
    operation: 'host.disks.list',
    contract: 1,
    instance: 'host',
    arguments: { limit: 10 },
    tier: 'read',
    principal: 'tok_1',
    policy_hash: 'e',
    budget_ms: 10_000,
    signal: new AbortController().signal,
    ...more,
  })
}

test('a signed call is answered with its body, parts and meta', async (t) => {
  const { replica, agent } = await ready(t, {
    answer: (call, self) => self.reply(call, { disks: [{ mount: '/' }] }),
  })
  const result = await ask(replica, agent)
  assert.equal(result.kind, 'answered')
  assert.ok(result.kind === 'answered')
  assert.deepEqual(result.body, { disks: [{ mount: '/' }] })
  assert.equal(result.parts[0]?.state, 'read')
  assert.equal(result.meta.vendor_calls, 1)
  assert.deepEqual(agent.calls[0]?.arguments, { limit: 10 })
  assert.equal(agent.calls[0]?.expires_at, Number(agent.calls[0]?.issued_at) + 30_000)
})

test('a body of 7 MiB comes whole, in order, against credit', async (t) => {
  const rows = Array.from({ length: 7 * 1024 }, (_, index) => `${index}:${'x'.repeat(1012)}`)
  const { replica, agent } = await ready(t, { answer: (call, self) => self.reply(call, { rows }) })
  const result = await ask(replica, agent)
  assert.ok(result.kind === 'answered')
  assert.deepEqual(result.body, { rows })
})

test('twenty bodies of 3 MiB at once are either whole or said to be throttled, never cut', async (t) => {
  const body = { rows: ['y'.repeat(3 * MIB)] }
  const { replica, agent } = await ready(t, { answer: (call, self) => self.reply(call, body) })
  const results = await Promise.all(
    Array.from({ length: 20 }, () => ask(replica, agent, { budget_ms: 30_000 })),
  )
  const words = results.map((result) => {
    if (result.kind === 'answered')
      return JSON.stringify(result.body) === JSON.stringify(body) ? 'whole' : 'cut'
    return result.kind === 'lost' ? result.part.state : result.kind
  })
  assert.deepEqual(new Set(words).difference(new Set(['whole', 'throttled'])), new Set())
  assert.ok(words.filter((word) => word === 'whole').length >= 10, words.join())
})

test('nobody listening is said so at once instead of at the deadline, and the agent is offline', async (t) => {
  const { world, replica, agent } = await ready(t)
  const countLinks = async () => {
    const response = await fetch(`${world.nats().monitorUrl}/connz`)
    return JSON.parse(await response.text()).num_connections
  }
  const before = await countLinks()
  await agent.die()
  // The server itself has to notice first: what it passed on before that is lost until the deadline.
  await eventually(async () => (await countLinks()) === before - 1)
  const result = await ask(replica, agent, { budget_ms: 60_000 })
  assert.ok(result.kind === 'lost')
  assert.deepEqual(result.part, { scope: {}, state: 'agent_offline' })
  assert.equal(result.receipt?.bytes, 0)
  assert.equal(statusOf(replica, agent.id), 'offline')
})

test('an agent that never answers times out with what was waited, and hears a cancel', async (t) => {
  const { replica, agent } = await ready(t)
  const result = await ask(replica, agent, { budget_ms: 300 })
  assert.ok(result.kind === 'lost')
  assert.equal(result.part.state, 'timed_out')
  assert.equal(result.part.phase, 'agent')
  assert.ok(Number(result.part.waited_ms) >= 299)
  await eventually(() => agent.cancelled.includes(agent.calls[0]?.call ?? '-'))
})

test('a caller that goes away cancels the work', async (t) => {
  const { replica, agent } = await ready(t)
  const controller = new AbortController()
  const asked = ask(replica, agent, { signal: controller.signal })
  await eventually(() => agent.calls.length === 1)
  controller.abort()
  const result = await asked
  assert.ok(result.kind === 'lost' && result.part.state === 'timed_out')
  await eventually(() => agent.cancelled.length === 1)
})

test('another agent can neither answer a call, nor publish as its agent, nor hear the account', async (t) => {
  const { world, replica, agent } = await ready(t)
  const thief = await startAgent(world, await enrol(world, 'web-2'), { machine: 'web-2' })
  t.after(() => thief.die())
  const heard: string[] = []
  const refused: string[] = []
  void (async () => {
    for await (const status of thief.connection.status())
      if (status.type === 'error') refused.push(status.error.message)
  })()
  for (const subject of [
    '>',
    'v1.>',
    'v1.agent.*.call',
    `v1.agent.${agent.id}.call`,
    'v1.enroll',
    '_INBOX_lobby.>',
  ])
    thief.connection.subscribe(subject, {
      callback: (error, message) => {
        if (error === null) heard.push(message.subject)
      },
    })
  const asked = ask(replica, agent, { budget_ms: 1_000 })
  await eventually(() => agent.calls.length === 1)
  const { call } = agent.calls[0] ?? { call: '' }
  const header = headers()
  header.set(CHUNK_HEADER, '0')
  const forged = JSON.stringify({ type: 'vedette.v1.reply', call, agent: agent.id })
  // As the agent itself (refused by the server), and under its own name (refused by us).
  thief.connection.publish(`v1.agent.${agent.id}.reply.r1.${call}`, forged, { headers: header })
  thief.connection.publish(`v1.agent.${thief.id}.reply.r1.${call}`, forged, { headers: header })
  thief.connection.publish(`v1.agent.${agent.id}.beat`, '{}')
  thief.connection.publish(`v1.agent.${agent.id}.report`, '{}')
  const result = await asked
  assert.ok(result.kind === 'lost' && result.part.state === 'timed_out')
  assert.equal(replica.bus.stats().stray_replies, 1)
  assert.equal(replica.bus.stats().malformed, 0)
  assert.deepEqual(heard, [])
  await eventually(() => refused.length >= 9)
  // What it may ask, enrolment, is answered to itself alone: the answer cannot be steered to another agent.
  const steered: string[] = []
  for (const subject of [`v1.agent.${agent.id}.call`, `v1.agent.${agent.id}.stop`, `_INBOX_${agent.id}.>`])
    agent.connection.subscribe(subject, {
      callback: (error, message) => {
        if (error === null) steered.push(message.subject)
      },
    })
  await agent.connection.flush()
  const before = replica.bus.stats().enrolments
  const asking = JSON.stringify({ proof: 'join_token' })
  for (const reply of [`v1.agent.${agent.id}.call`, `v1.agent.${agent.id}.stop`, `_INBOX_${agent.id}.x`])
    thief.connection.publish('v1.enroll', asking, { reply })
  await eventually(() => replica.bus.stats().enrolments === before + 3)
  await agent.connection.flush()
  assert.deepEqual(steered, [])
})

test('a beat with the id of another agent inside is counted as forged and changes nothing', async (t) => {
  const { world, replica, agent } = await ready(t)
  const thief = await startAgent(world, await enrol(world, 'web-2'), { machine: 'web-2' })
  t.after(() => thief.die())
  const beat = {
    type: 'vedette.v1.beat',
    agent: agent.id,
    incarnation: agent.incarnation,
    identity: { kind: 'host', id: 'web-1' },
    sequence: 1e6,
    pings: {},
    digest: 'x',
    sent_at: 0,
    leaving: true,
  }
  thief.connection.publish(`v1.agent.${thief.id}.beat`, JSON.stringify(beat))
  await eventually(() => replica.bus.stats().forged === 1)
  assert.equal(statusOf(replica, agent.id), 'connected')
})

test('an agent that sends rubbish is put in quarantine and its calls are unusable', async (t) => {
  const { replica, agent } = await ready(t)
  for (let n = 0; n < 12; n += 1) agent.connection.publish(`v1.agent.${agent.id}.report`, '{"a":')
  await eventually(() => replica.bus.stats().malformed >= 11)
  const result = await ask(replica, agent)
  assert.deepEqual(result, { kind: 'lost', part: { scope: {}, state: 'unusable', why: 'malformed' } })
  assert.equal(agent.calls.length, 0)
})

test('what breaks the protocol of a reply is unusable and never a value', async (t) => {
  const broken: Record<string, (text: string) => [number, string][]> = {
    'no JSON': () => [[0, '{']],
    'another call': (text) => [[0, text.replace(/"call":"[^"]+"/, '"call":"other"')]],
    'another incarnation': (text) => [[0, text.replace(/"incarnation":"[^"]+"/, '"incarnation":"x"')]],
    'body first': () => [[1, 'abc']],
    'wrong hash': (text) => [
      [0, text],
      [1, '{"a":2}'],
    ],
    'more than announced': (text) => [
      [0, text],
      [1, '{"a":1}{'],
    ],
    'a chunk that does not exist': (text) => [
      [0, text],
      [9, '{"a":1}'],
    ],
  }
  let plan: (text: string) => [number, string][] = () => []
  const { replica, agent } = await ready(t, {
    answer(call, self) {
      const text = JSON.stringify({
        type: 'vedette.v1.reply',
        call: call.call,
        agent: self.id,
        incarnation: self.incarnation,
        operation: call.operation,
        took_ms: 1,
        sent_at: 0,
        outcome: 'answered',
        parts: [{ scope: {}, state: 'read', items: 1, as_of: '2030-01-01T00:00:00Z' }],
        body_bytes: 7,
        body_sha256: '015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862',
        chunks: 1,
      })
      for (const [chunk, payload] of plan(text)) {
        const numbered = headers()
        numbered.set(CHUNK_HEADER, String(chunk))
        self.connection.publish(`v1.agent.${self.id}.reply.${call.replica}.${call.call}`, payload, {
          headers: numbered,
        })
      }
    },
  })
  for (const [name, messages] of Object.entries(broken)) {
    plan = messages
    const result = await ask(replica, agent)
    assert.ok(result.kind === 'lost', name)
    assert.equal(result.part.state, 'unusable', name)
  }
  plan = (text) => [
    [0, text],
    [1, '{"a":1}'],
  ]
  const good = await ask(replica, agent)
  assert.ok(good.kind === 'answered')
  assert.deepEqual(good.body, { a: 1 })
})

test('one organisation never hears another, and its agents cannot be called from there', async (t) => {
  const { world, replica, agent } = await ready(t)
  const foreign = await startAgent(world, await enrol(world, 'web-1', 'globex'), { machine: 'web-1' })
  t.after(() => foreign.die())
  await eventually(() => replica.fleet.agents('globex')[0]?.status === 'connected')
  assert.deepEqual(
    replica.fleet.agents('acme').map((one) => one.agent),
    [agent.id],
  )
  const result = await ask(replica, agent, { organisation: 'globex' })
  assert.ok(result.kind === 'lost' && result.part.state === 'agent_offline')
  assert.equal(agent.calls.length, 0)
})

test('calls under way end when the server is killed, and work again once it is back', async (t) => {
  const { world, replica, agent } = await ready(t, {
    answer: (call, self) => (call.arguments['slow'] === true ? undefined : self.reply(call, {})),
  })
  const underWay = ask(replica, agent, { arguments: { slow: true }, budget_ms: 1_500 })
  await eventually(() => agent.calls.length === 1)
  await world.restartNats(async () => {
    await eventually(() => replica.fleet.blind('acme'))
    const meanwhile = await ask(replica, agent)
    assert.ok(meanwhile.kind === 'lost' && meanwhile.part.state === 'agent_offline')
  })
  const ended = await underWay
  assert.ok(ended.kind === 'lost' && ended.part.state === 'timed_out')
  await eventually(() => statusOf(replica, agent.id) === 'connected' && !replica.fleet.blind('acme'), {
    timeoutMs: 20_000,
  })
  assert.equal((await ask(replica, agent)).kind, 'answered')
})
