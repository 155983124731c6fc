import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SourceError } from '@vedette/proto/connector'
import { z } from 'zod'
import { checkOnce, checkWithin, withAnyOf } from './claims.ts'

const refuses = (code: string) => (error: unknown) =>
  error instanceof SourceError && error.state === 'unusable' && error.carried.code === code

test('a time outside the asked window, or in another unit, is another answer', () => {
  const window = { from: 1_796_000_000_000, to: 1_796_003_600_000 }
  checkWithin([window.from - 60_000, window.to + 60_000], window)
  checkWithin([], window)
  for (const at of [window.from - 60_001, window.to + 60_001, 1_796_000_000, Number.NaN])
    assert.throws(() => checkWithin([window.from, at], window), refuses('outside_window'))
})

test('a group that is told twice is refused, whatever the order of its labels', () => {
  checkOnce([{ a: '1', b: '2' }, { a: '1' }, {}])
  assert.throws(
    () =>
      checkOnce([
        { a: '1', b: '2' },
        { b: '2', a: '1' },
      ]),
    refuses('duplicate_series'),
  )
})

test('an answer with none of its fields is not one without rows', () => {
  const schema = withAnyOf(['rows', 'meta'], z.object({ rows: z.array(z.string()).nullish() }))
  assert.deepEqual(schema.parse({ meta: {} }), {})
  assert.deepEqual(schema.parse({ rows: null }), { rows: null })
  for (const other of [{}, [], null, { data: [] }, 'rows'])
    assert.equal(schema.safeParse(other).success, false)
})
