import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseExpression } from './parse.ts'
import { hasFallback } from './selectors.ts'

test('values that an expression can make where its selectors find nothing are known for what they are', () => {
  const made = [
    'sum(a) or vector(0)',
    'absent(a)',
    'absent_over_time(a[5m])',
    'scalar(a) > bool 100',
    'a unless b',
  ]
  for (const expr of made) assert.equal(hasFallback(parseExpression(expr)), true, expr)
  for (const expr of ['up', 'sum(rate(a[5m])) > 1', 'a / on (job) b'])
    assert.equal(hasFallback(parseExpression(expr)), false, expr)
})
