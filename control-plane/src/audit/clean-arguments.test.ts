import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanArguments, cleanText, MASK } from './clean-arguments.ts'

const CANARIES = [
  'zoe@mail.example.com',
  '529.982.247-25',
  '52998224725',
  '+44 20 7946 0958',
  '4111 1111 1111 1111',
  'DE89 3704 0044 0532 0130 00',
  '12345678Z',
  'AKIAQ3EGRZ7Y5ZXM2CND',
  'ghp_16C7e42F292c6912E7710c838347Ae178B4a',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U',
  'postgres://app:hunter2@db/x',
  'password=hunter2',
]

for (const canary of CANARIES)
  test(`${canary} is not kept, in a text, as a value, in a list or as a key`, () => {
    const kept = JSON.stringify(
      cleanArguments({ a: `find ${canary} now`, b: canary, c: [canary], d: { [canary]: 1 } }),
    )
    assert.equal(kept.includes(canary), false, kept)
    assert.ok(kept.includes(MASK))
  })

test('a value under a key that names a secret is not kept, whatever it is', () => {
  assert.deepEqual(cleanArguments({ password: 'abc', api_key: 7, nested: { token: ['a'] } }), {
    password: MASK,
    api_key: MASK,
    nested: { token: MASK },
  })
})

test('names, queries, times and accounts stay as they are asked', () => {
  const asked = {
    namespace: 'payments',
    pod: 'checkout-7d9f8b6c5-x2x4z',
    expr: 'sum(rate(http_requests_total{namespace="payments",code=~"5.."}[5m])) by (pod)',
    from: '2030-01-15T12:00:00Z',
    to: 1_900_000_000_000,
    account: '123456789012',
    limit: 200,
    all: true,
    labels: { app: 'web' },
  }
  assert.deepEqual(cleanArguments(asked), asked)
})

test('numbers that may be a person are masked, long texts cut, deep and long values bounded', () => {
  assert.deepEqual(cleanArguments({ id: 52_998_224_725 }), { id: MASK })
  assert.equal(cleanText('word '.repeat(200)).length, 301)
  assert.equal(cleanText('x '.repeat(5_000)), MASK)
  const list = cleanArguments(Array.from({ length: 60 }, () => 'a'))
  assert.ok(Array.isArray(list))
  assert.deepEqual([list.length, list.at(-1)], [51, '<10 more>'])
  let deep: unknown = 'a'
  for (let at = 0; at < 20; at += 1) deep = { a: deep }
  assert.ok(JSON.stringify(cleanArguments(deep)).includes(MASK))
})
