import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { renderSelector } from './matchers.ts'
import { parseExpression } from './parse.ts'
import { scopeExpression } from './scope.ts'
import { listSelectors } from './selectors.ts'

const TRICKS = [
  '"',
  '\\',
  '`',
  '}',
  '"} or vector(1) #',
  '{',
  '!=',
  '=~',
  '#',
  '\n',
  '\u0000',
  "'",
  '😀',
] as const
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.array(fc.constantFrom(...TRICKS), { maxLength: 8 }).map((all) => all.join('')),
)
const ENFORCED = { label: 'tenant', op: '=', value: 'a' } as const

test('100,000 hostile values come back from the parser as one matcher of exactly that value, beside the enforced one', () => {
  let tried = 0
  fc.assert(
    fc.property(hostile, (value) => {
      tried++
      const matcher = { label: 'job', op: '=' as const, value: value === '' ? 'x' : value }
      const parsed = parseExpression(renderSelector([matcher]))
      assert.deepEqual(
        listSelectors(parsed).map(({ matchers }) => matchers),
        [[matcher]],
      )
      const scoped = parseExpression(scopeExpression(parsed, [ENFORCED]))
      assert.deepEqual(
        listSelectors(scoped).map(({ matchers }) => matchers),
        [[ENFORCED, matcher]],
      )
    }),
    { numRuns: 100_000, seed: 13 },
  )
  assert.equal(tried, 100_000)
})
