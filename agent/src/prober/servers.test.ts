import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFakeClock } from '@vedette/proto/clock'
import { defineConnector, type ProbeResult, SourceError } from '@vedette/proto/connector'
import { z } from 'zod'
import { createInstance } from '../host/index.ts'
import { createProber } from './prober.ts'

const SCOPE = { backend: 'metrics' }
const TWO: ProbeResult = {
  health: 'up',
  scopes: [SCOPE],
  servers: [
    { name: 'prometheus', health: 'up', needed_by: ['metrics.query'] },
    { name: 'alertmanager', health: 'up', needed_by: ['alerts.get'] },
  ],
}

function setUp(first: ProbeResult = TWO) {
  const clock = createFakeClock()
  const state = { probe: async (_signal: AbortSignal): Promise<ProbeResult> => first, probes: 0 }
  const connector = defineConnector({
    id: 'fake',
    title: 'Fake',
    config: z.strictObject({}),
    connect: () => null,
    probe: (_client, { signal }) => {
      state.probes += 1
      return state.probe(signal)
    },
    operations: [],
  })
  const instance = createInstance(
    { instance: 'fake', connector, config: {}, secrets: [], expect: null, covers: [] },
    { clock, enableWrites: [] },
  )
  const prober = createProber(clock, [instance])
  const changes: string[] = []
  prober.health.onChange(() => changes.push(prober.health.get('fake').health))
  const gone = () => prober.health.get('fake').unanswerable?.map((one) => [one.operation, one.state])
  const word = () => [prober.health.get('fake').health, prober.health.get('fake').code ?? null]
  return { clock, state, prober, changes, gone, word }
}

test('a credential that one of two servers refuses to a real call takes away only what needs it, until a probe passes', async () => {
  const { clock, prober, changes, gone, word } = setUp()
  await prober.probeAll()
  assert.deepEqual(gone(), [])
  await clock.advance(5_000)
  prober.health.noteServerUnauthorized('fake', 'alertmanager')
  assert.equal(prober.health.get('fake').checked_at, clock.now() - 5_000, 'the other was not probed')
  assert.deepEqual(word(), ['degraded', 'unauthorized'])
  assert.deepEqual(gone(), [['alerts.get', 'connector_down']])
  prober.health.noteServerUnauthorized('fake', 'alertmanager')
  assert.deepEqual(changes, ['up', 'degraded'], 'a change is told once')
  await prober.probeAll()
  assert.deepEqual([word(), gone()], [['up', null], []])
})

test('when every server refuses, or one that no probe has named, the instance is down', async () => {
  for (const servers of [['alertmanager', 'prometheus'], ['unheard_of']]) {
    const { prober, word } = setUp()
    await prober.probeAll()
    for (const server of servers) prober.health.noteServerUnauthorized('fake', server)
    assert.deepEqual(word(), ['down', 'unauthorized'], servers.join())
  }
})

test('a permission that is missing makes an instance degraded; what its server has not got does not', async () => {
  const refused = setUp({ ...TWO, forbidden: ['a.b', { operation: 'a.c', missing: 'list c' }] })
  await refused.prober.probeAll()
  assert.deepEqual(refused.word(), ['degraded', 'forbidden'])
  assert.deepEqual(refused.gone(), [
    ['a.b', 'forbidden'],
    ['a.c', 'forbidden'],
  ])
  const lacking = setUp({ ...TWO, forbidden: [{ operation: 'a.b', state: 'not_served', why: 'no b' }] })
  await lacking.prober.probeAll()
  assert.deepEqual([lacking.word(), lacking.gone()], [['up', null], [['a.b', 'not_served']]])
})

test('a change of what cannot be answered is told even where word and code stay', async () => {
  const { prober, state, changes } = setUp({ ...TWO, forbidden: ['a.b'] })
  await prober.probeAll()
  state.probe = async () => ({ ...TWO, forbidden: ['a.b', 'a.c'] })
  await prober.probeAll()
  await prober.probeAll()
  assert.deepEqual(changes, ['degraded', 'degraded'])
})

test('a server that hangs does not take the word from one that answered', async () => {
  const { clock, prober, state, word, gone } = setUp()
  await prober.probeAll()
  // The connector says at the signal which of its servers has answered.
  state.probe = (signal) =>
    new Promise((resolve) => {
      const [first, second] = TWO.servers ?? []
      signal.addEventListener('abort', () => {
        if (first === undefined || second === undefined) return
        const servers = [first, { ...second, health: 'down' as const, code: 'timed_out' }]
        resolve({ ...TWO, health: 'degraded', code: 'timed_out', servers })
      })
    })
  const round = prober.probeAll()
  await new Promise((resolve) => setImmediate(resolve))
  await clock.advance(10_000)
  await round
  assert.deepEqual([word(), gone()], [['degraded', 'timed_out'], [['alerts.get', 'connector_down']]])
})

test('a probe that failed keeps the scope that was proved, so that the place has its name; another scope replaces it', async () => {
  const { prober, state } = setUp()
  await prober.probeAll()
  state.probe = async () => {
    throw new SourceError('upstream_failed')
  }
  await prober.probeAll()
  assert.deepEqual(prober.health.get('fake').scopes, [SCOPE])
  state.probe = async () => ({ health: 'degraded', code: 'throttled', scopes: [] })
  await prober.probeAll()
  assert.deepEqual(
    prober.health.get('fake').scopes,
    [],
    'what is read is named by nothing that was not proved',
  )
  state.probe = async () => ({ health: 'up', scopes: [] })
  await prober.probeAll()
  assert.deepEqual(prober.health.get('fake').scopes, [], 'a probe that passed and proved none says so')
  state.probe = async () => {
    throw new SourceError('unauthorized')
  }
  prober.health.note('fake', {
    health: 'down',
    code: 'scope_mismatch',
    scopes: [{ backend: 'b' }],
    servers: [],
  })
  await prober.probeAll()
  assert.deepEqual(prober.health.get('fake').scopes, [], 'the scope of a mismatch is not ours to keep')
})

test('a lost connection probes at once, and at most once in a tick', async () => {
  const { clock, prober, state } = setUp()
  await prober.probeAll()
  await prober.recheck('fake')
  assert.equal(state.probes, 1)
  await clock.advance(10_000)
  await Promise.all([prober.recheck('fake'), prober.recheck('fake')])
  assert.equal(state.probes, 2)
  await prober.recheck('unheard_of')
  assert.equal(state.probes, 2)
})
