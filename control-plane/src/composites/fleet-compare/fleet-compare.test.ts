import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RecordedRead, type RecordedWorld, withState } from '../../../testing/world.ts'
import { askComposite } from '../testing/ask.ts'
import { crashing, deployment, inCluster, NOW } from '../testing/parts.ts'
import { fleetCompare } from './index.ts'

function cluster(
  name: string,
  deployments: readonly unknown[],
  pods: readonly unknown[] = [],
): readonly RecordedRead[] {
  return [
    inCluster(name, { operation: 'k8s.deployments.list', items: deployments.length, value: { deployments } }),
    inCluster(name, { operation: 'k8s.pods.list', items: pods.length, value: { pods, by_status: {} } }),
  ]
}

const same: RecordedWorld = {
  now: NOW,
  reads: ['eu-1', 'eu-2', 'us-1'].flatMap((name) =>
    cluster(name, [deployment('checkout'), deployment('search')]),
  ),
}
const args = { name: 'checkout' }

test('the same version everywhere and well is the same', async () => {
  const { answer } = await askComposite(fleetCompare, { world: same, args })
  assert.equal(answer.verdict?.code, 'same')
  assert.deepEqual(answer['usual'], { images: 'registry/checkout:2', n: 3, seen: 3 })
  assert.deepEqual([answer['without'], answer['unknown']], [[], []])
})

test('another version, a cluster without it and pods with a problem are told apart', async () => {
  const world = {
    now: NOW,
    reads: [
      ...cluster('eu-1', [deployment('checkout', { images: ['registry/checkout:1'] })]),
      ...cluster('eu-2', [deployment('checkout')], [crashing('checkout-7d9f8b6c5-a')]),
      ...cluster('us-1', [deployment('checkout')]),
      ...cluster('us-2', [deployment('search')]),
    ],
  }
  const { answer } = await askComposite(fleetCompare, { world, args })
  assert.equal(answer.verdict?.code, 'unhealthy')
  const rows = answer['clusters'] as readonly Readonly<Record<string, unknown>>[]
  assert.deepEqual(
    rows.map((row) => [row['cluster'], row['differs'], row['pods_bad']]),
    [
      ['eu-1', true, 0],
      ['eu-2', false, 1],
      ['us-1', false, 0],
    ],
  )
  assert.deepEqual(answer['without'], ['us-2'])
})

test('a cluster that was not seen is unknown, not without it, and nothing is called the same', async () => {
  for (const state of ['agent_offline', 'truncated', 'denied_by_policy', 'timed_out'] as const) {
    const world = withState(same, 'k8s.deployments.list', {
      state,
      where: (read) => read.agent === 'agent-us-1',
    })
    const { answer } = await askComposite(fleetCompare, { world, args })
    assert.deepEqual(
      [answer.verdict?.code, answer['without'], answer['unknown']],
      [null, [], ['us-1']],
      state,
    )
  }
  const pods = withState(same, 'k8s.pods.list', {
    state: 'forbidden',
    where: (read) => read.agent === 'agent-us-1',
  })
  const { answer } = await askComposite(fleetCompare, { world: pods, args })
  const rows = answer['clusters'] as readonly Readonly<Record<string, unknown>>[]
  assert.deepEqual(
    [answer.verdict?.code, rows.find((row) => row['cluster'] === 'us-1')?.['pods_bad']],
    [null, null],
  )
})
