import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '../api/api-error.ts'
import { toFailure } from './to-failure.ts'

const toError = (status: number) =>
  new ApiError({ status, code: 'x', message: 'it says why', retryable: false, field: null, fix: null })

test('only a refusal says that nothing was done; a lost answer and a fault leave that open', () => {
  assert.equal(toFailure(toError(409), 'applied'), 'Not applied: it says why.')
  for (const status of [0, 500, 503])
    assert.equal(toFailure(toError(status), 'applied'), 'Whether it was applied is not known: it says why.')
  assert.match(toFailure(new TypeError('x'), 'applied'), /^Whether it was applied is not known/)
})
