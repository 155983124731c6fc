import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { canonicalRules, type DenyRule, effectiveRules, matchDenial, ruleKey, toRuleId } from './index.ts'

const maybe = (...values: readonly string[]) => fc.option(fc.constantFrom(...values), { nil: undefined })
const ruleArbitrary: fc.Arbitrary<DenyRule> = fc
  .record({
    id: fc.constantFrom('a', 'b', 'c', 'd'),
    deny: fc.constantFrom('k8s.pods.list', 'K8S_pods_list', 'k8s.*', 'db.sql.read', 'db.*', '*'),
    connector: maybe('kubernetes'),
    cluster: maybe('prod', 'Prod', 'staging'),
    namespace: maybe('payments', 'billing'),
  })
  .map((all) => {
    const kept = Object.entries(all).filter(([, value]) => value !== undefined)
    return Object.fromEntries(kept) as unknown as DenyRule // id and deny are always among the kept
  })
const rules = fc.array(ruleArbitrary, { maxLength: 6 })
const subject = fc.record({
  operation: fc.constantFrom('k8s.pods.list', 'db.sql.read', 'cloud.disks.list'),
  cluster: fc.constantFrom('prod', 'staging', ''),
  namespace: fc.constantFrom('payments', 'billing', ''),
  connector: fc.constantFrom('kubernetes', 'postgres'),
})
const STRENGTH = [false, 'part', 'all'] as const

test('what is enforced contains the local list, over 10,000 random pairs of lists', () => {
  fc.assert(
    fc.property(rules, rules, subject, (local, remote, call) => {
      const effective = effectiveRules(local, remote)
      for (const rule of local) assert.ok(effective.includes(rule))
      const keys = new Set(effective.map(ruleKey))
      for (const rule of remote) assert.ok(keys.has(ruleKey(rule)))
      const strength = (list: readonly DenyRule[]) => STRENGTH.indexOf(matchDenial(list, call).denied)
      assert.ok(strength(effective) >= strength(local))
      assert.equal(strength(effective), Math.max(strength(local), strength(remote)))
    }),
    { numRuns: 10_000 },
  )
})

test('a rule of both lists keeps its local id', () => {
  const local = [{ id: 'mine', deny: 'db.*' }]
  assert.deepEqual(effectiveRules(local, [{ id: 'theirs', deny: 'DB.*' }]), local)
})

test('the canonical text does not depend on order, duplicates, key order or Unicode form', () => {
  fc.assert(
    fc.property(rules, (list) => {
      const turned = list
        .toReversed()
        .map((rule): DenyRule => ({ ...Object.fromEntries(Object.entries(rule).reverse()), ...rule }))
      assert.equal(canonicalRules([...turned, ...list]), canonicalRules(list))
    }),
  )
  const composed = { id: 'a', deny: 'db.*', cluster: 'caf\u00e9' }
  assert.equal(canonicalRules([composed]), canonicalRules([{ ...composed, cluster: 'cafe\u0301' }]))
  assert.equal(
    canonicalRules([
      { deny: 'k8s.*', id: 'b' },
      { namespace: 'x', deny: 'db.*', id: 'a' },
    ]),
    '[{"id":"a","deny":"db.*","namespace":"x"},{"id":"b","deny":"k8s.*"}]',
  )
  assert.equal(canonicalRules([]), '[]')
})

test('the canonical text differs whenever a field does', () => {
  const base: DenyRule = { id: 'a', deny: 'db.*', cluster: 'prod' }
  const others: readonly DenyRule[] = [
    { ...base, id: 'b' },
    { ...base, deny: 'db.sql.*' },
    { ...base, cluster: 'staging' },
    { ...base, namespace: 'prod' },
    { id: 'a', deny: 'db.*', account: 'prod' },
  ]
  for (const other of others) assert.notEqual(canonicalRules([other]), canonicalRules([base]))
})

test('an id made from a rule does not show its text and differs with what it denies', () => {
  const id = toRuleId({ deny: 'db.*', namespace: 'payments' })
  assert.match(id, /^rule-[0-9a-f]{16}$/)
  assert.equal(id, toRuleId({ namespace: 'Payments', deny: 'DB.*' }))
  assert.notEqual(id, toRuleId({ deny: 'db.*', cluster: 'payments' }))
})
