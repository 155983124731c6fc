import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFakeClock } from '@vedette/proto/clock'
import type { AuditLink } from '../store/types.ts'
import { AuditError, createAudit, type Taken } from './index.ts'

const FACTS = { organisation: 'acme', principal: 'tok_1', action: 'host_info' } as const
const EFFECT = { ...FACTS, action: 'silence' }

// An audit over a store that takes a batch only when `take` says so.
function start(take: (links: readonly AuditLink[]) => Promise<void>) {
  const clock = createFakeClock()
  const batches: (readonly string[])[] = []
  const heads = async () => []
  const append = async (links: readonly AuditLink[]) => {
    await take(links)
    batches.push(
      links.flatMap(({ body, kind }) => (kind === 'start' ? [] : [String(JSON.parse(body).call ?? kind)])),
    )
  }
  const audit = createAudit({
    ...{ writer: 'w1', clock, sign: () => 'signed' },
    // The writer asks for these two.
    store: { audit: { append, heads } as never },
  })
  const take_ = (call: string) => audit.take('call', { ...FACTS, call })
  return { audit, clock, batches, take: take_ }
}

// The same with a first batch under way, which the store holds until the gate is opened.
async function startHeld() {
  const gate = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const started = start(() => {
    begun.resolve()
    return gate.promise
  })
  const first = started.take('first')
  await begun.promise
  return { ...started, first, gate }
}

const isWritten = (taken: Taken | null) => taken?.written

test('while the store is away reads go on for a minute, effects not at all, and every row is written after', async () => {
  let isAway = false
  const { audit, clock, batches, take } = start(async () => {
    if (isAway) throw new Error('connection refused')
  })
  assert.equal(await isWritten(take('before')), true)

  isAway = true
  await assert.rejects(audit.recordIntent(EFFECT), AuditError)
  for (let second = 0; second < 59; second += 1) {
    assert.equal(await isWritten(take(`away-${second}`)), false, `second ${second}`)
    await clock.advance(1_000)
  }
  await assert.rejects(audit.recordIntent(EFFECT), AuditError)
  await clock.advance(1_000)
  assert.equal(take('too late'), null)

  isAway = false
  await clock.advance(1_000)
  await audit.flush()
  const calls = batches.flat().filter((call) => call !== 'intent')
  assert.deepEqual(calls, ['before', ...Array.from({ length: 59 }, (_, second) => `away-${second}`)])
  assert.equal(await isWritten(take('after')), true)
  await audit.close()
})

test('the row of an answer is written at once, and those that come meanwhile are one batch after it', async () => {
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let at = -1
  const { audit, clock, batches, take } = start(async () => {
    at += 1
    begun[at]?.resolve()
    await gates[at]?.promise
  })
  audit.record('operation', { ...FACTS, call: 'read' })
  const first = take('first')
  await begun[0]?.promise
  const settled: string[] = []
  const rest = ['second', 'third'].map((call) =>
    take(call)?.written.then((written) => settled.push(`${call} ${written}`)),
  )
  gates[0]?.resolve()
  assert.equal(await isWritten(first), true)
  await begun[1]?.promise
  assert.deepEqual([batches, settled], [[['read', 'first']], []])
  gates[1]?.resolve()
  await Promise.all(rest)
  assert.deepEqual(batches, [
    ['read', 'first'],
    ['second', 'third'],
  ])
  assert.deepEqual(settled, ['second true', 'third true'])
  assert.equal(clock.now(), createFakeClock().now())
  await audit.close()
})

test('a row that nobody waits for is written after a quarter of a second', async () => {
  const { audit, clock, batches } = start(async () => {})
  audit.record('operation', { ...FACTS, call: 'read' })
  await clock.advance(249)
  assert.deepEqual(batches, [])
  await clock.advance(1)
  assert.deepEqual(batches, [['read']])
  await audit.close()
})

test('a store that is slow holds an answer for two seconds once, effects not at all, and no row out of its place', async () => {
  const { audit, clock, batches, take, first, gate } = await startHeld()
  const effect = audit.recordIntent({ ...EFFECT, call: 'effect' })
  await clock.advance(1_999)
  const second = take('second')
  await clock.advance(1)
  assert.deepEqual([await isWritten(first), await isWritten(second)], [false, false])
  await assert.rejects(effect, AuditError)
  assert.equal(await isWritten(take('third')), false)
  await assert.rejects(audit.recordIntent(EFFECT), AuditError)
  await clock.advance(57_999)
  assert.equal(await isWritten(take('fourth')), false)
  await clock.advance(1)
  assert.equal(take('too late'), null)

  gate.resolve()
  await audit.flush()
  assert.deepEqual(batches.flat(), ['first', 'effect', 'second', 'third', 'fourth'])
  assert.equal(await isWritten(take('after')), true)
  await audit.close()
})

test('rows that wait are bounded: beyond 20,000 nothing is taken, and what was taken is written', async () => {
  const { audit, clock, batches, take, first, gate } = await startHeld()
  await clock.advance(2_000)
  assert.equal(await isWritten(first), false)
  let taken = 0
  while (taken < 30_000 && take(`${taken}`) !== null) taken += 1
  assert.equal(taken, 20_000)
  assert.equal(audit.record('operation', FACTS), false)
  gate.resolve()
  await audit.flush()
  assert.deepEqual(batches.flat(), ['first', ...Array.from({ length: taken }, (_, n) => `${n}`)])
  await audit.close()
})
