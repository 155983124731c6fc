import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createFakeClock } from '@vedette/proto/clock'
import { type DenyRule, effectiveRules } from '@vedette/proto/policy'
import type { PolicyMessage } from '@vedette/proto/wire'
import { agentView, connectorState, createFakeFleet, NOW, principal } from '../../testing/fakes.ts'
import type { AgentView } from '../fleet/types.ts'
import { createStore } from '../store/index.ts'
import { hashRules } from './check.ts'
import { createPolicies, PolicyError } from './index.ts'

const TICK_MS = 1000
const LOCAL: DenyRule = { id: 'mine', deny: 'db.*' }

// An agent that enforces its local list and these remote rules, and says so.
function enforcing(remote: readonly DenyRule[], version: number, more: Partial<AgentView> = {}): AgentView {
  const rules = effectiveRules([LOCAL], remote)
  return agentView('web-1', [connectorState('host', ['host.disks.list', 'host.memory.get'])], {
    policy: {
      status: 'APPLIED',
      local_hash: hashRules([LOCAL]),
      remote_version: version,
      remote_hash: hashRules(remote),
      effective_hash: hashRules(rules),
      rules: rules.map((rule) => ({ ...rule, origin: rule === LOCAL ? 'local' : 'remote' })),
    },
    ...more,
  })
}

async function setUp(t: TestContext, agents: readonly AgentView[] = [enforcing([], 0)]) {
  const clock = createFakeClock(NOW)
  const store = await createStore({ url: 'sqlite::memory:', clock })
  await store.organisations.create('acme')
  const fleet = createFakeFleet(agents)
  const sent: PolicyMessage[] = []
  const events: { action: string; outcome?: readonly string[] }[] = []
  const policies = createPolicies({
    store,
    fleet,
    clock,
    tick_ms: TICK_MS,
    bus: { sendPolicy: (_organisation, policy) => void sent.push(policy), organisations: () => ['acme'] },
    audit: { recordEvent: async (facts) => void events.push(facts) },
    tools: () => [],
  })
  t.after(async () => {
    policies.close()
    await store.close()
  })
  await policies.load()
  const admin = principal()
  return {
    clock,
    fleet,
    store,
    policies,
    sent,
    events,
    admin,
    async apply(rules: readonly unknown[], assertions: readonly unknown[] = []) {
      const before = (await store.policies.draft('acme'))?.revision ?? null
      const { revision } = await policies.edit(admin, { rules, assertions }, before)
      return policies.apply(admin, { revision, note: '' })
    },
    standing: async () => {
      const [one] = (await policies.page('acme')).agents
      return [one?.status, one?.reason]
    },
  }
}

const isCode = (code: string) => (error: unknown) => error instanceof PolicyError && error.code === code

test('an applied policy goes to every connected agent and is APPLIED once its hashes fit what is hashed here', async (t) => {
  const { fleet, policies, sent, events, apply, standing } = await setUp(t)
  const row = await apply(['host.disks.list'])
  assert.deepEqual([row.version, row.hash, row.copy_of], [1, hashRules(row.rules), null])
  assert.deepEqual(
    sent.map(({ agent, incarnation, version, rules }) => [agent, incarnation, version, rules]),
    [['id-web-1', 'i1', 1, row.rules]],
  )
  assert.deepEqual(await standing(), ['APPLYING', 'pushed'])
  fleet.set([enforcing(row.rules, 1)])
  assert.deepEqual(await standing(), ['APPLIED', null])
  assert.equal((await policies.page('acme')).draft, null)
  assert.deepEqual(
    events.map(({ action }) => action),
    ['policy.drafted', 'policy.applied'],
  )
})

test('a call names what must be enforced: a process that has restarted without the policy has another hash', async (t) => {
  const { fleet, policies, apply, sent } = await setUp(t)
  const fresh = enforcing([], 0)
  assert.equal(policies.hashOf(fresh), fresh.policy?.effective_hash)
  const { rules } = await apply(['host.disks.list'])
  const done = enforcing(rules, 1)
  assert.equal(policies.hashOf(done), done.policy?.effective_hash)
  const restarted = enforcing([], 0, { incarnation: 'i2' })
  assert.notEqual(policies.hashOf(restarted), restarted.policy?.effective_hash)
  assert.equal(policies.hashOf(restarted), hashRules(effectiveRules([LOCAL], rules)))
  assert.equal(policies.hashOf({ organisation: 'unread', policy: done.policy }), '')
  assert.equal(policies.hashOf({ organisation: 'acme', policy: null }), '')
  fleet.set([restarted])
  assert.deepEqual([sent.at(-1)?.incarnation, sent.at(-1)?.version], ['i2', 1])
})

test('a report whose hashes do not fit its rules is FAILED, told once, and pushed again', async (t) => {
  const { fleet, clock, sent, events, apply, standing } = await setUp(t)
  const { rules } = await apply(['host.disks.list'])
  const honest = enforcing(rules, 1)
  assert.ok(honest.policy !== null)
  const lies = [
    { ...honest.policy, rules: [] },
    { ...honest.policy, effective_hash: hashRules([]) },
    { ...honest.policy, remote_hash: hashRules([LOCAL]) },
    { ...honest.policy, local_hash: hashRules([]) },
    { ...enforcing([], 1).policy, remote_hash: hashRules(rules) },
  ]
  for (const policy of lies) {
    fleet.set([{ ...honest, policy: policy as AgentView['policy'] }]) // a spread of a reported policy
    assert.deepEqual(await standing(), ['FAILED', 'hash_mismatch'])
  }
  const before = sent.length
  await clock.advance(3 * TICK_MS)
  assert.ok(sent.length > before)
  assert.deepEqual(
    events.filter(({ action }) => action === 'policy.failed').map(({ outcome }) => outcome),
    [['hash_mismatch']],
  )
})

test('who is offline, disputed or silent is APPLYING, who does not take it is FAILED, and latecomers get it', async (t) => {
  const { fleet, clock, sent, apply, standing } = await setUp(t, [])
  const { rules } = await apply(['host.disks.list'])
  assert.equal(sent.length, 0)
  fleet.set([enforcing([], 0, { status: 'offline' })])
  assert.deepEqual(await standing(), ['APPLYING', 'agent_offline'])
  fleet.set([enforcing([], 0, { status: 'disputed' })])
  assert.deepEqual(await standing(), ['APPLYING', 'disputed'])
  fleet.set([agentView('web-1', [])])
  assert.deepEqual(await standing(), ['APPLYING', 'not_reported'])
  assert.equal(sent.length, 0)
  fleet.set([enforcing([], 0)])
  assert.deepEqual([sent.length, sent[0]?.rules], [1, rules])
  for (let tick = 0; tick < 8; tick += 1) await clock.advance(TICK_MS)
  assert.deepEqual(await standing(), ['FAILED', 'not_taken'])
  assert.ok(sent.length >= 3)
  const refusing = enforcing([], 0)
  assert.ok(refusing.policy !== null)
  fleet.set([{ ...refusing, policy: { ...refusing.policy, status: 'FAILED', reason: 'too_many_rules' } }])
  assert.deepEqual(await standing(), ['FAILED', 'refused_by_agent'])
})

test('assertions must hold before it is applied, and one about a misspelt operation never holds', async (t) => {
  const { policies, apply, store } = await setUp(t)
  const denied = { operation: 'k8s.configmaps.get', namespace: 'payments', expect: 'denied' }
  await assert.rejects(apply(['host.disks.list'], [denied]), isCode('assertion_failed'))
  assert.deepEqual(await store.policies.list('acme', 10), [])
  const rules = [{ deny: 'k8s.configmaps.*', namespace: 'payments' }]
  const { version } = await apply(rules, [
    denied,
    { operation: 'k8s.configmaps.get', namespace: 'web', expect: 'allowed' },
  ])
  assert.equal(version, 1)
  const misspelt = policies.test('acme', {
    rules: ['k8s.podz.list'],
    assertions: [{ operation: 'k8s.pots.list', expect: 'allowed' }],
  })
  assert.deepEqual(
    misspelt.unknown.map(({ operation, nearest }) => [operation, nearest.includes('k8s.pods.list')]),
    [
      ['k8s.podz.list', true],
      ['k8s.pots.list', true],
    ],
  )
  assert.equal(misspelt.failed.length, 1)
  await assert.rejects(apply([{ deny: '' }]), isCode('invalid'))
})

test('two who edit or apply at once do not overwrite each other, and a rollback is a new version', async (t) => {
  const { policies, admin, apply, fleet } = await setUp(t)
  const first = await policies.edit(admin, { rules: ['host.disks.list'] }, null)
  await assert.rejects(policies.edit(admin, { rules: [] }, null), isCode('conflict'))
  const second = await policies.edit(admin, { rules: ['host.memory.get'] }, first.revision)
  await assert.rejects(policies.apply(admin, { revision: first.revision, note: '' }), isCode('conflict'))
  const one = await policies.apply(admin, { revision: second.revision, note: 'n' })
  await apply(['logs.*'])
  const back = await policies.rollback(admin, { version: 1, note: 'back' })
  assert.deepEqual([back.version, back.copy_of, back.rules], [3, 1, one.rules])
  await assert.rejects(policies.rollback(admin, { version: 9, note: '' }), isCode('not_found'))
  assert.deepEqual(
    (await policies.history('acme')).map(({ version }) => version),
    [3, 2, 1],
  )
  // A store that was lost: no agent would take a version below the one that it has.
  fleet.set([enforcing([], 41)])
  assert.deepEqual((await policies.page('acme')).agents[0]?.reason, 'newer_version')
  assert.equal((await apply([])).version, 42)
})

test('a version that another replica has applied is read from the store and pushed', async (t) => {
  const { store, clock, sent, policies } = await setUp(t)
  const rules = [{ id: 'r', deny: 'host.disks.list' }]
  await store.policies.add({
    organisation: 'acme',
    version: 1,
    rules,
    assertions: [],
    hash: 'not believed',
    applied_at: new Date(NOW).toISOString(),
    applied_by: 'tok',
    note: '',
    copy_of: null,
  })
  for (let tick = 0; tick < 4 && sent.length === 0; tick += 1) {
    await clock.advance(TICK_MS)
    await policies.load()
  }
  assert.deepEqual(sent[0]?.rules, rules)
  const view = enforcing(rules, 1)
  assert.equal(policies.hashOf(view), view.policy?.effective_hash)
})
