import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alertsActiveList, deploysList, k8sEventsList, k8sPodsList } from '@vedette/proto/operations'
import { principal, toolContext } from '../../testing/fakes.ts'
import { createWorld, type RecordedRead } from '../../testing/world.ts'
import type { ReadContext } from '../dispatch/types.ts'
import type { Needs, ToolContext } from '../tools/types.ts'
import { createReader } from './reader.ts'
import { ago, alert, inCluster, NOW, onHub, pod } from './testing/parts.ts'

const NEEDS: Needs = {
  input: null,
  grading: ['alerts.active.list', 'k8s.pods.list'],
  enriching: ['deploys.list', 'k8s.events.list'],
}
const alerts = onHub('prometheus', {
  operation: 'alerts.active.list',
  value: { alerts: [alert('A')], source: [], total: 1 },
  query: '/api/v2/alerts',
  url: 'https://alerts.example/1',
})
const pods = inCluster('eu-1', { operation: 'k8s.pods.list', value: { pods: [pod('a')], by_status: {} } })
const events = inCluster('eu-1', { operation: 'k8s.events.list', value: { events: [], by_reason: {} } })

function open(reads: readonly RecordedRead[], more: Partial<ToolContext> = {}, needs = NEEDS) {
  const world = createWorld({ now: NOW, reads })
  const contexts: ReadContext[] = []
  const dispatch: typeof world.dispatch = (requests, context) => {
    contexts.push(context)
    return world.dispatch(requests, context)
  }
  const parts = { dispatch, fleet: world.fleet, clock: world.clock }
  const ledger = createReader({
    composite: 'sample',
    needs,
    parts,
    context: toolContext({ principal: principal(), ...more }),
    routing: {},
  })
  return { ...ledger, world, contexts }
}

test('an operation that was not declared is refused before anybody is asked', () => {
  const { reader, world } = open([alerts], {}, { ...NEEDS, grading: ['k8s.pods.list'] })
  assert.throws(
    () => reader.read(alertsActiveList, {}),
    /sample reads alerts\.active\.list, which it does not declare/,
  )
  assert.equal(world.asked.length, 0)
})

test('equal questions are asked once, and each source says which question it answers', async () => {
  const { reader, world, results } = open([pods, alerts])
  const [one, same] = await Promise.all([
    reader.read(k8sPodsList, {}),
    reader.read(k8sPodsList, { limit: 100 }),
  ])
  assert.equal(one, same)
  await reader.read(k8sPodsList, { namespace: 'shop' })
  assert.equal(world.asked.length, 2)
  const questions = results().flatMap((read) =>
    read.instances.flatMap((each) => each.outcome.sources.map((s) => s.question)),
  )
  assert.equal(new Set(questions).size, 2)
  assert.ok(questions.every((question) => question !== undefined))
})

test('what the composite needs a source for is its role, and what grades wins', async () => {
  const { reader, results } = open([pods, alerts], {}, { ...NEEDS, input: ['k8s.pods.list'] })
  await reader.read(k8sPodsList, {})
  assert.equal(results()[0]?.request.role, 'grading')
})

test('evidence stands once, in the order of citing, with query, backend and a link that a person may follow', async () => {
  const { reader, evidence } = open([pods, alerts])
  const [read, other] = await Promise.all([reader.read(alertsActiveList, {}), reader.read(k8sPodsList, {})])
  assert.deepEqual(
    [other.views[0]?.cite(), read.views[0]?.cite(), other.views[0]?.cite()],
    ['e1', 'e2', 'e1'],
  )
  assert.deepEqual(evidence(), {
    e1: { operation: 'k8s.pods.list', backend: 'agent-eu-1/kubernetes', scope: { cluster: 'eu-1' } },
    e2: {
      operation: 'alerts.active.list',
      backend: 'agent-hub/prometheus',
      query: '/api/v2/alerts',
      scope: {},
      url: 'https://alerts.example/1',
    },
  })
})

test('a grading operation that a run forgot withholds the verdict; one that it spared or that only adds detail does not', async () => {
  const { reader, unasked } = open([pods, alerts, events])
  await reader.read(alertsActiveList, {})
  const stateOf = () => Object.fromEntries(unasked().map((source) => [source.operation, source.state]))
  assert.deepEqual(stateOf(), {
    'deploys.list': 'not_configured',
    'k8s.events.list': 'not_needed',
    'k8s.pods.list': 'unusable',
  })
  reader.spare(k8sPodsList, 'nothing to ask about')
  assert.equal(stateOf()['k8s.pods.list'], 'not_needed')
})

test('a window longer than an operation takes is read from its end and counts as cut', async () => {
  const { reader, world } = open([events])
  const read = await reader.read(k8sEventsList, { from: ago(3 * 1440), to: NOW })
  assert.equal(world.asked[0]?.arguments['from'], ago(1440))
  assert.deepEqual(
    read.sources.map(({ state, cap }) => [state, cap]),
    [['truncated', 'time']],
  )
  assert.equal(read.isWhole, false)
})

test('first reads leave time for those that follow, which get all that is left', async () => {
  const { reader, contexts, world } = open([pods, alerts], { budget_ms: 10_000 })
  await reader.read(alertsActiveList, {})
  await world.clock.advance(4000)
  reader.follow()
  await reader.read(k8sPodsList, {})
  assert.deepEqual(
    contexts.map((context) => context.budget_ms),
    [6000, 6000],
  )
  assert.ok(contexts.every((context) => context.composite === true))
})

test('a token without the family, or a tier that a person must approve, is a source with its word and no message', async () => {
  const narrowed = open([pods, alerts], { principal: principal({ families: ['k8s'] }) })
  const read = await narrowed.reader.read(alertsActiveList, {})
  assert.deepEqual(
    read.sources.map(({ state, rule, role }) => [state, rule, role]),
    [['denied_by_policy', 'token', 'grading']],
  )
  assert.equal(narrowed.world.asked.length, 0)
})

test('a place that we name ourselves and nobody knows is our fault, one that the caller names is his', async () => {
  const { reader } = open([pods])
  const read = await reader.read(k8sPodsList, {}, { cluster: 'elsewhere' })
  assert.deepEqual(
    read.sources.map(({ state, why }) => [state, why]),
    [['unusable', 'internal']],
  )
  assert.equal(reader.hasCluster('eu-1'), true)
  assert.equal(reader.hasCluster('elsewhere'), false)
})

test('arguments from outside that fit no schema reach nobody', async () => {
  const { reader, world } = open([pods])
  const read = await reader.read(k8sPodsList, { namespace: 'Not a name' })
  assert.deepEqual(
    read.sources.map(({ state }) => state),
    ['unusable'],
  )
  assert.equal(world.asked.length, 0)
})

test('progress is told read by read', async () => {
  const told: string[] = []
  const { reader } = open([pods, alerts], {
    progress: (done, total, text) => void told.push(`${done}/${total} ${text}`),
  })
  await Promise.all([
    reader.read(alertsActiveList, {}),
    reader.read(k8sPodsList, {}),
    reader.read(deploysList, { from: ago(60), to: NOW }),
  ])
  assert.deepEqual(told, ['1/3 read alerts.active.list', '2/3 read k8s.pods.list', '3/3 read deploys.list'])
})
