import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { editDistance, matchesScope, nearest, provenIdentity, sameScope, scopeKey, sweep } from './index.ts'

test('a scope has one key whatever the order of its fields', () => {
  assert.equal(scopeKey({ region: 'eu', account: '1' }), scopeKey({ account: '1', region: 'eu' }))
  assert.equal(scopeKey({ account: '1' }), '[["account","1"]]')
  assert.notEqual(scopeKey({ account: '1' }), scopeKey({ project: '1' }))
})

test('two scopes are the same exactly when their keys are', () => {
  const scope = fc.dictionary(fc.constantFrom('account', 'cluster', 'zone'), fc.constantFrom('a', 'b', ''))
  fc.assert(fc.property(scope, scope, (a, b) => assert.equal(sameScope(a, b), scopeKey(a) === scopeKey(b))))
})

test('a wanted scope matches by name, list or all, and never a source that does not state it', () => {
  const scope = { cluster: 'prod-1', namespace: 'payments' }
  const cases = [
    [{}, true],
    [{ cluster: 'prod-1' }, true],
    [{ cluster: 'prod-2' }, false],
    [{ cluster: ['prod-2', 'prod-1'] }, true],
    [{ cluster: [] }, false],
    [{ cluster: 'all' }, true],
    [{ account: 'all' }, true],
    [{ account: '1' }, false],
    [{ cluster: 'prod-1', namespace: 'billing' }, false],
    [{ constructor: 'Object' }, false],
  ] as const
  for (const [wanted, matches] of cases)
    assert.equal(matchesScope(wanted, scope), matches, JSON.stringify(wanted))
})

test('only accounts, clusters and hosts prove an identity; two backends of one cluster do not', () => {
  const scope = { account: '1', cluster: 'uid', host: 'h' }
  assert.equal(provenIdentity('account', scope), 'account:1')
  assert.equal(provenIdentity('account', { project: 'p' }), 'project:p')
  assert.equal(provenIdentity('cluster', scope), 'cluster:uid')
  assert.equal(provenIdentity('host', scope), 'host:h')
  for (const kind of ['backend', 'agent', 'instance', 'server', 'constructor'])
    assert.equal(provenIdentity(kind, scope), null)
  assert.equal(provenIdentity('cluster', {}), null)
  assert.equal(provenIdentity('cluster', { cluster: '' }), null)
})

test('edits count insertions, deletions, replacements and swaps of neighbours', () => {
  const cases = [
    ['', '', 0],
    ['', 'abc', 3],
    ['kitten', 'sitting', 3],
    ['prod', 'prdo', 1],
    ['ca', 'abc', 3],
    ['same', 'same', 0],
  ] as const
  for (const [a, b, distance] of cases) assert.equal(editDistance(a, b), distance, `${a} ${b}`)
})

test('the distance is symmetric and zero only for equal texts', () => {
  const text = fc.string({ maxLength: 12 })
  fc.assert(
    fc.property(text, text, (a, b) => {
      assert.equal(editDistance(a, b), editDistance(b, a))
      assert.equal(editDistance(a, b) === 0, a === b)
    }),
  )
})

test('an unknown name gets the three nearest, closest first, capitals aside', () => {
  const names = ['prod-eu-1', 'prod-eu-2', 'prod-us-1', 'staging', 'prod-eu-1']
  assert.deepEqual(nearest('PROD-EU-3', names), ['prod-eu-1', 'prod-eu-2', 'prod-us-1'])
  assert.deepEqual(nearest('x', []), [])
  assert.deepEqual(nearest('stagign', names, 1), ['staging'])
})

test('a sweep asks twelve in a stable order and loses none', () => {
  const names = Array.from({ length: 30 }, (_, i) => `account-${String(i).padStart(2, '0')}`)
  const swept = sweep(names.toReversed())
  assert.deepEqual(swept.asked, names.slice(0, 12))
  assert.deepEqual(swept.capped, names.slice(12))
  assert.deepEqual(swept.next, names.slice(12, 24))
  const first = sweep(names, 1, (name) => (name === 'account-07' ? 0 : 1))
  assert.deepEqual(first.asked, ['account-07'])
  assert.deepEqual(sweep(['b', 'a', 'b']).asked, ['a', 'b'])
  assert.deepEqual(sweep([]), { asked: [], capped: [], next: [] })
  for (const limit of [0, -1, 1.5, Number.NaN]) assert.throws(() => sweep(names, limit), RangeError)
})
