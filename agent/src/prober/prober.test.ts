import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFakeClock } from '@vedette/proto/clock'
import { defineConnector, type ProbeResult, SourceError } from '@vedette/proto/connector'
import { z } from 'zod'
import { createInstance } from '../host/index.ts'
import { createProber } from './prober.ts'

const UP: ProbeResult = { health: 'up', scopes: [{ account: '1' }] }

function setUp(
  probe: () => Promise<ProbeResult>,
  options: { expect?: Record<string, string>; missing?: boolean } = {},
) {
  const clock = createFakeClock()
  const connector = defineConnector({
    id: 'fake',
    title: 'Fake',
    config: z.strictObject({}),
    connect: () => null,
    probe,
    operations: [],
  })
  const secrets = options.missing === true ? [{ env: 'VEDETTE_TEST_NO_SUCH_VARIABLE' }] : []
  const instance = createInstance(
    { instance: 'fake', connector, config: {}, secrets, expect: options.expect ?? null, covers: [] },
    { clock, enableWrites: [] },
  )
  return { clock, prober: createProber(clock, [instance]) }
}

// The word, its code or reason, and the scopes.
async function probeOnce(...args: Parameters<typeof setUp>) {
  const { prober } = setUp(...args)
  await prober.probeAll()
  const { health, code, reason, scopes } = prober.health.get('fake')
  return [health, code ?? reason ?? null, scopes.length]
}

const fail = (state: 'unauthorized' | 'upstream_failed' | 'throttled' | 'forbidden') => async () => {
  throw new SourceError(state)
}

test('what a probe finds becomes one of the five words', async () => {
  assert.deepEqual(await probeOnce(async () => UP), ['up', null, 1])
  assert.deepEqual(await probeOnce(async () => ({ ...UP, health: 'degraded', code: 'forbidden' })), [
    'degraded',
    'forbidden',
    1,
  ])
  assert.deepEqual(await probeOnce(fail('unauthorized')), ['down', 'unauthorized', 0])
  assert.deepEqual(await probeOnce(fail('upstream_failed')), ['down', 'upstream_failed', 0])
  assert.deepEqual(await probeOnce(fail('throttled')), ['degraded', 'throttled', 0])
  assert.deepEqual(
    await probeOnce(async () => {
      throw new Error('hunter2')
    }),
    ['down', 'unusable', 0],
  )
  assert.deepEqual(await probeOnce(async () => UP, { missing: true }), [
    'not_configured',
    'secret_missing',
    0,
  ])
})

test('a scope other than the expected one, or none, takes the instance down', async () => {
  assert.deepEqual(await probeOnce(async () => UP, { expect: { account: '1' } }), ['up', null, 1])
  assert.deepEqual(await probeOnce(async () => UP, { expect: { account: '2' } }), [
    'down',
    'scope_mismatch',
    1,
  ])
  assert.deepEqual(
    await probeOnce(async () => ({ health: 'up', scopes: [] }), { expect: { account: '1' } }),
    ['down', 'scope_mismatch', 0],
  )
})

test('an instance that was never probed is unchecked, and a probe that hangs is timed out', async () => {
  const { clock, prober } = setUp(() => new Promise(() => {}))
  assert.deepEqual(
    [prober.health.get('fake').health, prober.health.get('fake').checked_at],
    ['unchecked', null],
  )
  assert.equal(prober.isFresh('fake'), false)
  const round = prober.probeAll()
  // The look for secrets is real file work: let it begin the probe.
  await new Promise((resolve) => setImmediate(resolve))
  await clock.advance(10_050)
  await round
  assert.deepEqual([prober.health.get('fake').health, prober.health.get('fake').code], ['down', 'timed_out'])
})

test('probes come every three ticks; since stands while the word does, and a change is told once', async () => {
  let result: () => Promise<ProbeResult> = async () => UP
  const { clock, prober } = setUp(() => result())
  const changes: string[] = []
  let rounds = 0
  prober.health.onChange((instance) => changes.push(`${instance} ${prober.health.get(instance).health}`))
  await prober.probeAll()
  const since = prober.health.get('fake').since
  const stop = new AbortController()
  const onRound = () => {
    rounds += 1
  }
  prober.watch({ tickMs: () => 10_000, signal: stop.signal, onRound, random: () => 0.5 })
  await clock.advance(29_999)
  assert.equal(rounds, 0)
  await clock.advance(1)
  assert.equal(rounds, 1)
  assert.equal(prober.health.get('fake').since, since)
  assert.equal(prober.health.get('fake').checked_at, since + 30_000)
  result = fail('unauthorized')
  await clock.advance(30_000)
  assert.deepEqual(changes, ['fake up', 'fake down'])
  assert.equal(prober.health.get('fake').since, since + 60_000)
  stop.abort()
  await clock.advance(90_000)
  assert.equal(rounds, 2)
})

test('a real call that was not let in moves the word at once, until a probe passes', async () => {
  const { clock, prober } = setUp(async () => UP)
  await prober.probeAll()
  prober.health.noteUnauthorized('fake')
  assert.deepEqual(
    [prober.health.get('fake').health, prober.health.get('fake').code],
    ['down', 'unauthorized'],
  )
  assert.equal(prober.isFresh('fake'), true)
  await clock.advance(70_001)
  assert.equal(prober.isFresh('fake'), false)
  await prober.probeAll()
  assert.equal(prober.health.get('fake').health, 'up')
})
