import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RecordedRead, type RecordedWorld, withState } from '../../../testing/world.ts'
import { askComposite } from '../testing/ask.ts'
import { ago, crashing, inCluster, NOW, node, pod } from '../testing/parts.ts'
import { nodeTriage } from './index.ts'

function nodes(...rows: readonly unknown[]): RecordedRead {
  const not_ready = rows.filter((row) => (row as { ready: boolean }).ready === false).length
  return inCluster('eu-1', {
    operation: 'k8s.nodes.list',
    items: rows.length,
    value: { nodes: rows, not_ready, read: 4 },
  })
}

const down = node('node-1', {
  ready: false,
  problems: ['NotReady'],
  problem_since: ago(12),
  message: 'kubelet stopped posting',
  provider_id: 'aws:///eu-west-1a/i-0abc',
})
const events = inCluster('eu-1', {
  operation: 'k8s.events.list',
  value: {
    events: [
      {
        ...{
          at: ago(12),
          first_at: ago(12),
          type: 'Normal',
          reason: 'NodeNotReady',
          namespace: null,
          kind: 'Node',
        },
        ...{
          name: 'node-1',
          count: 1,
          message: 'status is now NodeNotReady',
          component: 'node-controller',
          node: null,
        },
      },
    ],
    by_reason: {},
  },
})
const hosted = inCluster('eu-1', {
  operation: 'k8s.pods.list',
  when: { field_selector: 'spec.nodeName=node-1' },
  value: { pods: [crashing('checkout-7d9f8b6c5-a'), pod('checkout-7d9f8b6c5-b')], by_status: {} },
})
const machine: RecordedRead = {
  operation: 'cloud.instances.status',
  connector: 'aws',
  scope: { account: '1' },
  value: {
    instances: [
      {
        ...{ id: 'i-0abc', name: null, account: '1', region: 'eu-west-1', tags: null, power: 'running' },
        ...{ system_check: 'failed', instance_check: 'failed', failing_since: ago(13), events: [] },
      },
    ],
    total: 1,
  },
}
const broken: RecordedWorld = { now: NOW, reads: [nodes(down), events, hosted, machine] }
const fine: RecordedWorld = {
  now: NOW,
  reads: [nodes(), { ...events, items: 0, value: { events: [], by_reason: {} } }, hosted],
}

test('a node that is not ready is told with what it hosts, what the cluster and what the cloud say', async () => {
  const { answer } = await askComposite(nodeTriage, { world: broken })
  assert.equal(answer.verdict?.code, 'degraded')
  const [one] = answer['nodes'] as readonly Readonly<Record<string, unknown>>[]
  assert.deepEqual([one?.['node'], one?.['since'], one?.['cluster']], ['node-1', ago(12), 'eu-1'])
  assert.deepEqual(one?.['hosts'], { pods: 2, bad: 1, workloads: ['shop/checkout'] })
  const { e, ...cloud } = (one?.['cloud'] ?? {}) as Readonly<Record<string, unknown>>
  assert.deepEqual(cloud, {
    power: 'running',
    system_check: 'failed',
    instance_check: 'failed',
    failing_since: ago(13),
    planned: [],
  })
  assert.equal(
    (answer['evidence'] as Record<string, { operation: string }>)[String(e)]?.operation,
    'cloud.instances.status',
  )
  assert.deepEqual([answer['bad'], answer['of']], [1, 4])
})

test('well nodes are ok; a cordon is shown and no harm', async () => {
  const { answer, world } = await askComposite(nodeTriage, { world: fine })
  assert.deepEqual([answer.verdict?.code, answer['bad'], answer['nodes']], ['ok', 0, []])
  assert.ok(!world.asked.some((one) => one.operation.id === 'k8s.pods.list'))
  const cordoned = {
    ...fine,
    reads: [nodes(node('node-1', { problems: ['Cordoned'] })), ...fine.reads.slice(1)],
  }
  assert.equal((await askComposite(nodeTriage, { world: cordoned })).answer.verdict?.code, 'ok')
})

test('nodes, events and hosted pods that were not seen whole withhold the verdict and every count', async () => {
  for (const operation of ['k8s.nodes.list', 'k8s.events.list', 'k8s.pods.list'])
    for (const state of ['truncated', 'forbidden', 'denied_by_policy'] as const) {
      const { answer } = await askComposite(nodeTriage, { world: withState(broken, operation, { state }) })
      assert.equal(answer.verdict?.code, null, `${operation} ${state}`)
      if (operation === 'k8s.nodes.list') assert.notEqual(typeof answer['of'], 'number')
    }
})

test('all nodes of a cluster together are an outage', async () => {
  const all = ['1', '2', '3', '4'].map((name) => ({ ...down, name }))
  const world = { now: NOW, reads: [nodes(...all), events, { ...hosted, when: {} }] }
  assert.equal((await askComposite(nodeTriage, { world })).answer.verdict?.code, 'outage')
})
