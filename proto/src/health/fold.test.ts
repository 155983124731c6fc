import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareHealth, foldServers, HEALTH_WORDS, type HealthWord, isServing, worstOf } from './index.ts'

const SETS: readonly (readonly HealthWord[])[] = [
  ...HEALTH_WORDS.map((a) => [a]),
  ...HEALTH_WORDS.flatMap((a) => HEALTH_WORDS.map((b) => [a, b])),
  ...HEALTH_WORDS.flatMap((a) => HEALTH_WORDS.flatMap((b) => HEALTH_WORDS.map((c) => [a, b, c]))),
]

test('the words stand from best to worst', () => {
  assert.deepEqual([...HEALTH_WORDS], ['up', 'unchecked', 'not_configured', 'degraded', 'down'])
  assert.deepEqual([...HEALTH_WORDS].sort(compareHealth), [
    'down',
    'degraded',
    'not_configured',
    'unchecked',
    'up',
  ])
})

test('the worst of many is one of them and no other is worse', () => {
  assert.equal(worstOf([]), null)
  for (const words of SETS) {
    const worst = worstOf(words)
    assert.ok(worst !== null && words.includes(worst))
    for (const word of words) assert.ok(HEALTH_WORDS.indexOf(word) <= HEALTH_WORDS.indexOf(worst))
  }
})

test('servers fold by the rules, over every set of one to three', () => {
  assert.equal(foldServers([]), 'unchecked')
  for (const words of SETS) {
    const kept = words.filter((word) => word !== 'not_configured')
    const folded = foldServers(words)
    const name = words.join()
    assert.equal(folded === 'not_configured', kept.length === 0, name)
    if (kept.length === 0) continue
    assert.equal(
      folded === 'down',
      kept.every((word) => word === 'down'),
      name,
    )
    assert.equal(
      folded === 'up',
      kept.every((word) => word === 'up'),
      name,
    )
    const someFail = kept.some((word) => word === 'down' || word === 'degraded')
    assert.equal(folded === 'degraded', someFail && !kept.every((word) => word === 'down'), name)
    assert.equal(foldServers([...words].reverse()), folded, name)
    assert.equal(foldServers([...words, ...words]), folded, name)
  }
})

test('a failing scope or permission degrades what would be up, and makes nothing better', () => {
  for (const words of SETS)
    for (const failing of [{ scopes: 1 }, { permissions: 2 }]) {
      const plain = foldServers(words)
      const folded = foldServers(words, failing)
      assert.equal(folded, plain === 'up' || plain === 'unchecked' ? 'degraded' : plain)
    }
  assert.equal(foldServers(['up'], { scopes: 0, permissions: 0 }), 'up')
})

test('what is down or not configured is sent no calls', () => {
  assert.deepEqual(HEALTH_WORDS.filter(isServing), ['up', 'unchecked', 'degraded'])
})
