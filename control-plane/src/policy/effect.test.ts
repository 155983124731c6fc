import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DenyRule } from '@vedette/proto/policy'
import { agentView, connectorState } from '../../testing/fakes.ts'
import type { AgentView } from '../fleet/types.ts'
import type { Tool } from '../tools/index.ts'
import { toEffect } from './effect.ts'

const POLICY: NonNullable<AgentView['policy']> = {
  status: 'APPLIED',
  local_hash: '',
  remote_version: 1,
  remote_hash: '',
  effective_hash: '',
  rules: [
    { id: 'l', deny: 'host.memory.get', origin: 'local' },
    { id: 'r', deny: 'k8s.pods.list', origin: 'remote' },
  ],
}
const AGENT = agentView(
  'web-1',
  [
    connectorState('kubernetes', ['k8s.nodes.list', 'k8s.services.list'], {
      denied: [{ id: 'k8s.pods.list', rule: 'r' }],
    }),
    connectorState('host', ['host.disks.list'], { denied: [{ id: 'host.memory.get', rule: 'l' }] }),
  ],
  { policy: POLICY },
)
const tool = (name: string, ...ids: string[]) =>
  ({ name, tier: 'read', needs: { input: ids, grading: [], enriching: [] } }) as unknown as Tool // all the gate reads
const TOOLS = [
  tool('k8s_nodes_list', 'k8s.nodes.list'),
  tool('k8s_pods_list', 'k8s.pods.list'),
  tool('host_memory_get', 'host.memory.get'),
  tool('nodes_and_disks', 'k8s.nodes.list', 'host.disks.list'),
]
const ask = (rules: readonly DenyRule[], agents = [AGENT]) => toEffect(agents, { rules, tools: TOOLS })

test('a policy says which operations and tools disappear, come back, or lose a scope', () => {
  const effect = ask([
    { id: 'n', deny: 'k8s.nodes.*' },
    { id: 's', deny: 'k8s.services.list', namespace: 'payments' },
    { id: 'x', deny: 'host.*', connector: 'kubernetes' },
  ])
  const short = (list: readonly { instance: string; operation: string; rule: string }[]) =>
    list.map(({ instance, operation, rule }) => [instance, operation, rule])
  assert.deepEqual(short(effect.disappears), [['kubernetes', 'k8s.nodes.list', 'n']])
  assert.deepEqual(short(effect.returns), [['kubernetes', 'k8s.pods.list', 'r']])
  assert.deepEqual(short(effect.narrowed), [['kubernetes', 'k8s.services.list', 's']])
  assert.deepEqual(effect.narrowed[0]?.scope, { namespace: 'payments' })
  assert.deepEqual(effect.tools, {
    disappear: ['k8s_nodes_list', 'nodes_and_disks'],
    return: ['k8s_pods_list'],
  })
})

test('what the local list denies never comes back, and who never reported is named as not known', () => {
  const silent = agentView('db-1', [], { incarnation: null })
  const effect = ask([], [AGENT, silent])
  assert.deepEqual(
    effect.returns.map(({ operation }) => operation),
    ['k8s.pods.list'],
  )
  assert.deepEqual(effect.not_known, [{ agent: 'id-db-1', name: 'db-1' }])
})
