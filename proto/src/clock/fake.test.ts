import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFakeClock, sleep } from './index.ts'

test('timers run in the order of their time, and a cancelled one never', async () => {
  const clock = createFakeClock(1000)
  const ran: string[] = []
  clock.after(20, () => ran.push('second'))
  clock.after(10, () => ran.push('first'))
  clock.after(15, () => ran.push('cancelled'))()
  await clock.advance(20)
  assert.deepEqual(ran, ['first', 'second'])
  assert.equal(clock.now(), 1020)
  assert.equal(clock.pending(), 0)
})

test('setting the wall clock moves no duration', async () => {
  const clock = createFakeClock(1000)
  clock.skew(-500)
  await clock.advance(1)
  assert.equal(clock.now(), 501)
  assert.equal(clock.monotonic(), 1)
})

test('a sleep ends at its time or with the reason of its signal', async () => {
  const clock = createFakeClock()
  const controller = new AbortController()
  const slept = sleep(clock, 10)
  const aborted = sleep(clock, 10, controller.signal)
  controller.abort(new Error('gone'))
  await assert.rejects(aborted, /gone/)
  await clock.advance(10)
  assert.equal(await slept, undefined)
})
