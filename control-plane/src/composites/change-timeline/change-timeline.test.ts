import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RecordedRead, type RecordedWorld, withState } from '../../../testing/world.ts'
import { askComposite } from '../testing/ask.ts'
import { ago, deploy, inCluster, NOW, onHub } from '../testing/parts.ts'
import { changeTimeline } from './index.ts'

function audit(...events: readonly unknown[]): RecordedRead {
  return {
    operation: 'cloud.audit_events.search',
    connector: 'aws',
    agent: 'agent-hub',
    scope: { account: '111122223333' },
    items: events.length,
    value: { events, trails: ['t'], total: events.length },
  }
}

function call(action: string, minutes: number, outcome = 'succeeded') {
  return {
    ...{ id: `a-${action}`, at: ago(minutes), action, service: 'ec2', actor: 'role/ops', actor_kind: 'role' },
    ...{ account: '111122223333', region: 'eu-west-1', resources: [{ id: 'sg-1', type: null }], outcome },
    ...{ error: null, source_address: null, user_agent: null, write: true, summary: null },
  }
}

function deploys(...rows: readonly unknown[]): RecordedRead {
  return onHub('argocd', {
    operation: 'deploys.list',
    items: rows.length,
    value: { deploys: rows, total: rows.length },
  })
}

const busy: RecordedWorld = {
  now: NOW,
  reads: [
    deploys(
      deploy('checkout', 40),
      deploy('search', 20),
      deploy('undated', 5, { started_at: null, finished_at: null }),
    ),
    audit(call('AuthorizeSecurityGroupIngress', 30), call('DeleteBucket', 25, 'denied')),
    inCluster('eu-1', {
      operation: 'k8s.events.list',
      value: {
        events: [
          {
            ...{
              at: ago(10),
              first_at: ago(12),
              type: 'Normal',
              reason: 'SuccessfulRescale',
              namespace: 'shop',
            },
            ...{ kind: 'HorizontalPodAutoscaler', name: 'checkout', count: 1, message: 'New size: 5' },
            ...{ component: 'hpa', node: null },
          },
        ],
        by_reason: {},
      },
    }),
  ],
}
const still: RecordedWorld = { now: NOW, reads: [deploys(), audit()] }

function whats(answer: Readonly<Record<string, unknown>>) {
  const { rows } = answer['changes'] as { rows: readonly (readonly string[])[] }
  return rows.map(([at, kind, , what]) => `${at} ${kind} ${what}`)
}

test('changes of all sources stand in one order, and what was refused changed nothing', async () => {
  const { answer } = await askComposite(changeTimeline, { world: busy })
  assert.equal(answer.verdict?.code, 'changed')
  assert.deepEqual(whats(answer), [
    `${ago(40)} deploy rollout of checkout succeeded by deployer`,
    `${ago(30)} cloud AuthorizeSecurityGroupIngress on sg-1 by role/ops`,
    `${ago(20)} deploy rollout of search succeeded by deployer`,
    `${ago(12)} scale SuccessfulRescale HorizontalPodAutoscaler/checkout by hpa`,
  ])
  assert.deepEqual([answer['total'], answer['undated']], [4, 1])
})

test('only the changes of a service, and those that do not say whose they are by name', async () => {
  const { answer } = await askComposite(changeTimeline, { world: busy, args: { service: 'search' } })
  assert.deepEqual(whats(answer), [`${ago(20)} deploy rollout of search succeeded by deployer`])
})

test('nothing changed is said only where both trails were seen whole', async () => {
  assert.equal((await askComposite(changeTimeline, { world: still })).answer.verdict?.code, 'nothing_changed')
  for (const operation of ['deploys.list', 'cloud.audit_events.search'])
    for (const state of [
      'truncated',
      'unproven',
      'denied_by_policy',
      'forbidden',
      'agent_offline',
    ] as const) {
      const { answer } = await askComposite(changeTimeline, { world: withState(still, operation, { state }) })
      assert.equal(answer.verdict?.code, null, `${operation} ${state}`)
      assert.equal(answer['total'], null, `${operation} ${state}`)
    }
})

test('a source of detail that is blind makes the answer partial, and nothing is not said to have changed', async () => {
  const world = { now: NOW, reads: [...still.reads, ...busy.reads.slice(2)] }
  const { answer } = await askComposite(changeTimeline, {
    world: withState(world, 'k8s.events.list', { state: 'timed_out' }),
  })
  assert.equal(answer.visibility, 'partial')
  assert.equal(answer.verdict?.code, 'inconclusive')
  assert.equal(answer['total'], null)
})

test('a window longer than events are read for is cut there, and says so', async () => {
  const { answer } = await askComposite(changeTimeline, { world: busy, args: { from: '-3d' } })
  const [row] = answer['not_checked'] as readonly Readonly<Record<string, unknown>>[]
  assert.deepEqual([row?.['what'], row?.['state']], ['k8s.events.list', 'truncated'])
  assert.equal(answer.visibility, 'partial')
})
