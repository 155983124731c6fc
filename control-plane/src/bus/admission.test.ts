import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAdmission } from './admission.ts'

const KIB = 1024

test('bytes are admitted up to the limit and again once released', () => {
  const admission = createAdmission(100)
  assert.equal(admission.tryTake(60), true)
  assert.equal(admission.tryTake(41), false)
  assert.equal(admission.tryTake(40), true)
  admission.release(60)
  assert.equal(admission.used(), 40)
  assert.equal(admission.tryTake(60), true)
})

test('who waits is served in turn, and only what is small passes the line', () => {
  const admission = createAdmission(100 * KIB)
  const served: string[] = []
  admission.tryTake(80 * KIB)
  assert.notEqual(
    admission.wait(10 * KIB, 90 * KIB, () => served.push('first')),
    null,
  )
  assert.notEqual(
    admission.wait(0, 5, () => served.push('second')),
    null,
  )
  assert.equal(admission.tryTake(5 * KIB), true)
  admission.release(80 * KIB)
  assert.equal(admission.tryTake(65 * KIB), false)
  assert.deepEqual(served, [])
  admission.release(5 * KIB)
  assert.deepEqual(served, ['first'])
  admission.release(100 * KIB)
  assert.deepEqual(served, ['first', 'second'])
  assert.equal(admission.used(), 5)
})

test('waiting calls hold at most half, so the first in line always gets its turn', () => {
  const admission = createAdmission(100)
  admission.tryTake(40)
  assert.notEqual(
    admission.wait(30, 60, () => {}),
    null,
  )
  assert.equal(
    admission.wait(21, 60, () => {}),
    null,
  )
  assert.notEqual(
    admission.wait(20, 60, () => {}),
    null,
  )
})

test('who leaves the line is not served', () => {
  const admission = createAdmission(100)
  admission.tryTake(90)
  const served: string[] = []
  const line = admission.wait(10, 20, () => served.push('gone'))
  line?.cancel()
  admission.release(10)
  admission.release(90)
  assert.deepEqual(served, [])
  assert.equal(admission.used(), 0)
})
