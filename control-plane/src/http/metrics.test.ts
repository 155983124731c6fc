import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agentView, createFakeFleet } from '../../testing/fakes.ts'
import { startHttp } from '../../testing/http.ts'
import { countAgents } from './metrics.ts'

const AGENTS = [
  agentView('eu-1', []),
  agentView('eu-2', []),
  agentView('us-1', [], { status: 'offline' }),
  agentView('us-2', [], { status: 'disputed' }),
]
const OTHERS = [{ ...agentView('ap-1', []), organisation: 'umbrella' }]

test('agents of all organisations are counted by status', () => {
  const fleet = createFakeFleet([...AGENTS, ...OTHERS])
  const told = countAgents(fleet, ['acme', 'umbrella'])
  assert.deepEqual(told, { connected: 3, offline: 1, disputed: 1, unknown: 0 })
  assert.deepEqual(countAgents(fleet, ['acme']), { connected: 2, offline: 1, disputed: 1, unknown: 0 })
})

test('who is not heard while the fleet is being heard, or the control plane is blind, is not called offline', () => {
  const fleet = createFakeFleet(AGENTS)
  const unknown = { connected: 2, offline: 0, disputed: 1, unknown: 1 }
  const starting = { ...fleet, knowledge: () => 'collecting' as const }
  assert.deepEqual(countAgents(starting, ['acme']), unknown)
  assert.deepEqual(countAgents({ ...fleet, blind: () => true }, ['acme']), unknown)
})

test('the counts are on /metrics, a status that nobody has as zero', async (t) => {
  const { url } = await startHttp(t, { fleet: createFakeFleet(AGENTS), organisations: () => ['acme'] })
  const text = await (await fetch(new URL('/metrics', url))).text()
  assert.deepEqual(text.match(/^vedette_agents.*$/gm), [
    'vedette_agents{status="connected"} 2',
    'vedette_agents{status="offline"} 1',
    'vedette_agents{status="disputed"} 1',
    'vedette_agents{status="unknown"} 0',
  ])
})
