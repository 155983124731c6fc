import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { createFakeClock } from '@vedette/proto/clock'
import { callSchema, SIGNATURE_HEADER } from '@vedette/proto/wire'
import { headers, type Msg, type MsgHdrs, type NatsConnection, type PublishOptions } from 'nats'
import { type Calls, createCalls } from './calls.ts'
import type { CallRequest, CallResult } from './types.ts'

type Sent = Readonly<{ subject: string; data: string; options: PublishOptions | undefined }>

function start(quarantined = false) {
  const clock = createFakeClock()
  const sent: Sent[] = []
  const counts = { gone: 0, malformed: 0, stray: 0 }
  const state = { linked: true, closed: false }
  const connection = {
    isClosed: () => state.closed,
    publish: (subject: string, data: Uint8Array | string, options?: PublishOptions) =>
      sent.push({ subject, data: Buffer.from(data).toString(), options }),
  } as unknown as NatsConnection // only what calls use of a connection
  const calls = createCalls({
    replica: 'r1',
    clock,
    sign: (bytes) => `signed ${bytes.byteLength}`,
    connection: () => (state.linked ? connection : null),
    isQuarantined: () => quarantined,
    onGone: () => {
      counts.gone += 1
    },
    onMalformed: () => {
      counts.malformed += 1
    },
    onStray: () => {
      counts.stray += 1
    },
  })
  return { clock, sent, counts, state, calls }
}

const REQUEST: CallRequest = {
  organisation: 'acme',
  agent: 'ag_1',
  incarnation: 'inc',
  operation: 'host.info',
  contract: 1,
  instance: 'host',
  arguments: { a: 1 },
  tier: 'read',
  principal: 'tok',
  policy_hash: 'hash',
  budget_ms: 1_000,
  signal: new AbortController().signal,
}

function message(subject: string, data: string, chunk: string | null, status?: number): Msg {
  const all = status === undefined ? headers() : headers(status, 'No Responders')
  if (chunk !== null) all.set('Vedette-Chunk', chunk)
  return { subject, data: Buffer.from(data), headers: all } as unknown as Msg // only what calls use of a message
}

// A refusal is the shortest whole reply.
function refusalOf(call: string): string {
  return JSON.stringify({
    type: 'vedette.v1.reply',
    call,
    agent: 'ag_1',
    incarnation: 'inc',
    operation: 'host.info',
    took_ms: 0,
    sent_at: 0,
    outcome: 'refused',
    error: { code: 'not_found', field: 'a', message: 'm', fix: 'f' },
  })
}

async function open(world: Readonly<{ calls: Calls; sent: Sent[] }>, more: Partial<CallRequest> = {}) {
  const results: CallResult[] = []
  const asked: Promise<unknown> = world.calls
    .callAgent({ ...REQUEST, ...more })
    .then((result) => results.push(result))
  await Promise.resolve()
  const first = world.sent[0]
  return {
    results,
    asked,
    subject: first?.options?.reply ?? '',
    call: first?.options?.reply?.split('.').at(-1) ?? '',
  }
}

test('a call is signed over its exact bytes and names its audience, deadline and nonce', async () => {
  const world = start()
  await open(world)
  const [sent] = world.sent
  assert.equal(sent?.subject, 'v1.agent.ag_1.call')
  const signed = sent?.options?.headers as MsgHdrs
  assert.equal(signed.get(SIGNATURE_HEADER), `signed ${sent?.data.length}`)
  const call = callSchema.parse(JSON.parse(sent?.data ?? ''))
  assert.equal(call.incarnation, 'inc')
  assert.equal(call.deadline, world.clock.now() + 1_000)
  assert.equal(call.expires_at, world.clock.now() + 30_000)
  assert.ok(call.nonce.length >= 20)
})

test('the investigation that tags follow travels inside the signed bytes, and only where there is one', async () => {
  const world = start()
  await open(world, { investigation: 'inv_a' })
  await open(world)
  const told = world.sent.map(({ data }) => callSchema.parse(JSON.parse(data)).investigation)
  assert.deepEqual(told, ['inv_a', undefined])
})

const toEnd = ({ receipt: _, ...end }: CallResult) => end

test('the receipt of a call is over the exact bytes that came, header and body', async () => {
  const world = start()
  const { results, asked, subject, call } = await open(world)
  const bytes = refusalOf(call)
  await world.clock.advance(7)
  world.calls.receive('acme', message(subject, bytes, '0'))
  await asked
  assert.deepEqual(results[0]?.receipt, {
    call,
    bytes: Buffer.byteLength(bytes),
    sha256: createHash('sha256').update(bytes).digest('hex'),
    took_ms: 7,
  })
})

test('only the called agent in the called organisation may answer', async () => {
  const world = start()
  const { results, asked, subject, call } = await open(world)
  const good = refusalOf(call)
  world.calls.receive('globex', message(subject, good, '0'))
  world.calls.receive('acme', message(subject.replace('ag_1', 'ag_2'), good, '0'))
  world.calls.receive('acme', message(subject.replace(call, 'other'), good, '0'))
  world.calls.receive('acme', message('v1.agent.ag_1.beat', good, '0'))
  await Promise.resolve()
  assert.equal(results.length, 0)
  assert.equal(world.counts.stray, 4)
  world.calls.receive('acme', message(subject, good, '0'))
  await asked
  assert.equal(results[0]?.kind, 'refused')
  // The call is over: whatever else comes is nobody's.
  world.calls.receive('acme', message(subject, good, '0'))
  assert.equal(world.counts.stray, 5)
})

test("the server's word that nobody listens ends the call at once; a message with content is no such word", async () => {
  const world = start()
  const { results, asked, subject } = await open(world)
  world.calls.receive('acme', message(subject, '', null, 503))
  await asked
  assert.deepEqual(results.map(toEnd), [{ kind: 'lost', part: { scope: {}, state: 'agent_offline' } }])
  assert.equal(world.counts.gone, 1)

  const other = start()
  const second = await open(other)
  other.calls.receive('acme', message(second.subject, 'x', null, 503))
  await second.asked
  assert.equal(second.results[0]?.kind === 'lost' && second.results[0].part.why, 'malformed')
  assert.equal(other.counts.gone, 0)
})

test('a deadline and an abort both end the call, cancel the work and leave no timer', async () => {
  for (const end of ['deadline', 'abort'] as const) {
    const world = start()
    const controller = new AbortController()
    const { results, asked, call } = await open(world, { signal: controller.signal })
    if (end === 'deadline') await world.clock.advance(1_000)
    else controller.abort()
    await asked
    const waited_ms = end === 'deadline' ? 1_000 : 0
    assert.deepEqual(results.map(toEnd), [
      { kind: 'lost', part: { scope: {}, state: 'timed_out', waited_ms, phase: 'agent' } },
    ])
    assert.deepEqual(
      world.sent.slice(1).map(({ subject, data }) => [subject, JSON.parse(data)]),
      [['v1.agent.ag_1.cancel', { type: 'vedette.v1.cancel', call, replica: 'r1' }]],
    )
    assert.equal(world.clock.pending(), 0)
  }
})

test('a reply that breaks off is cancelled at the agent and counted against it', async () => {
  const world = start()
  const { results, asked, subject } = await open(world)
  world.calls.receive('acme', message(subject, 'rubbish', '0'))
  await asked
  assert.equal(results[0]?.kind === 'lost' && results[0].part.why, 'malformed')
  assert.equal(world.counts.malformed, 1)
  assert.equal(world.sent.at(-1)?.subject, 'v1.agent.ag_1.cancel')
})

test('nothing leaves without a link, for a quarantined agent, when too large, or after the caller left', async () => {
  const word = async (world: ReturnType<typeof start>, more: Partial<CallRequest> = {}) => {
    const result = await world.calls.callAgent({ ...REQUEST, ...more })
    assert.deepEqual(world.sent, [])
    assert.equal(world.clock.pending(), 0)
    return result.kind === 'lost' ? `${result.part.state} ${result.part.why ?? ''}`.trim() : result.kind
  }
  const unlinked = start()
  unlinked.state.linked = false
  assert.equal(await word(unlinked), 'agent_offline')
  const closed = start()
  closed.state.closed = true
  assert.equal(await word(closed), 'agent_offline')
  assert.equal(await word(start(true)), 'unusable malformed')
  assert.equal(await word(start(), { arguments: { a: 'x'.repeat(512 * 1024) } }), 'unusable too_large')
  assert.equal(await word(start(), { signal: AbortSignal.abort() }), 'timed_out')
})
