import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SourceError } from '@vedette/proto/connector'
import { createQuota, shareQuota } from './quota.ts'

const headers = (remaining: number, name = 'query_by_org') => ({
  'x-ratelimit-limit': '100',
  'x-ratelimit-period': '60',
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': '20',
  'x-ratelimit-name': name,
})

function countAllowed(spend: () => void): Readonly<{ allowed: number; error: unknown }> {
  for (let allowed = 0; allowed < 1000; allowed++) {
    try {
      spend()
    } catch (error) {
      return { allowed, error }
    }
  }
  return { allowed: 1000, error: undefined }
}

test('half of what a limit has left is used in its period, and then we throttle ourselves until its end', () => {
  const quota = createQuota()
  quota.learn('v1/query', headers(40), 1000)
  const { allowed, error } = countAllowed(() => quota.spend('v1/query', { now: 5000, share: 0.5 }))
  assert.equal(allowed, 20)
  assert.ok(error instanceof SourceError)
  assert.deepEqual([error.state, error.carried], ['throttled', { by: 'us', retry_after_ms: 16_000 }])
  quota.spend('v1/query', { now: 21_000, share: 0.5 })
})

test('questions of one limit share it, whatever their path, and others are free', () => {
  const quota = createQuota()
  quota.learn('a', headers(10, 'one'), 0)
  quota.learn('b', headers(9, 'one'), 0)
  assert.equal(countAllowed(() => quota.spend('a', { now: 1, share: 0.5 })).allowed, 5)
  assert.equal(countAllowed(() => quota.spend('b', { now: 1, share: 0.5 })).allowed, 0)
  assert.equal(countAllowed(() => quota.spend('c', { now: 1, share: 0.5 })).allowed, 1000)
})

test('a limit that others used up stops us at once, and headers that make no sense are left out', () => {
  const quota = createQuota()
  quota.learn('a', headers(10), 0)
  quota.learn('a', headers(0), 10)
  assert.equal(countAllowed(() => quota.spend('a', { now: 20, share: 1 })).allowed, 0)
  const other = createQuota()
  other.learn('a', { ...headers(1), 'x-ratelimit-reset': 'soon' }, 0)
  assert.equal(countAllowed(() => other.spend('a', { now: 20, share: 1 })).allowed, 1000)
})

test('instances with the same keys share what is known, and others do not', () => {
  assert.equal(shareQuota('digest-1'), shareQuota('digest-1'))
  assert.notEqual(shareQuota('digest-1'), shareQuota('digest-2'))
})
