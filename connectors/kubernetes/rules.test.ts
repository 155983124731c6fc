import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findForbidden, type Rules, readRules } from './rules.ts'

type Rule = Rules['resourceRules'][number]

const rule = (verbs: string[], resources: string[], apiGroups: string[] = ['']): Rule => ({
  verbs,
  resources,
  apiGroups,
  resourceNames: [],
})
const rules = (...resourceRules: Rule[]): Rules => ({ incomplete: false, resourceRules })
const missingOf = (given: readonly Rules[], namespaces: readonly string[] = []) =>
  new Map(findForbidden(given, namespaces).map(({ operation, missing }) => [operation, missing]))

test('a right on things without a namespace that no rule gives is named', () => {
  const missing = missingOf([rules(rule(['list'], ['pods']))])
  assert.equal(missing.get('k8s.nodes.list'), 'list nodes')
  assert.ok(!missingOf([rules(rule(['list'], ['nodes']))]).has('k8s.nodes.list'))
  assert.equal(missingOf([rules(rule(['*'], ['*'], ['*']))]).size, 0)
})

test('what lies in namespaces is judged only where every known namespace refuses it', () => {
  const none = rules(rule(['list'], ['services']))
  const pods = rules(rule(['list'], ['pods']))
  assert.equal(missingOf([none, none], ['a', 'b']).get('k8s.pods.list'), 'list pods')
  assert.ok(!missingOf([none, pods], ['a', 'b']).has('k8s.pods.list'), 'one namespace allows it')
  assert.ok(!missingOf([none]).has('k8s.pods.list'), 'no namespace is configured: others are not known')
  const lists = rules(rule(['list'], ['namespaces']))
  assert.ok(!missingOf([lists, none], ['a', 'b']).has('k8s.pods.list'), 'it may list namespaces not asked')
  assert.ok(!missingOf([none], ['a', 'b']).has('k8s.pods.list'), 'not every namespace was asked')
})

test('rules that say that they are incomplete take nothing away', () => {
  assert.equal(missingOf([{ ...rules(), incomplete: true }, rules()], ['a', 'b']).size, 0)
})

test('a review without its rules is unusable, and one that does not say that it is complete is not', async () => {
  const read = (status: object) => {
    const client = { config: { namespaces: [] }, post: async () => ({ status }) }
    // Of the client only these are used.
    return readRules(
      client as unknown as Parameters<typeof readRules>[0],
      {} as Parameters<typeof readRules>[1],
    )
  }
  await assert.rejects(read({ incomplete: false }), { state: 'unusable' })
  const [told] = await read({ resourceRules: [] })
  assert.equal(told?.incomplete, true)
  assert.equal((await read({ incomplete: false, resourceRules: null }))[0]?.resourceRules.length, 0)
})

test('what answers for each kind goes only when none of its kinds may be read', () => {
  const group = ['admissionregistration.k8s.io']
  const one = rules(rule(['list'], ['mutatingwebhookconfigurations'], group))
  assert.ok(!missingOf([one]).has('k8s.webhooks.list'))
  assert.match(missingOf([rules()]).get('k8s.webhooks.list') ?? '', /validating.*, list mutating/)
})
