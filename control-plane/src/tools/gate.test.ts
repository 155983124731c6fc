import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agentView, connectorState, createFakeFleet, principal } from '../../testing/fakes.ts'
import { createGate } from './gate.ts'
import type { Needs, Tool } from './types.ts'

const METRICS = ['metrics.query', 'metrics.query_range']
const prometheus = (more = {}) => connectorState('prometheus', METRICS, { dialect: 'promql', ...more })

function tool(needs: Partial<Needs> | null, tier: Tool['tier'] = 'read'): Pick<Tool, 'needs' | 'tier'> {
  return { tier, needs: needs === null ? null : { input: null, grading: [], enriching: [], ...needs } }
}

const query = tool({ input: ['metrics.query'] })
const disks = tool({ input: ['host.disks.list'] })
const denied = { operations: [], denied: [{ id: 'metrics.query', rule: 'r1' }] }

test('a tool is open only while a connected agent serves its operation', () => {
  const fleet = createFakeFleet([agentView('a', [prometheus()])])
  const gate = createGate(fleet)
  assert.deepEqual(gate.judge(query, principal()), { kind: 'open' })
  assert.deepEqual(gate.judge(disks, principal()), {
    kind: 'hidden',
    missing: [{ operation: 'host.disks.list', why: 'missing' }],
  })
})

test('health counts: the event that shows a connector as down takes its tools out', () => {
  const fleet = createFakeFleet([agentView('a', [prometheus()])])
  const gate = createGate(fleet)
  assert.equal(gate.judge(query, principal()).kind, 'open')
  fleet.set([agentView('a', [prometheus({ health: 'down', code: 'unauthorized' })])])
  assert.equal(gate.judge(query, principal()).kind, 'hidden')
  fleet.set([agentView('a', [prometheus({ health: 'degraded' })])])
  assert.equal(gate.judge(query, principal()).kind, 'open')
})

test('a server or a permission of it that is missing takes out what needs it, and nothing else', () => {
  const fleet = createFakeFleet([agentView('a', [prometheus()])])
  const gate = createGate(fleet)
  const range = tool({ input: ['metrics.query_range'] })
  const since = '2030-01-15T11:00:00Z'
  for (const state of ['connector_down', 'forbidden', 'not_served', 'a_word_of_tomorrow']) {
    const unanswerable = [{ id: 'metrics.query', state, since }]
    fleet.set([agentView('a', [prometheus({ health: 'degraded', unanswerable })])])
    assert.deepEqual(gate.judge(query, principal()), {
      kind: 'hidden',
      missing: [{ operation: 'metrics.query', why: 'missing' }],
    })
    assert.equal(gate.judge(range, principal()).kind, 'open')
    fleet.set([agentView('a', [prometheus({ unanswerable })]), agentView('b', [prometheus()])])
    assert.equal(gate.judge(query, principal()).kind, 'open', 'another agent serves it')
  }
})

test('a composite goes with its input, and stays while only what enriches it is missing', () => {
  const unanswerable = [{ id: 'metrics.query', state: 'connector_down', since: '2030-01-15T11:00:00Z' }]
  const gate = createGate(createFakeFleet([agentView('a', [prometheus({ unanswerable })])]))
  const needy = tool({ input: ['metrics.query'], enriching: ['metrics.query_range'] })
  const other = tool({ input: ['metrics.query_range'], enriching: ['metrics.query'] })
  assert.equal(gate.judge(needy, principal()).kind, 'hidden')
  assert.equal(gate.judge(other, principal()).kind, 'open')
})

test('what is not known to be missing is shown: no agent, collecting, blind, or an agent that reports nothing', () => {
  const fleet = createFakeFleet([])
  const gate = createGate(fleet)
  assert.equal(gate.judge(query, principal()).kind, 'open')
  fleet.set([agentView('a', [connectorState('host', ['host.disks.list'])])])
  assert.equal(gate.judge(query, principal()).kind, 'hidden')
  fleet.setKnowledge('collecting')
  assert.equal(gate.judge(query, principal()).kind, 'open')
  fleet.setKnowledge('known')
  fleet.setBlind(true)
  assert.equal(gate.judge(query, principal()).kind, 'open')
  fleet.setBlind(false)
  fleet.set([agentView('a', [connectorState('host', ['host.disks.list'])]), agentView('old', [])])
  assert.equal(gate.judge(query, principal()).kind, 'open')
})

test('an agent that is offline or disputed serves nothing', () => {
  const host = agentView('b', [connectorState('host', ['host.disks.list'])])
  for (const status of ['offline', 'disputed'] as const) {
    const gate = createGate(createFakeFleet([agentView('a', [prometheus()], { status }), host]))
    assert.equal(gate.judge(query, principal()).kind, 'hidden')
  }
})

test('another contract number is not the operation that this release speaks', () => {
  const stale = prometheus({ operations: [{ id: 'metrics.query', contract: 99, digest: 'd' }] })
  const gate = createGate(createFakeFleet([agentView('a', [stale])]))
  assert.equal(gate.judge(query, principal()).kind, 'hidden')
})

test('a denial hides a tool with nothing else to run, and says that it was policy', () => {
  const gate = createGate(createFakeFleet([agentView('a', [prometheus(denied)])]))
  assert.deepEqual(gate.judge(query, principal()), {
    kind: 'hidden',
    missing: [{ operation: 'metrics.query', why: 'denied' }],
  })
})

test('a rule that is narrowed to a part hides nothing: the part is missing in the answer, not the tool in the list', () => {
  const rules = [{ id: 'r', deny: 'metrics.*', namespace: 'payments', origin: 'remote' as const }]
  const hashes = { local_hash: '', remote_version: 1, remote_hash: '', effective_hash: '' }
  const policy = { status: 'APPLIED' as const, ...hashes, rules }
  const gate = createGate(createFakeFleet([agentView('a', [prometheus()], { policy })]))
  assert.equal(gate.judge(query, principal()).kind, 'open')
})

test('served by one agent beats denied by another', () => {
  const gate = createGate(
    createFakeFleet([agentView('a', [prometheus(denied)]), agentView('b', [prometheus()])]),
  )
  assert.equal(gate.judge(query, principal()).kind, 'open')
})

test('a composite stays while any operation is served, except when its input is not', () => {
  const gate = createGate(createFakeFleet([agentView('a', [prometheus()])]))
  const kind = (needs: Partial<Needs>) => gate.judge(tool(needs), principal()).kind
  assert.equal(kind({ grading: ['host.disks.list', 'metrics.query'] }), 'open')
  assert.equal(kind({ grading: ['host.disks.list'] }), 'hidden')
  assert.equal(kind({ input: ['host.disks.list'], enriching: ['metrics.query'] }), 'hidden')
  assert.equal(kind({ input: ['host.disks.list', 'metrics.query'] }), 'hidden')
  assert.equal(kind({ input: ['host.disks.list', 'metrics.query'], input_any: true }), 'open')
})

test('tools that need no infrastructure are always there', () => {
  const gate = createGate(createFakeFleet([agentView('a', [], { status: 'offline' })]))
  assert.equal(gate.judge(tool(null, 'metadata'), principal()).kind, 'open')
  assert.equal(
    gate.judge(tool(null, 'metadata'), principal({ tiers: ['read'], families: ['k8s'] })).kind,
    'open',
  )
})

test('a token narrowed to families or tiers sees nothing outside of them', () => {
  const gate = createGate(createFakeFleet([agentView('a', [prometheus()])]))
  assert.equal(gate.judge(query, principal({ families: ['k8s'] })).kind, 'outside')
  assert.equal(gate.judge(query, principal({ families: ['metrics'] })).kind, 'open')
  assert.equal(gate.judge(query, principal({ tiers: ['metered_read'] })).kind, 'outside')
})

test('a closed gate listens no longer', () => {
  const fleet = createFakeFleet([])
  const gate = createGate(fleet)
  assert.equal(fleet.listeners(), 1)
  gate.close()
  assert.equal(fleet.listeners(), 0)
})
