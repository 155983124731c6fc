import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findRange } from './find-range.ts'

test('what is drawn covers the window, is never 100 rows, and together with what is not has the whole height', () => {
  const heights = Array.from({ length: 1_000 }, (_, at) => 30 + (at % 7) * 10)
  const whole = heights.reduce((a, b) => a + b)
  for (const top of [0, 1, 29, 30, 5_000, whole - 600, whole, whole * 2])
    for (const height of [0, 600, 100_000]) {
      const { from, to, before, after } = findRange(heights, { top, height })
      assert.ok(to - from > 0 && to - from < 100, `${from} to ${to}`)
      const drawn = heights.slice(from, to).reduce((a, b) => a + b)
      assert.equal(before + drawn + after, whole)
      if (height === 600 && top < whole - 600)
        assert.ok(before <= top && before + drawn >= top + height, `${top}: ${before} + ${drawn}`)
    }
})

test('nothing to draw is an empty range', () => {
  assert.deepEqual(findRange([], { top: 50, height: 600 }), { from: 0, to: 0, before: 0, after: 0 })
})
