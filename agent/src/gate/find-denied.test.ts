import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DenyRule } from '@vedette/proto/policy'
import { findDenied, type Touched } from './find-denied.ts'

const UID = '11111111-2222-4333-8444-555555555555'
const OTHER_UID = '99999999-2222-4333-8444-555555555555'

function judge(rule: Omit<DenyRule, 'id'>, touched: Partial<Touched> = {}): string {
  const denial = findDenied([{ id: 'r', ...rule }], {
    operation: 'k8s.pods.list',
    arguments: {},
    connector: ['k8s-eu', 'kubernetes'],
    scopes: [{ cluster: UID }],
    labels: {},
    leavesOutNamespaces: false,
    ...touched,
  })
  if (denial.kind === 'free') return 'free'
  const { parts } = denial
  assert.ok(parts.every((part) => part.state === 'denied_by_policy' && part.rule === 'r'))
  const scopes = JSON.stringify(parts.map(({ scope }) => scope))
  return denial.kind === 'refused' ? scopes : `without ${scopes}`
}

test('a rule that is not narrowed refuses the whole call', () => {
  assert.equal(judge({ deny: 'k8s.pods.list' }), '[{}]')
  assert.equal(judge({ deny: 'k8s.*' }), '[{}]')
  assert.equal(judge({ deny: 'k8s.jobs.list' }), 'free')
})

test('a rule for another connector, cluster or namespace frees the call', () => {
  assert.equal(judge({ deny: 'k8s.*', connector: 'prometheus' }), 'free')
  assert.equal(judge({ deny: 'k8s.*', connector: 'kubernetes' }), '[{}]')
  assert.equal(judge({ deny: 'k8s.*', cluster: OTHER_UID }), 'free')
  assert.equal(judge({ deny: 'k8s.*', cluster: UID }), '[{}]')
  assert.equal(judge({ deny: 'k8s.*', namespace: 'payments' }, { arguments: { namespace: 'web' } }), 'free')
  assert.equal(
    judge({ deny: 'k8s.*', namespace: 'payments' }, { arguments: { namespace: 'Payments' } }),
    '[{}]',
  )
})

test('a question wider than the rule is refused and names the part', () => {
  assert.equal(judge({ deny: 'k8s.*', namespace: 'payments' }), '[{"namespace":"payments"}]')
  assert.equal(
    judge({ deny: 'k8s.*', namespace: 'payments' }, { arguments: { namespace: '' } }),
    '[{"namespace":"payments"}]',
  )
})

test('an alias where only ids are known cannot free a call, and a known alias can', () => {
  assert.equal(judge({ deny: 'k8s.*', cluster: 'prod' }), '[{"cluster":"prod"}]')
  assert.equal(judge({ deny: 'k8s.*', cluster: 'prod' }, { labels: { cluster: 'staging' } }), 'free')
  assert.equal(judge({ deny: 'k8s.*', cluster: 'prod' }, { labels: { cluster: 'prod' } }), '[{}]')
  assert.equal(
    judge({ deny: 'k8s.*', account: '123456789012' }, { scopes: [] }),
    '[{"account":"123456789012"}]',
  )
})

test('a generic operation is denied as the typed operation of its kind', () => {
  const get = { operation: 'k8s.resources.get', arguments: { kind: 'ConfigMap' } }
  assert.equal(judge({ deny: 'k8s.configmaps.get' }, get), '[{}]')
  assert.equal(judge({ deny: 'k8s.configmaps.*' }, get), '[{}]')
  assert.equal(judge({ deny: 'k8s.pods.get' }, get), 'free')
  const policy = { operation: 'k8s.resources.get', arguments: { kind: 'NetworkPolicy' } }
  assert.equal(judge({ deny: 'k8s.networkpolicies.get' }, policy), '[{}]')
  assert.equal(judge({ deny: 'k8s.network_policies.list' }, policy), '[{}]')
  const scaler = { operation: 'k8s.resources.list', arguments: { kind: 'HorizontalPodAutoscaler' } }
  assert.equal(judge({ deny: 'k8s.hpas.list' }, scaler), '[{}]')
})

test('an operation that leaves namespaces out runs without the denied ones, one part each', () => {
  const rules = [
    { id: 'a', deny: 'k8s.*', namespace: 'payments' },
    { id: 'b', deny: 'k8s.pods.*', namespace: 'Payments' },
    { id: 'c', deny: 'k8s.pods.list', namespace: 'vault', cluster: 'an-alias-nobody-knows' },
    { id: 'd', deny: 'k8s.jobs.*', namespace: 'batch' },
  ]
  const denial = findDenied(rules, {
    operation: 'k8s.pods.list',
    arguments: {},
    connector: ['k8s-eu', 'kubernetes'],
    scopes: [{ cluster: UID }],
    labels: {},
    leavesOutNamespaces: true,
  })
  assert.ok(denial.kind === 'narrowed')
  assert.deepEqual(denial.parts, [
    { scope: { namespace: 'payments' }, state: 'denied_by_policy', rule: 'a' },
    { scope: { namespace: 'vault' }, state: 'denied_by_policy', rule: 'c' },
  ])
  assert.deepEqual(
    ['payments', 'PAYMENTS', 'pay\u200bments', 'vault', 'batch', 'web'].map(denial.without.has),
    [true, true, true, true, false, false],
  )
})

test('what is narrowed by something else than a namespace is refused whole all the same', () => {
  const leaving = { leavesOutNamespaces: true }
  assert.equal(judge({ deny: 'k8s.*', cluster: 'prod' }, leaving), '[{"cluster":"prod"}]')
  assert.equal(judge({ deny: 'k8s.*', namespace: 'payments' }, leaving), 'without [{"namespace":"payments"}]')
  assert.equal(
    judge({ deny: 'k8s.*', namespace: 'payments' }, { ...leaving, arguments: { namespace: 'payments' } }),
    '[{}]',
  )
})

test('a namespace beside a query in the language of the backend frees nothing', () => {
  const raw = { operation: 'logs.search', arguments: { namespace: 'web', query: '{namespace="payments"}' } }
  assert.equal(judge({ deny: 'logs.*', namespace: 'payments' }, raw), '[{"namespace":"payments"}]')
  assert.equal(
    judge({ deny: 'logs.*', namespace: 'payments' }, { ...raw, arguments: { namespace: 'web' } }),
    'free',
  )
})

test('of several accounts the denied one is refused whole and the others are free', () => {
  const list = { operation: 'cloud.instances.list', connector: ['aws-prod', 'aws'] }
  const rule = { deny: 'cloud.*', account: '222222222222' }
  assert.equal(judge(rule, { ...list, scopes: [{ account: '222222222222' }] }), '[{}]')
  assert.equal(judge(rule, { ...list, scopes: [{ account: '333333333333' }] }), 'free')
  // One instance that reads both cannot leave one out.
  const both = [{ account: '222222222222' }, { account: '333333333333' }]
  assert.equal(judge(rule, { ...list, scopes: both }), '[{}]')
})
