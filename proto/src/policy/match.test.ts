import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type DenyRule, deniedOperations, failedAssertions, matchDenial } from './index.ts'

const IDS = ['k8s.pods.list', 'cloud.security_groups.list', 'db.sql.read', 'k8s.configmaps.get']
const rule = (deny: string, change: Partial<DenyRule> = {}): DenyRule => ({
  id: `no-${deny}`,
  deny,
  ...change,
})

test('a rule denies its operation, a family all of it, a star everything', () => {
  const cases = [
    ['db.sql.read', 'db.sql.read', true],
    ['db.*', 'db.sql.read', true],
    ['db.sql.*', 'db.sql.read', true],
    ['*', 'k8s.pods.list', true],
    ['db.*', 'dbx.sql.read', false],
    ['db.sql', 'db.sql.read', false],
    ['k8s.pods.list', 'k8s.pods.get', false],
  ] as const
  for (const [deny, operation, denied] of cases)
    assert.equal(
      matchDenial([rule(deny)], { operation }).denied,
      denied ? 'all' : false,
      `${deny} ${operation}`,
    )
})

test('a narrowed rule denies its scope whole, a wider question in part, another scope not', () => {
  const rules = [rule('k8s.*', { cluster: 'prod', namespace: 'payments' })]
  const id = 'no-k8s.*'
  const operation = 'k8s.pods.list'
  assert.deepEqual(matchDenial(rules, { operation, cluster: 'prod', namespace: 'payments' }), {
    denied: 'all',
    rule: id,
  })
  assert.deepEqual(matchDenial(rules, { operation, cluster: 'prod' }), {
    denied: 'part',
    parts: [{ rule: id, scope: { namespace: 'payments' } }],
  })
  assert.deepEqual(matchDenial(rules, { operation }), {
    denied: 'part',
    parts: [{ rule: id, scope: { cluster: 'prod', namespace: 'payments' } }],
  })
  assert.equal(matchDenial(rules, { operation, cluster: 'staging' }).denied, false)
  assert.equal(matchDenial(rules, { operation, namespace: 'billing' }).denied, false)
})

test('a field that is empty or has no name counts as wider, never as another scope', () => {
  const rules = [rule('k8s.*', { cluster: 'prod' })]
  for (const cluster of ['', []])
    assert.equal(matchDenial(rules, { operation: 'k8s.pods.list', cluster }).denied, 'part')
})

test('deny wins: a rule that denies the whole call hides those that deny a part', () => {
  const rules = [rule('k8s.*', { id: 'part', namespace: 'payments' }), rule('k8s.pods.list', { id: 'whole' })]
  for (const order of [rules, rules.toReversed()])
    assert.deepEqual(matchDenial(order, { operation: 'k8s.pods.list' }), { denied: 'all', rule: 'whole' })
})

test('any of the names by which a thing is known is enough', () => {
  const rules = [rule('k8s.secrets_meta.list'), rule('db.*', { cluster: 'prod' })]
  assert.equal(
    matchDenial(rules, { operation: ['k8s.resources.get', 'k8s.secrets_meta.list'] }).denied,
    'all',
  )
  assert.equal(matchDenial(rules, { operation: 'db.sql.read', cluster: ['uid-1', 'prod'] }).denied, 'all')
})

// Writes ASCII text in another way that a reader, or a backend, takes for the same.
const variant = fc.array(fc.nat(7), { minLength: 40, maxLength: 40 })
const INVISIBLES = ['\u200b', '\u200d', '\ufeff', '\u00ad', '\u2060', '\u180e', '\u{e0061}']

function disguise(text: string, choices: readonly number[], isId: boolean): string {
  const letters = [...text].map((letter, index) => {
    const choice = choices[index % choices.length] ?? 0
    if (choice === 1) return letter.toUpperCase()
    if (choice === 2 && /[!-~]/.test(letter))
      return String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0)
    if (choice === 3) return `${INVISIBLES[index % INVISIBLES.length]}${letter}`
    if (choice === 4 && isId && letter === '.') return '_'
    if (choice === 5 && letter === 's') return 'ſ'
    if (choice === 6 && letter === 'k') return '\u212a'
    return letter
  })
  return `${choices[0] === 7 ? ' \u00a0' : ''}${letters.join('')}${choices[1] === 7 ? '\t' : ''}`
}

test('no alias, case, width or invisible character slips past a rule', () => {
  fc.assert(
    fc.property(fc.constantFrom(...IDS), variant, variant, (id, one, two) => {
      const written = disguise(id, one, true)
      assert.equal(matchDenial([rule(id)], { operation: written }).denied, 'all', written)
      assert.equal(matchDenial([rule(disguise(id, two, true))], { operation: written }).denied, 'all')
      const family = `${id.split('.')[0]}.*`
      assert.equal(matchDenial([rule(family)], { operation: written }).denied, 'all')
      const narrowed = [rule(id, { namespace: 'kube-payments' })]
      const subject = { operation: id, namespace: disguise('kube-payments', two, false) }
      assert.equal(matchDenial(narrowed, subject).denied, 'all', subject.namespace)
    }),
    { numRuns: 10_000 },
  )
})

test('the name of each tool is denied with its operation', () => {
  for (const id of IDS) {
    assert.equal(matchDenial([rule(id)], { operation: id.replaceAll('.', '_') }).denied, 'all')
    assert.equal(matchDenial([rule(id.replaceAll('.', '_'))], { operation: id }).denied, 'all')
  }
})

test('only denials that are not narrowed hide an operation, each with its rule', () => {
  const rules = [rule('db.*'), rule('k8s.pods.list', { namespace: 'payments' }), rule('k8s.configmaps.get')]
  assert.deepEqual(deniedOperations(rules, IDS), [
    { id: 'db.sql.read', rule: 'no-db.*' },
    { id: 'k8s.configmaps.get', rule: 'no-k8s.configmaps.get' },
  ])
})

test('assertions fail when a policy denies less or more than its author says', () => {
  const rules = [rule('k8s.configmaps.get', { namespace: 'payments' })]
  const payments = { operation: 'k8s.configmaps.get', namespace: 'payments' }
  const anywhere = { operation: 'k8s.configmaps.get' }
  const billing = { operation: 'k8s.configmaps.get', namespace: 'billing' }
  assert.deepEqual(
    failedAssertions(rules, [
      { subject: payments, expect: 'denied' },
      { subject: billing, expect: 'allowed' },
    ]),
    [],
  )
  const wrong = [
    { subject: anywhere, expect: 'denied' },
    { subject: anywhere, expect: 'allowed' },
    { subject: billing, expect: 'denied' },
    { subject: payments, expect: 'allowed' },
  ] as const
  assert.deepEqual(failedAssertions(rules, wrong), wrong)
})
