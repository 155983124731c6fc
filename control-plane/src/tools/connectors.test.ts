import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  agentView,
  connectorState,
  createFakeFleet,
  NOW,
  principal,
  toolContext,
} from '../../testing/fakes.ts'
import { createConnectorsTool } from './connectors.ts'

const kubernetes = connectorState('kubernetes', ['k8s.pods.list', 'k8s.nodes.list'], {
  scopes: [{ cluster: 'uid-1' }],
  denied: [{ id: 'k8s.configmaps.get', rule: 'r1' }],
  unanswerable: [
    { id: 'k8s.nodes.list', state: 'forbidden', since: '2030-01-15T11:00:00Z', missing: 'list nodes' },
  ],
})
const aws = connectorState('aws', ['cloud.buckets.list'], {
  scopes: [{ account: '2' }, { account: '1' }],
  known_scopes: [{ account: '1' }, { account: '2' }, { account: '3' }],
})
const unset = connectorState('gcp', [], { health: 'not_configured', reason: 'not_requested' })

async function describe(args: object, fleet = createFakeFleet([agentView('eu', [kubernetes, aws, unset])])) {
  const result = await createConnectorsTool(fleet, () => NOW).run(
    { ...args },
    toolContext({ principal: principal() }),
  )
  return result.kind === 'answer' ? JSON.parse(result.text) : assert.fail(result.error.message)
}

test('a connector is told with its scopes, what it can and cannot do, and a quota that nobody read as null', async () => {
  const { connectors, total, untrusted } = await describe({})
  assert.deepEqual([total, untrusted], [2, true])
  const [first, second] = connectors
  assert.deepEqual(first.scopes, { cluster: ['uid-1'] })
  assert.deepEqual([first.health, first.can, first.denied_by_policy, first.quota_left], ['up', 1, 1, null])
  assert.deepEqual(first.cannot, [{ operation: 'k8s.nodes.list', state: 'forbidden', missing: 'list nodes' }])
  assert.deepEqual([second.scopes, second.scopes_known], [{ account: ['1', '2'] }, 3])
  const full = await describe({ connector: 'kubernetes', detail: 'full' })
  assert.deepEqual(full.connectors[0].can, ['k8s.pods.list'])
  assert.deepEqual(full.connectors[0].denied_by_policy, [{ operation: 'k8s.configmaps.get', rule: 'r1' }])
})

test('of an agent that is away nothing is said to work, only what it last said', async () => {
  const away = createFakeFleet([agentView('eu', [kubernetes], { status: 'offline' })])
  const [row] = (await describe({}, away)).connectors
  assert.deepEqual([row.health, row.last_said, row.can], ['agent_offline', 'up', 0])
})
