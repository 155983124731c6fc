import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withDeadline } from './deadline.ts'
import { createFakeClock } from './testing/index.ts'

function createContext() {
  const clock = createFakeClock()
  const controller = new AbortController()
  return { controller, clock, context: { clock, signal: controller.signal, deadline: clock.now() + 500 } }
}

test('work that never ends stops at the deadline with the phase that it was in', async () => {
  const { clock, context } = createContext()
  let aborted = false
  const call = withDeadline(context, (signal, enter) => {
    enter('body')
    signal.addEventListener('abort', () => {
      aborted = true
    })
    return new Promise(() => {})
  })
  clock.advance(499)
  assert.equal(aborted, false)
  clock.advance(1)
  await assert.rejects(call, { state: 'timed_out', carried: { waited_ms: 500, phase: 'body' } })
  assert.equal(aborted, true)
})

test('a caller that goes away ends the work, and nothing is left on the clock', async () => {
  const { clock, context, controller } = createContext()
  const call = withDeadline(context, () => new Promise(() => {}))
  clock.advance(20)
  controller.abort()
  await assert.rejects(call, { state: 'timed_out', carried: { waited_ms: 20, phase: 'connect' } })
  assert.equal(clock.pending(), 0)
})

test('work that ends in time leaves nothing on the clock', async () => {
  const { clock, context } = createContext()
  assert.equal(await withDeadline(context, async () => 7), 7)
  assert.equal(clock.pending(), 0)
})
