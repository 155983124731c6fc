import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createFakeClock } from '@vedette/proto/clock'
import {
  agentView,
  connectorState,
  createFakeAudit,
  createFakeDispatch,
  createFakeFleet,
  NOW,
  principal,
  readResult,
  toolContext,
} from '../../../testing/fakes.ts'
import { createInvestigations } from '../../investigations/index.ts'
import { createKnowledge } from '../../knowledge/index.ts'
import { createStore } from '../../store/index.ts'
import { createToolSurface } from '../surface.ts'

const CLUSTER = agentView('eu', [
  connectorState('kubernetes', ['k8s.pods.list', 'k8s.endpoints.list'], { scopes: [{ cluster: 'uid-1' }] }),
])
const POD = {
  name: 'checkout-1',
  namespace: 'shop',
  node: 'node-1',
  owner: { kind: 'ReplicaSet', name: 'checkout-7d9f8b6c5' },
  images: [],
}
const VALUES: Readonly<Record<string, unknown>> = {
  'k8s.pods.list': { pods: [POD], by_status: {} },
  'k8s.endpoints.list': {
    endpoints: [{ service: 'checkout', namespace: 'shop', target: 'Pod/checkout-1' }],
    services: [],
  },
}

async function start(t: TestContext) {
  const clock = createFakeClock(NOW)
  const store = await createStore({ url: 'sqlite::memory:', clock })
  await store.organisations.create('acme')
  const fleet = createFakeFleet([CLUSTER])
  const dispatch = createFakeDispatch((request) =>
    readResult(request, VALUES[request.operation.id], {
      scope: { cluster: 'uid-1' },
      as_of: new Date(NOW).toISOString(),
    }),
  )
  const faults: unknown[] = []
  const onFault = (error: unknown) => void faults.push(error)
  const memory = {
    investigations: createInvestigations({ store, clock, onFault }),
    knowledge: createKnowledge({ store, clock, onFault }),
  }
  const audit = createFakeAudit()
  const learning = memory.knowledge.learning(dispatch)
  const surface = createToolSurface({ fleet, dispatch: learning, store: audit, clock, memory, onFault })
  t.after(async () => {
    surface.close()
    memory.investigations.close()
    await memory.knowledge.close()
    await store.close()
  })
  const call = async (tool: string, args: object = {}, more: object = {}) => {
    const result = await surface.call(tool, args, toolContext({ client: 'editor', ...more }))
    await memory.knowledge.settled()
    return result.kind === 'error' ? { error: result.error } : JSON.parse(result.text)
  }
  return { clock, store, fleet, dispatch, audit, memory, surface, call, faults }
}

test('calls follow the investigation of the context, to the agents and into the audit, under one id each', async (t) => {
  const { audit, call, dispatch } = await start(t)
  const { investigation: id, visibility } = await call('get_context', { title: 'Checkout is slow' })
  assert.match(id, /^inv_[\w-]{22}$/)
  assert.equal(visibility, 'full')
  await call('k8s_pods_list', { purpose: 'which pods restart' })
  await call('k8s_endpoints_list', { namespace: 'shop' })
  assert.deepEqual(
    dispatch.asked.map(({ context }) => context.investigation),
    [id, id],
  )
  assert.deepEqual(
    audit.rows.map((row) => [row.tool, row.investigation, row.purpose]),
    [
      ['get_context', undefined, undefined],
      ['k8s_pods_list', id, 'which pods restart'],
      ['k8s_endpoints_list', id, undefined],
    ],
  )
  const shown = await call('investigations_get')
  assert.equal(shown.untrusted.title, 'Checkout is slow')
  assert.deepEqual(
    shown.untrusted.timeline.map((step: Record<string, unknown>) => [
      step['call'],
      step['title'],
      step['purpose'],
    ]),
    [
      [audit.rows[1]?.call, 'Pods', 'which pods restart'],
      [audit.rows[2]?.call, 'Endpoints', undefined],
    ],
  )
  assert.deepEqual(shown.untrusted.timeline[0].sources, [
    { operation: 'k8s.pods.list', connector: 'host', state: 'read', n: 1 },
  ])
})

test('without a context the first read opens a thread; another client has another, and an agent hears which', async (t) => {
  const { call, dispatch } = await start(t)
  await call('check_fleet_health')
  assert.equal((await call('investigations_list')).untrusted.investigations.length, 0)
  await call('k8s_pods_list')
  await call('k8s_pods_list')
  await call('k8s_pods_list', {}, { client: 'other' })
  const [first, second, third] = dispatch.asked.map(({ context }) => context.investigation)
  assert.match(String(first), /^inv_/)
  assert.equal(second, first)
  assert.notEqual(third, first)
  assert.equal((await call('investigations_list')).untrusted.investigations.length, 2)
})

test('a colleague goes on by the id; looking at a thread moves nobody to it; an unknown one asks no agent', async (t) => {
  const { call, dispatch } = await start(t)
  const { investigation: id } = await call('get_context')
  const bob = { principal: principal({ id: 'tok_2' }), client: 'phone' }
  assert.equal((await call('investigations_get', { investigation: id }, bob)).investigation, id)
  await call('k8s_pods_list', {}, bob)
  assert.notEqual(dispatch.asked.at(-1)?.context.investigation, id)
  assert.equal((await call('get_context', { investigation: id }, bob)).investigation, id)
  await call('k8s_pods_list', {}, bob)
  assert.equal(dispatch.asked.at(-1)?.context.investigation, id)
  const asked = dispatch.asked.length
  const stranger = { principal: principal({ id: 'tok_3', families: ['k8s'] }), client: 'x' }
  const unknown = await call('k8s_pods_list', { investigation: `inv_${'x'.repeat(22)}` })
  assert.equal(unknown.error.code, 'unknown_investigation')
  assert.deepEqual(await call('k8s_pods_list', { investigation: id }, stranger), unknown)
  assert.equal(dispatch.asked.length, asked)
})

test('a hypothesis is settled by calls that are cited, and a refusal names those that could be', async (t) => {
  const { audit, call } = await start(t)
  await call('k8s_pods_list')
  const made = await call('investigations_update', { hypothesis: 'the node is full', note: 'began at ten' })
  const id = made.written.hypothesis
  const refused = await call('investigations_update', { hypothesis: id, state: 'ruled_out' })
  const cited = String(audit.rows[0]?.call)
  assert.equal(refused.error.field, 'evidence')
  assert.deepEqual(refused.error.choices, [`${cited} k8s_pods_list full`])
  await call('investigations_update', {
    hypothesis: id,
    state: 'ruled_out',
    evidence: [cited],
    outcome: 'solved',
  })
  const { hypotheses, outcome } = (await call('investigations_get')).untrusted
  assert.deepEqual(
    [hypotheses[0].state, hypotheses[0].certainty, hypotheses[0].author, outcome],
    ['ruled_out', 'full', 'model', 'solved'],
  )
  assert.equal((await call('investigations_update', {})).error.code, 'invalid_argument')
})

test('the topology is told with every agent offline, with its age, and a day later as stale', async (t) => {
  const { clock, fleet, call } = await start(t)
  assert.deepEqual((await call('topology_get'))._sources.read[0].state, 'empty')
  await call('k8s_pods_list')
  await call('k8s_endpoints_list', { namespace: 'shop' })
  fleet.set([{ ...CLUSTER, status: 'offline' }])
  clock.skew(60_000)
  const fresh = await call('topology_get', { name: 'checkout' })
  assert.equal(fresh.visibility, 'full')
  assert.deepEqual(
    fresh.untrusted.relations
      .map((one: Record<string, unknown>) => [one['relation'], one['from'], one['to'], one['age_seconds']])
      .sort(),
    [
      ['pod_node', 'checkout-1', 'node-1', 60],
      ['service_pod', 'checkout', 'checkout-1', 60],
      ['workload_pod', 'Deployment/checkout', 'checkout-1', 60],
    ],
  )
  assert.equal(fresh.untrusted.service_workload[0].workload, 'Deployment/checkout')
  clock.skew(86_400_000)
  const old = await call('topology_get', { name: 'checkout' })
  assert.equal(old.visibility, 'partial')
  assert.match(JSON.stringify(old._sources), /"state":"stale"/)
  const context = await call('get_context')
  assert.equal(context.visibility, 'partial')
  assert.deepEqual(
    context.untrusted.topology.map((one: Record<string, unknown>) => [
      one['relation'],
      one['at_least'],
      one['stale'],
    ]),
    [
      ['pod_node', 1, 1],
      ['service_pod', 1, 1],
      ['workload_pod', 1, 1],
    ],
  )
})

test('what policy denies by now, or a token may not ask, is not told from memory', async (t) => {
  const { fleet, call } = await start(t)
  await call('k8s_pods_list')
  await call('k8s_endpoints_list', { namespace: 'shop' })
  const narrowed = { principal: principal({ id: 'tok_3', families: ['metrics'] }) }
  const kept = await call('topology_get', {}, narrowed)
  assert.deepEqual(kept.untrusted.relations, [])
  assert.equal(kept._sources.read[0].state, 'read')
  const [connector] = CLUSTER.connectors
  assert.ok(connector !== undefined)
  const denied = [{ id: 'k8s.pods.list', rule: 'r1' }]
  fleet.set([
    { ...CLUSTER, connectors: [{ ...connector, operations: connector.operations.slice(1), denied }] },
  ])
  const shown = await call('topology_get')
  assert.deepEqual(
    shown.untrusted.relations.map((one: Record<string, unknown>) => one['relation']),
    ['service_pod'],
  )
  assert.equal(shown.withheld_by_policy, 2)
})

test('a proposal of a model is told to nobody before a person accepts it', async (t) => {
  const { memory, call } = await start(t)
  const text = 'staging sleeps at night'
  const { proposal, state } = await call('knowledge_propose', { text })
  assert.equal(state, 'proposed')
  assert.doesNotMatch(JSON.stringify(await call('get_context')), /staging sleeps/)
  await memory.knowledge.decide(principal(), proposal, 'accepted')
  assert.equal((await call('get_context')).untrusted.quirks[0].text, text)
})

test('an answer that the audit could not take is no step that saw anything', async (t) => {
  const { audit, call } = await start(t)
  await call('k8s_pods_list')
  Object.assign(audit.audit, { append: () => Promise.reject(new Error('away')) })
  assert.equal((await call('k8s_pods_list')).error.code, 'audit_unavailable')
  Object.assign(audit.audit, { append: async () => ({ written: Promise.resolve(true) }) })
  const { timeline } = (await call('investigations_get')).untrusted
  assert.deepEqual(
    timeline.map((step: Record<string, unknown>) => [step['visibility'], step['error']]),
    [
      ['full', undefined],
      [null, 'audit_unavailable'],
    ],
  )
})

test('a store that is away costs the thread and never the answer', async (t) => {
  const { store, call, faults } = await start(t)
  await store.close()
  const answer = await call('k8s_pods_list')
  assert.equal(answer.visibility, 'full')
  assert.ok(faults.length >= 1)
})
