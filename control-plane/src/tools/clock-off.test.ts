import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agentView, connectorState, createFakeFleet, NOW } from '../../testing/fakes.ts'
import { toFleetSummary } from './fleet-health.ts'

const host = connectorState('host', ['host.info'])

function summarize(skew_ms: number) {
  const agents = [agentView('web-1', [host]), agentView('web-2', [host], { skew_ms })]
  return toFleetSummary(createFakeFleet(agents), { organisation: 'acme', agents, now: NOW })
}

test('an agent whose clock is off makes no fleet that is up, and is named with its skew', () => {
  const { fleet_verdict, clocks_off } = summarize(-90_000)
  assert.equal(fleet_verdict, 'degraded')
  assert.deepEqual(clocks_off, [{ agent: 'web-2', skew_ms: -90_000 }])
  const borne = summarize(60_000)
  assert.deepEqual([borne.fleet_verdict, borne.clocks_off], ['up', undefined])
})
