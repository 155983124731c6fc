import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agentView, connectorState, createFakeFleet, NOW, toolContext } from '../../testing/fakes.ts'
import { createFleetHealthTool } from './fleet-health.ts'
import { sealRefusal } from './refusal.ts'

const SINCE = '2030-01-15T11:56:00Z'

// What a refusal of one operation and fleet health say of a connector with this of it unanswerable.
async function say(
  operation: string,
  more: Parameters<typeof connectorState>[2],
): Promise<Readonly<Record<'refused' | 'row', Record<string, unknown>>>> {
  const state = connectorState('prometheus', ['metrics.query', operation], { health: 'degraded', ...more })
  const agents = [agentView('web-1', [state])]
  const missing = [{ operation, why: 'missing' } as const]
  const refused = JSON.parse(sealRefusal({ tool: 'a_tool', missing, agents, now: NOW }).text)
  const tool = createFleetHealthTool(createFakeFleet(agents), () => NOW)
  const result = await tool.run({}, toolContext())
  const { connectors } = JSON.parse('text' in result ? result.text : '{}')
  return { refused, row: connectors[0] }
}

test('a server that is down is named by the refusal, in its line and sources, and by fleet health', async () => {
  const { refused, row } = await say('alerts.get', {
    code: 'timed_out',
    servers: [
      { name: 'prometheus', health: 'up' },
      { name: 'alertmanager', health: 'down', code: 'timed_out' },
    ],
    unanswerable: [
      { id: 'alerts.get', state: 'connector_down', since: SINCE, code: 'timed_out', server: 'alertmanager' },
    ],
  })
  assert.deepEqual([refused['visibility'], refused['missing']], ['none', ['alerts.get']])
  assert.equal(
    refused['line'],
    'prometheus on web-1 without its alertmanager (timed_out) for 4 min: its alerts are unknown.',
  )
  assert.match(JSON.stringify(refused['_sources']), /"state":"connector_down".*"server":"alertmanager"/)
  assert.deepEqual(
    [row['health'], row['reason'], row['cannot_answer']],
    ['degraded', 'timed_out: alertmanager', ['alerts.get']],
  )
})

test('a permission that is missing is named by fleet health, and its operation by the refusal', async () => {
  const { refused, row } = await say('metrics.targets.list', {
    code: 'forbidden',
    unanswerable: [
      { id: 'metrics.targets.list', state: 'forbidden', since: SINCE, missing: 'GET /api/v1/targets' },
    ],
  })
  assert.deepEqual([refused['visibility'], refused['missing']], ['none', ['metrics.targets.list']])
  assert.equal((refused['error'] as { code: string }).code, 'cannot_ask')
  assert.match(String(refused['line']), /^prometheus on web-1 refusing our permission/)
  assert.deepEqual(
    [row['health'], row['reason'], row['cannot_answer']],
    ['degraded', 'forbidden: GET /api/v1/targets', ['metrics.targets.list']],
  )
})
