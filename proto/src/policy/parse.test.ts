import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DenyRuleError, parseDenyRules } from './index.ts'

const knownIds = ['k8s.pods.list', 'k8s.configmaps.get', 'cloud.security_groups.list', 'db.sql.read']
const local = { origin: 'local', knownIds } as const
const remote = { origin: 'remote', knownIds } as const

function failure(list: unknown, options: typeof local | typeof remote = local): DenyRuleError {
  try {
    parseDenyRules(list, options)
  } catch (error) {
    if (error instanceof DenyRuleError) return error
    throw error
  }
  throw new assert.AssertionError({ message: 'the list was accepted' })
}

test('ids come out in the spelling of the catalogue, families as written, and ids of rules are stable', () => {
  const list = [
    'K8S_Pods_List',
    { deny: 'db.*', namespace: 'payments' },
    { id: 'no-sg', deny: 'cloud_security_groups_list' },
  ]
  const rules = parseDenyRules(list, local)
  assert.deepEqual(
    rules.map((rule) => rule.deny),
    ['k8s.pods.list', 'db.*', 'cloud.security_groups.list'],
  )
  assert.equal(rules[0]?.id, parseDenyRules(['k8s.pods.list'], local)[0]?.id)
  assert.match(rules[0]?.id ?? '', /^rule-[0-9a-f]{16}$/)
  assert.notEqual(rules[1]?.id, parseDenyRules([{ deny: 'db.*', namespace: 'billing' }], local)[0]?.id)
  assert.equal(rules[2]?.id, 'no-sg')
  assert.deepEqual(parseDenyRules(undefined, local), [])
})

test('an unknown id or family in the local list is an error that names it and the nearest', () => {
  const unknown = failure(['k8s.pods.list', 'k8s.pod.list'])
  assert.deepEqual(
    [unknown.code, unknown.field, unknown.nearest[0]],
    ['unknown_operation', 'deny[1]', 'k8s.pods.list'],
  )
  assert.match(
    unknown.message,
    /deny\[1\]: no operation is called "k8s\.pod\.list"; nearest: k8s\.pods\.list/,
  )
  assert.equal(failure(['dbs.*']).nearest[0], 'db.*')
  assert.equal(failure(['dbs.*']).code, 'unknown_operation')
})

test('an unknown id in the remote list is kept', () => {
  assert.equal(parseDenyRules(['queue.topics.list'], remote)[0]?.deny, 'queue.topics.list')
})

test('a malformed entry is an error with its place, never a rule that denies less or more', () => {
  const cases: readonly (readonly [unknown, string])[] = [
    ['k8s.pods.list', 'deny'],
    [[{ deny: 'db.*', clusters: 'prod' }], 'deny[0]'],
    [['k8s.pods.list', 7], 'deny[1]'],
    [['k8s.*.list'], 'deny[0]'],
    [['.*'], 'deny[0]'],
    [['db*'], 'deny[0]'],
    [[''], 'deny[0]'],
    [[{ id: 'a b', deny: 'db.*' }], 'deny[0]'],
  ]
  for (const [list, field] of cases)
    for (const options of [local, remote]) {
      const error = failure(list, options)
      assert.deepEqual(
        [error.code, error.field.slice(0, field.length)],
        ['malformed', field],
        JSON.stringify(list),
      )
    }
})

test('one id for two different rules is an error, the same rule twice is not', () => {
  const twice = [
    { id: 'a', deny: 'db.*' },
    { id: 'a', deny: 'k8s.*' },
  ]
  assert.equal(failure(twice).code, 'duplicate_id')
  assert.equal(parseDenyRules(['db.*', 'db.*'], local).length, 2)
})
