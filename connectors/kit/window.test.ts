import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { chooseStep, parseInstant, toEpochSeconds, toRfc3339 } from './window.ts'

test('instants go to epoch milliseconds and back, and finer digits are cut', () => {
  assert.equal(parseInstant('1970-01-01T00:00:01Z', 'from'), 1000)
  assert.equal(parseInstant('1970-01-01T00:00:01.5Z', 'from'), 1500)
  assert.equal(parseInstant('1970-01-01T00:00:01.123456789Z', 'from'), 1123)
  assert.equal(toRfc3339(1000), '1970-01-01T00:00:01Z')
  assert.equal(toRfc3339(1123), '1970-01-01T00:00:01.123Z')
  assert.equal(toEpochSeconds(1500), '1.5')
})

test('what is no instant names the field', () => {
  for (const text of ['', 'now', '2026-01-01', '2026-13-01T00:00:00Z', '2026-01-01T00:00:00+02:00']) {
    assert.throws(() => parseInstant(text, 'from'), { name: 'ArgumentError', field: 'from' }, text)
  }
})

test('a step yields at most the points asked for and is never below the minimum', () => {
  assert.equal(chooseStep({ from: 0, to: 3_600_000 }, 61), 60)
  assert.equal(chooseStep({ from: 0, to: 3_600_000 }, 60), 120)
  assert.equal(chooseStep({ from: 0, to: 0 }, 60, 15), 15)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e11 }), fc.integer({ min: 2, max: 1000 }), (span, points) => {
      const step = chooseStep({ from: 0, to: span }, points, 5)
      assert.ok(Math.floor(span / 1000 / step) + 1 <= points)
      assert.ok(step >= 5)
    }),
  )
})
