import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFakeClock } from '@vedette/proto/clock'
import type { CallResult } from '../bus/types.ts'
import { createDispatch } from '../dispatch/create-dispatch.ts'
import { agent, answer, connector, lost, NOW, operation, TICK_MS } from '../dispatch/testing/world.ts'
import type { AgentView } from '../fleet/types.ts'
import type { Principal } from '../store/types.ts'
import { createBuckets, createReadings } from './index.ts'

const THINGS = operation('backend')
const FRESH_MS = THINGS.freshness * 1000
const BIG = 1_000_000
const SOMEBODY: Principal = {
  organisation: 'acme',
  id: 'tok_1',
  name: 'a',
  mode: 'cautious',
  role: 'viewer',
}
const web = (more: Partial<AgentView> = {}, state = {}) =>
  agent('web-1', [connector('vendor', [THINGS.id], state)], more)

function start(more: Readonly<{ perMinute?: number; burst?: number }> = {}) {
  const clock = createFakeClock(NOW)
  const world = { agents: [web()], reply: (): CallResult | Promise<CallResult> => answer(['x']), calls: 0 }
  const dispatch = createDispatch({
    fleet: { agents: () => world.agents },
    callAgent: async () => {
      world.calls += 1
      return world.reply()
    },
    clock,
    tick_ms: TICK_MS,
    readings: createReadings({ clock, maxSeconds: 3600 }),
    buckets: createBuckets({ clock, perMinute: more.perMinute ?? BIG, burst: more.burst ?? BIG }),
  })
  type How = Readonly<{
    principal?: Principal
    investigation?: string
    fresh?: boolean
    args?: object
    signal?: AbortSignal
    budget_ms?: number
  }>
  const ask = async (how: How = {}) => {
    const { principal = SOMEBODY, investigation = 'inv_1', fresh = false, args = {} } = how
    const [read] = await dispatch(
      [{ operation: THINGS, role: 'input', arguments: { ...args }, routing: {} }],
      {
        principal,
        budget_ms: how.budget_ms ?? 15_000,
        signal: how.signal ?? new AbortController().signal,
        investigation,
        fresh,
      },
    )
    const [one] = read?.instances ?? []
    const [source] = one?.outcome.sources ?? []
    return { source, state: source?.state, cached: one?.meta?.cached === true, one }
  }
  return { clock, world, ask }
}

test('1,000 identical calls reach the vendor once in each window of freshness', async () => {
  const { clock, world, ask } = start()
  const reply = Promise.withResolvers<CallResult>()
  world.reply = () => reply.promise
  const flying = Array.from({ length: 500 }, () => ask())
  await Promise.resolve()
  reply.resolve(answer(['x']))
  const answered = [...(await Promise.all(flying))]
  for (let at = 0; at < 500; at += 1) answered.push(await ask())
  assert.equal(world.calls, 1)
  assert.deepEqual([...new Set(answered.map(({ state }) => state))], ['read'])
  assert.equal(answered.filter(({ cached }) => !cached).length, 1, 'one of them paid for it')
  await clock.advance(FRESH_MS - 1)
  await ask()
  assert.equal(world.calls, 1)
  await clock.advance(1)
  assert.equal((await ask()).cached, false)
  assert.equal(world.calls, 2)
})

test('what is shared says when the vendor was read, by whom, and that nothing was paid for it', async () => {
  const { clock, ask } = start()
  const first = await ask()
  await clock.advance(4000)
  const second = await ask()
  assert.equal(second.source?.as_of, new Date(NOW).toISOString())
  assert.deepEqual(
    [second.one?.agent_name, second.one?.instance, second.one?.meta?.vendor_calls],
    ['web-1', 'vendor', 0],
  )
  assert.deepEqual(second.one?.outcome.seen && second.one.outcome.value, { things: ['x'] })
  assert.equal(first.one?.meta?.vendor_calls, 1)
})

test('`fresh` goes past what was read, and what it reads is shared in turn', async () => {
  const { world, ask } = start()
  await ask()
  world.reply = () => answer(['y'])
  const fresh = await ask({ fresh: true })
  assert.deepEqual(
    [fresh.cached, fresh.one?.outcome.seen && fresh.one.outcome.value],
    [false, { things: ['y'] }],
  )
  const after = await ask()
  assert.deepEqual(
    [after.cached, after.one?.outcome.seen && after.one.outcome.value],
    [true, { things: ['y'] }],
  )
})

const NEVER_KEPT: readonly [what: string, result: CallResult][] = [
  ['a failure', lost({ state: 'upstream_failed', status: 503 })],
  ['a read that ran out of time', lost({ state: 'timed_out', waited_ms: 5, phase: 'agent' })],
  [
    'a list that was cut by bytes',
    answer(
      ['x'],
      [{ scope: {}, state: 'truncated', cap: 'bytes', at_least: 1, as_of: new Date(NOW).toISOString() }],
    ),
  ],
  ['an emptiness without proof', answer([], [{ scope: {}, state: 'unproven', why: 'no_series' }])],
  [
    'one part read beside one that was not',
    answer(
      ['x'],
      [
        { scope: {}, state: 'read', items: 1, as_of: new Date(NOW).toISOString() },
        { scope: { namespace: 'b' }, state: 'forbidden' },
      ],
    ),
  ],
]
for (const [what, result] of NEVER_KEPT)
  test(`${what} is never kept`, async () => {
    const { world, ask } = start()
    world.reply = () => result
    await ask()
    await ask()
    assert.equal(world.calls, 2)
  })

const CHANGES: readonly [what: string, agents: readonly AgentView[]][] = [
  ['policy is tightened', [web({ policy: { ...policyOf(), effective_hash: 'tighter' } })]],
  ['the agent starts again', [web({ incarnation: 'inc_2' })]],
  ['the connector went down and came back', [web({}, { since: new Date(NOW + 1).toISOString() })]],
  ['the connector proves another scope', [web({}, { scopes: [{ cluster: 'other' }] })]],
]
for (const [what, agents] of CHANGES)
  test(`a reading is not given on once ${what}`, async () => {
    const { world, ask } = start()
    await ask()
    world.agents = [...agents]
    assert.equal((await ask()).cached, false)
    assert.equal(world.calls, 2)
  })

test('a connector that is down is said to be down, whatever was read before', async () => {
  const { world, ask } = start()
  await ask()
  world.agents = [web({}, { health: 'down', code: 'unauthorized' })]
  assert.equal((await ask()).state, 'connector_down')
  world.agents = [web({ status: 'offline' })]
  assert.equal((await ask()).state, 'agent_offline')
  assert.equal(world.calls, 1)
})

test('who may see something else reads for themselves, who may see the same shares', async () => {
  const { world, ask } = start()
  await ask()
  assert.equal((await ask({ principal: { ...SOMEBODY, id: 'tok_2' } })).cached, true)
  assert.equal((await ask({ principal: { ...SOMEBODY, families: ['things'] } })).cached, false)
  assert.equal((await ask({ principal: { ...SOMEBODY, mode: 'auto' } })).cached, false)
  assert.equal((await ask({ args: { name: 'a' } })).cached, false)
  assert.equal(world.calls, 4)
})

test('an answer with redaction tags stays in its investigation, one without any is shared', async () => {
  const { world, ask } = start()
  world.reply = () => {
    const plain = answer(['x'])
    if (plain.kind !== 'answered') throw new TypeError('an answer is answered')
    return { ...plain, meta: { ...plain.meta, redacted: { email: 1 } } }
  }
  await ask({ investigation: 'inv_1' })
  assert.equal((await ask({ investigation: 'inv_1' })).cached, true)
  assert.equal((await ask({ investigation: 'inv_2' })).cached, false)
  assert.equal(world.calls, 2)
  world.reply = () => answer(['x'])
  await ask({ investigation: 'inv_1', args: { name: 'b' } })
  assert.equal((await ask({ investigation: 'inv_2', args: { name: 'b' } })).cached, true)
})

test('an empty bucket throttles by us, says when to come again, and keeps what is shared flowing', async () => {
  const { clock, world, ask } = start({ perMinute: 60, burst: 2 })
  const at = (name: string) => ask({ args: { name } })
  assert.deepEqual([(await at('a')).state, (await at('b')).state], ['read', 'read'])
  const { source } = await at('c')
  assert.deepEqual([source?.state, source?.by, source?.retry_after_ms], ['throttled', 'us', 1000])
  assert.equal((await at('a')).cached, true)
  assert.equal(world.calls, 2)
  await clock.advance(source?.retry_after_ms ?? 0)
  assert.equal((await at('c')).state, 'read')
})

test('who leaves does not take the call from those that wait for it; the last one ends it', async () => {
  const { clock, world, ask } = start()
  const reply = Promise.withResolvers<CallResult>()
  world.reply = () => reply.promise
  const leaving = new AbortController()
  const first = ask({ signal: leaving.signal })
  const second = ask()
  const hasty = ask({ budget_ms: 100 })
  await Promise.resolve()
  leaving.abort()
  await clock.advance(200)
  assert.equal((await hasty).state, 'timed_out')
  reply.resolve(answer(['x']))
  assert.equal((await second).state, 'read')
  assert.equal((await first).state, 'timed_out')
  assert.equal(world.calls, 1)
})

function policyOf() {
  const { policy } = agent('web-1', [])
  if (policy === null) throw new TypeError('an agent of the tests has a policy')
  return policy
}
