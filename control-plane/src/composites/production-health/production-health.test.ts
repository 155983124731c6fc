import assert from 'node:assert/strict'
import { test } from 'node:test'
import { principal } from '../../../testing/fakes.ts'
import { type RecordedRead, type RecordedWorld, withState } from '../../../testing/world.ts'
import { askComposite } from '../testing/ask.ts'
import {
  ago,
  alert,
  crashing,
  deploy,
  deployment,
  inCluster,
  NOW,
  node,
  onHub,
  pod,
} from '../testing/parts.ts'
import { productionHealth } from './index.ts'

function kubernetes(
  cluster: string,
  facts: Partial<Record<'pods' | 'nodes' | 'deployments', readonly unknown[]>> = {},
) {
  const { pods = [], nodes = [], deployments = [] } = facts
  const notReady = nodes.length
  return [
    inCluster(cluster, {
      operation: 'k8s.pods.list',
      items: pods.length,
      value: { pods, by_status: { Running: 40 } },
    }),
    inCluster(cluster, {
      operation: 'k8s.nodes.list',
      items: 5,
      value: { nodes, not_ready: notReady, read: 5 },
    }),
    inCluster(cluster, {
      operation: 'k8s.deployments.list',
      items: deployments.length,
      value: { deployments },
    }),
  ]
}

function alerts(...rows: readonly unknown[]): RecordedRead {
  return onHub('prometheus', {
    operation: 'alerts.active.list',
    items: rows.length,
    value: { alerts: rows, source: ['alertmanager'], total: rows.length },
    query: '/api/v2/alerts',
  })
}

const healthy: RecordedWorld = { now: NOW, reads: [...kubernetes('eu-1'), ...kubernetes('us-1'), alerts()] }
const broken: RecordedWorld = {
  now: NOW,
  reads: [
    ...kubernetes('eu-1', {
      pods: [crashing('checkout-7d9f8b6c5-a'), crashing('checkout-7d9f8b6c5-b', 25)],
      deployments: [deployment('checkout', { available: 0, ready: 0, problem: 'unavailable' })],
    }),
    ...kubernetes('us-1'),
    alerts(alert('CheckoutErrors')),
    onHub('argocd', {
      operation: 'deploys.list',
      value: { deploys: [deploy('checkout', 30, { cluster: 'eu-1' })], total: 1 },
    }),
  ],
}

function problemsOf(answer: Readonly<Record<string, unknown>>) {
  return answer['problems'] as readonly Readonly<Record<string, unknown>>[]
}

test('a healthy fleet is ok, and what nobody has configured is named beside it', async () => {
  const { answer } = await askComposite(productionHealth, { world: healthy })
  assert.equal(answer.visibility, 'full')
  assert.equal(answer.verdict?.code, 'ok')
  assert.deepEqual(answer.verdict?.not_covered, [
    'alerts.history.list',
    'alerts.silences.list',
    'cloud.service_health.list',
    'deploys.list',
    'errors.issues.search',
    'incidents.list',
    'metrics.targets.list',
    'slos.burn.get',
    'slos.list',
    'synthetics.tests.list',
  ])
  assert.deepEqual(answer['by_scope'], {
    cols: ['scope', 'state', 'pods_bad', 'pods', 'nodes_bad', 'alerts'],
    rows: [],
    ok: 2,
    unseen: [],
  })
  assert.deepEqual(answer['looked_fine'], [
    { what: 'nodes', n: 10, of: 10 },
    { what: 'pods', n: 80, of: 80 },
  ])
  assert.deepEqual(answer['versus'], { at: '-24h', appeared: 0, gone: null })
})

test('a workload without pods is an outage, told once, with the change that precedes it and its evidence', async () => {
  const { answer } = await askComposite(productionHealth, { world: broken })
  assert.equal(answer.verdict?.code, 'outage')
  const [first, second] = problemsOf(answer)
  assert.equal(first?.['id'], 'workload:eu-1/shop/checkout')
  assert.equal(first?.['what'], 'deployment unavailable, 0 of 3 available; pods CrashLoopBackOff')
  assert.equal(first?.['n'], 2)
  assert.equal(first?.['since'], ago(25))
  const { e, ...nearest } = (first?.['nearest_change'] ?? {}) as Record<string, unknown>
  assert.deepEqual(nearest, { what: 'rollout of checkout succeeded', at: ago(30), lag_s: 300 })
  assert.equal(second?.['what'], 'alert CheckoutErrors firing')
  const evidence = answer['evidence'] as Record<string, Record<string, unknown>>
  assert.equal(evidence[String(e)]?.['operation'], 'deploys.list')
  const cited = problemsOf(answer).flatMap((one) => one['evidence'] as readonly string[])
  assert.deepEqual(
    cited.filter((id) => evidence[id] === undefined),
    [],
  )
  const [alertEvidence] = (second?.['evidence'] ?? []) as readonly string[]
  assert.equal(evidence[alertEvidence ?? '']?.['query'], '/api/v2/alerts')
  assert.deepEqual((answer['by_scope'] as { rows: unknown[] }).rows, [['eu-1', 'outage', 2, 40, 0, 0]])
})

test('no change is called the nearest where the time before the problem was not read', async () => {
  const nearest = async (since: number) => {
    const reads = [
      alerts(alert('Slow', { since: ago(since) })),
      onHub('argocd', { operation: 'deploys.list', items: 0, value: { deploys: [], total: 0 } }),
    ]
    const { answer } = await askComposite(productionHealth, { world: { now: NOW, reads } })
    return problemsOf(answer)[0]?.['nearest_change']
  }
  assert.deepEqual([await nearest(60), await nearest(340), await nearest(4000)], ['none', null, null])
})

test('a grading source that was not seen whole withholds the verdict, and what was found stays', async () => {
  for (const operation of ['k8s.pods.list', 'k8s.nodes.list', 'k8s.deployments.list', 'alerts.active.list'])
    for (const state of [
      'truncated',
      'denied_by_policy',
      'timed_out',
      'unproven',
      'stale',
      'agent_offline',
    ] as const) {
      const world = withState(broken, operation, { state, where: (read) => read.agent !== 'agent-eu-1' })
      const { answer } = await askComposite(productionHealth, { world })
      assert.equal(answer.visibility, 'partial', `${operation} ${state}`)
      assert.equal(answer.verdict?.code, null, `${operation} ${state}`)
      assert.deepEqual(
        answer.verdict?.withheld_because.map((row) => [row.operation, row.state]),
        [[operation, state]],
      )
      assert.equal(problemsOf(answer)[0]?.['id'], 'workload:eu-1/shop/checkout')
    }
})

test('a blind enriching source makes the answer partial and leaves the verdict', async () => {
  const world = withState(broken, 'deploys.list', { state: 'forbidden' })
  const { answer } = await askComposite(productionHealth, { world })
  assert.equal(answer.visibility, 'partial')
  assert.equal(answer.verdict?.code, 'outage')
  assert.equal(problemsOf(answer)[0]?.['nearest_change'], null)
  assert.deepEqual(answer['not_checked'], [
    { what: 'deploys.list', state: 'forbidden', n: 1, fix: 'grant', could_change: 'detail' },
  ])
})

test('a cluster that is offline is named, counts nothing and is not among those that are well', async () => {
  const away = healthy.reads.reduce<RecordedWorld>(
    (world, { operation }) =>
      operation.startsWith('k8s.')
        ? withState(world, operation, {
            state: 'agent_offline',
            where: (read) => read.agent === 'agent-us-1',
          })
        : world,
    healthy,
  )
  const { answer } = await askComposite(productionHealth, { world: away })
  assert.deepEqual(answer['by_scope'], {
    cols: ['scope', 'state', 'pods_bad', 'pods', 'nodes_bad', 'alerts'],
    rows: [],
    ok: 1,
    unseen: ['us-1'],
  })
  assert.equal(answer.verdict?.code, null)
  assert.equal(answer['problems_total'], null)
  assert.deepEqual(answer['looked_fine'], [
    { what: 'nodes', n: null, of: { at_least: 5 } },
    { what: 'pods', n: null, of: { at_least: 40 } },
  ])
})

test('with everything blind there is no body, no verdict and no count', async () => {
  const world = healthy.reads.reduce(
    (some, read) => withState(some, read.operation, { state: 'unauthorized' }),
    healthy,
  )
  const { answer } = await askComposite(productionHealth, { world })
  assert.equal(answer.visibility, 'none')
  for (const key of ['verdict', 'problems', 'by_scope', 'looked_fine']) assert.equal(answer[key], undefined)
})

test('it is of use with Kubernetes alone, Prometheus alone, AWS alone and Datadog alone', async () => {
  const aws = (read: Omit<RecordedRead, 'agent' | 'connector'>): RecordedRead => ({
    ...read,
    agent: 'agent-hub',
    connector: 'aws',
    scope: { account: '111122223333' },
  })
  const none = { alerts: [], source: ['monitors'], total: 0 }
  const fleets: Readonly<Record<string, readonly RecordedRead[]>> = {
    kubernetes: kubernetes('eu-1', { pods: [crashing('checkout-7d9f8b6c5-a')] }),
    prometheus: [alerts(alert('CheckoutErrors'))],
    aws: [
      aws({ operation: 'alerts.active.list', value: { ...none, alerts: [alert('TargetsUnhealthy')] } }),
      aws({
        operation: 'cloud.service_health.list',
        items: 0,
        value: { events: [], view: 'account', total: 0 },
      }),
    ],
    datadog: [
      onHub('datadog', { operation: 'alerts.active.list', items: 0, value: none }),
      onHub('datadog', {
        operation: 'slos.list',
        value: {
          slos: [
            {
              ...{ id: 's1', name: 'Checkout', service: 'checkout', kind: 'ratio', objective: 0.999 },
              ...{
                period_days: 30,
                attained: 0.99,
                budget_left: -9,
                state: 'breached',
                tags: null,
                url: null,
              },
            },
          ],
          total: 1,
        },
      }),
    ],
  }
  for (const [name, reads] of Object.entries(fleets)) {
    const { answer } = await askComposite(productionHealth, { world: { now: NOW, reads } })
    assert.equal(answer.visibility, 'full', name)
    assert.equal(answer.verdict?.code, 'degraded', name)
    assert.equal(problemsOf(answer).length, 1, name)
  }
})

test('thirty clusters, eight of them in trouble, fit four thousand tokens, and sources a fifth of that', async () => {
  const fleet = Array.from({ length: 30 }, (_, index) => {
    const pods = Array.from({ length: index < 8 ? 20 : 0 }, (_one, pod) =>
      crashing(`checkout-7d9f8b6c5-${pod}`),
    )
    return kubernetes(`prod-eu-${index}`, { pods })
  }).flat()
  const firing = alerts(...Array.from({ length: 40 }, (_, index) => alert(`Alert${index}`)))
  const { answer, text } = await askComposite(productionHealth, {
    world: { now: NOW, reads: [...fleet, firing] },
  })
  assert.equal(answer.verdict?.code, 'degraded')
  assert.equal(answer['problems_total'], 48)
  assert.equal((answer['by_scope'] as { ok: number }).ok, 22)
  assert.ok(text.length <= 16_000, `${text.length} characters`)
  const sources = JSON.stringify(answer['_sources']).length
  assert.ok(sources <= 4096 && sources <= text.length / 5, `${sources} of ${text.length} characters`)
})

test('a page of many pods is a cut, not the whole', async () => {
  const reads = healthy.reads.map((read) =>
    read.agent === 'agent-eu-1' && read.operation === 'k8s.pods.list'
      ? { ...read, items: 1, value: { pods: [pod('a')], by_status: {} }, carried: { cursor: 'c', total: 9 } }
      : read,
  )
  const { answer } = await askComposite(productionHealth, { world: { now: NOW, reads } })
  assert.equal(answer.verdict?.code, null)
})

test('a token narrowed to one family reads no other, and the verdict is withheld for it', async () => {
  const { answer, world } = await askComposite(productionHealth, {
    world: broken,
    context: { principal: principal({ families: ['alerts'] }) },
  })
  assert.deepEqual([...new Set(world.asked.map((one) => one.operation.id))].toSorted(), [
    'alerts.active.list',
    'alerts.history.list',
  ])
  assert.equal(answer.verdict?.code, null)
  assert.equal(answer.verdict?.withheld_because[0]?.state, 'denied_by_policy')
})

test('all nodes of a cluster not ready is an outage, and a cordon alone is none', async () => {
  const down = node('n', { ready: false, problems: ['NotReady'], problem_since: ago(10) })
  const nodes = ['1', '2', '3', '4', '5'].map((name) => ({ ...down, name }))
  const all = await askComposite(productionHealth, {
    world: { now: NOW, reads: kubernetes('eu-1', { nodes }) },
  })
  assert.equal(all.answer.verdict?.code, 'outage')
  const cordoned = inCluster('eu-1', {
    operation: 'k8s.nodes.list',
    value: { nodes: [node('1', { problems: ['Cordoned'] })], not_ready: 0, read: 5 },
  })
  const one = await askComposite(productionHealth, { world: { now: NOW, reads: [cordoned] } })
  assert.equal(one.answer.verdict?.code, 'ok')
})
