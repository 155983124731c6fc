import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseQuantity, toPercent } from './quantity.ts'

test('quantities become numbers of their unit, and what is none becomes null, not zero', () => {
  const rows = [
    ['250m', 0.25],
    ['1', 1],
    ['2Gi', 2_147_483_648],
    ['128Mi', 134_217_728],
    ['1523400n', 0.0015234],
    ['1e3', 1000],
    ['0.5', 0.5],
    ['10E', 1e19],
    ['', null],
    ['abc', null],
    ['1 Gi', null],
    [undefined, null],
  ] as const
  for (const [text, value] of rows) assert.equal(parseQuantity(text), value, String(text))
})

test('a percentage of something unknown or of nothing is null', () => {
  assert.equal(toPercent(3.8, 4), 95)
  assert.equal(toPercent(null, 4), null)
  assert.equal(toPercent(1, null), null)
  assert.equal(toPercent(1, 0), null)
})
