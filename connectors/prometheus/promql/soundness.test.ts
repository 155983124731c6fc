import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseExpression } from './parse.ts'
import { findUnsound } from './soundness.ts'

const why = (expr: string) => findUnsound(parseExpression(expr))

test('filters, rates and totals may come out empty as an answer', () => {
  for (const expr of [
    'up',
    'up == 0',
    'sum by (job) (rate(errors_total{code=~"5.."}[5m])) > 0.1',
    'topk(5, rate(errors_total[5m]))',
    'sum(rate(a[5m])) / sum(rate(b[5m])) > 0.5',
    '(sum(a) or vector(0)) * 2',
    'absent(up)',
    '-up > 1',
    'label_replace(up, "a", "b", "c", "d")',
  ])
    assert.equal(why(expr), undefined, expr)
})

test('a join whose labels may not meet proves nothing by coming out empty', () => {
  for (const expr of [
    'a / b',
    'a and on (job) b',
    'a unless b',
    'sum by (x) (a) / sum by (y) (b)',
    'sum(a) / topk(1, b)',
    'a > b',
    '(a / b) or vector(0)',
  ])
    assert.equal(why(expr), 'join_may_not_match', expr)
})

test('a function that can swallow everything proves nothing by coming out empty', () => {
  for (const expr of [
    'histogram_quantile(0.9, rate(not_a_histogram[5m]))',
    'clamp(up, 2, 1)',
    'topk(0, up)',
    'topk(scalar(k), up)',
  ])
    assert.equal(why(expr), 'function_may_drop_all', expr)
})
