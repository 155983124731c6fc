import assert from 'node:assert/strict'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { type TestContext, test } from 'node:test'
import { systemClock } from '@vedette/proto/clock'
import { explainRefusal } from './custom.ts'
import { openRedacted } from './redacted.ts'
import { createRedactor } from './redactor.ts'
import { createWorkerEngine, RedactionError, type WorkerEngineOptions } from './worker-engine.ts'

function setUp(t: TestContext, options: Partial<WorkerEngineOptions> = {}) {
  const engine = createWorkerEngine({ clock: systemClock, ...options })
  t.after(engine.close)
  return engine
}

const READ = { scope: {}, state: 'read', items: 1, as_of: '2030-01-01T00:00:00Z' } as const

test('the thread redacts like the engine within this one, and many at once come back each to its own', async (t) => {
  const { redact } = setUp(t)
  const all = await Promise.all(
    Array.from({ length: 200 }, (_, at) => redact({ at, password: `hunter${at}` }, { mode: 'body' })),
  )
  for (const [at, { value, counts }] of all.entries()) {
    assert.deepEqual(value, { at, password: '<secret:password>' })
    assert.deepEqual(counts, { password: 1 })
  }
})

test('one value has one tag within an investigation and another in the next', async (t) => {
  const { redact } = setUp(t)
  const ask = async (investigation: string) =>
    (await redact(['joe.doe@example.com', 'JOE.DOE@example.com'], { mode: 'body', investigation })).value
  const [first, same] = (await ask('a')) as string[]
  const [again] = (await ask('a')) as string[]
  const [other] = (await ask('b')) as string[]
  assert.match(first ?? '', /^<email:[a-z2-9]{6}>$/)
  assert.equal(same, first)
  assert.equal(again, first)
  assert.notEqual(other, first)
})

test('agents that share a secret make equal tags', async (t) => {
  const [a, b] = [setUp(t, { tagSecret: 's'.repeat(32) }), setUp(t, { tagSecret: 's'.repeat(32) })]
  const options = { mode: 'body', investigation: 'x' } as const
  const [first, second] = await Promise.all([a.redact(['a@b.org'], options), b.redact(['a@b.org'], options)])
  assert.deepEqual(first.value, second.value)
})

test('a text over its budget is withheld, those behind it are redacted by the next thread', async (t) => {
  const { redact } = setUp(t, { budget: { cpuMs: 1, wallMs: 2_500 } })
  // The whole takes far more than a millisecond for each 64 KiB.
  const slow = Array.from({ length: 60_000 }, (_, at) => `joe${at}@example.com`).join(' ')
  const [withheld, small] = await Promise.allSettled([
    redact([slow], { mode: 'body' }),
    redact(['token=abc'], { mode: 'body' }),
  ])
  assert.ok(withheld.status === 'rejected' && withheld.reason instanceof RedactionError)
  assert.equal(withheld.reason.why, 'redaction_budget')
  assert.ok(small.status === 'fulfilled' || small.reason instanceof RedactionError)
  const redactor = createRedactor(redact)
  const safe = openRedacted(await redactor.redactAnswer({ parts: [READ], value: { slow } }))
  assert.deepEqual(safe.parts, [{ scope: {}, state: 'unusable', why: 'redaction_budget' }])
  assert.equal(safe.body, null)
})

test('a text too large for the memory of the thread is withheld as too large, and the next is redacted', async (t) => {
  const { redact } = setUp(t, { heapMb: 48 })
  const small = { at: 'joe@example.com' }
  const redactor = createRedactor(redact)
  const rows = (count: number) => Array.from({ length: count }, (_, at) => ({ at, note: 'x'.repeat(80) }))
  const answer = async (count: number) =>
    openRedacted(await redactor.redactAnswer({ parts: [READ], value: { rows: rows(count) } }))
  const [large, next] = await Promise.all([answer(25_000), redact(small, { mode: 'body' })])
  assert.deepEqual([large.parts, large.body], [[{ scope: {}, state: 'unusable', why: 'too_large' }], null])
  assert.notDeepEqual(next.value, small)
  const most = await answer(18_000)
  assert.equal(most.parts[0]?.state, 'read', 'the most that is taken is also redacted')
})

test('a text that cannot be redacted is withheld as failed, and the thread goes on', async (t) => {
  const { redact } = setUp(t)
  let deep: unknown = 'hunter2'
  for (let depth = 0; depth < 300; depth += 1) deep = [deep]
  await assert.rejects(redact(deep, { mode: 'body' }), { why: 'redaction_failed' })
  assert.deepEqual((await redact(['a'], { mode: 'body' })).value, ['a'])
})

test('the loop of events stays free while a large text is redacted', async (t) => {
  const { redact } = setUp(t)
  await redact(['warm'], { mode: 'body' })
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const line = 'user joe@example.com paid 4111 1111 1111 1111 from 8.8.8.8 '
  await redact([line.repeat(20_000)], { mode: 'body', maxBytes: 8 * 1024 * 1024 })
  delay.disable()
  // Nine of ten: the machine itself may hold the loop up.
  assert.ok(delay.percentile(90) / 1e6 < 50)
})

test('after its end the engine refuses', async () => {
  const engine = createWorkerEngine({ clock: systemClock })
  const asked = engine.redact(['a'], { mode: 'body' })
  await engine.close()
  await assert.rejects(asked, RedactionError)
  await assert.rejects(engine.redact(['a'], { mode: 'body' }), RedactionError)
})

test("customers' own patterns are found in a linear engine", async (t) => {
  const { redact } = setUp(t, { custom: [{ name: 'badge', pattern: 'EMP-[0-9]{5}' }] })
  const { value, counts } = await redact(['badge EMP-12345 seen'], { mode: 'body' })
  assert.match(JSON.stringify(value), /^\["badge <custom:[a-z2-9]{6}> seen"\]$/)
  assert.deepEqual(counts, { custom: 1 })
})

// Patterns that take exponential time in an engine that tries again, and texts made for them and for our own rules.
const EVIL = [
  '(a+)+$',
  '(a|a)*$',
  '([a-z]+)*=',
  '(.*a){20}',
  '(?i)(x+x+)+y',
  '^(\\d+)*$',
  '(?i)(?:password|pass)(?:\\s*=\\s*)*[^ ]+$',
]
const SLOW = [
  'a',
  'x',
  'password=',
  '=',
  '1',
  '-----BEGIN PRIVATE KEY-----',
  'a://',
  '\\u0041',
  '%25',
  '@a.',
  'eyJ',
  '{"a":',
  '2001:',
  '0x',
].map((piece) => `${piece.repeat(Math.ceil(65_536 / piece.length)).slice(0, 65_536)}!`)

test('evil patterns and texts keep neither the loop of events nor the next answer waiting, and nothing leaves as it came', async (t) => {
  const { redact } = setUp(t, {
    custom: EVIL.map((pattern, at) => ({ name: `evil-${at}`, pattern })).filter(
      (one) => explainRefusal(one) === null,
    ),
  })
  await redact(['warm'], { mode: 'body' })
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const asked = SLOW.map((text) => redact([text, 'token=hunter2-hunter2'], { mode: 'body' }))
  const results = await Promise.allSettled(asked)
  delay.disable()
  for (const result of results) {
    if (result.status === 'fulfilled') assert.equal(JSON.stringify(result.value).includes('hunter2'), false)
    else assert.ok(result.reason instanceof RedactionError)
  }
  // Nine of ten: the machine itself may hold the loop up.
  assert.ok(delay.percentile(90) / 1e6 < 50)
  assert.deepEqual((await redact(['0'], { mode: 'body' })).value, ['0'])
})

test('a pattern that only an engine that tries again can run is refused with the reason', () => {
  for (const pattern of ['(?=a)b', '(?<!a)b', '(a)\\1', 'x'.repeat(501), '(', ''])
    assert.match(explainRefusal({ name: 'p', pattern }) ?? '', /^p /)
  assert.equal(explainRefusal({ name: 'p', pattern: 'EMP-[0-9]{5}' }), null)
})
