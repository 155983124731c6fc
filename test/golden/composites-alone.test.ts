import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COMPOSITES, createCompositeTools } from '@vedette/control-plane/composites'
import { createToolSurface } from '@vedette/control-plane/tools'
import { CONNECTORS } from '../../connectors/registry.ts'
import {
  agentView,
  connectorState,
  createClockAtNow,
  createFakeAudit,
  createFakeDispatch,
  createFakeFleet,
  principal,
  readResult,
} from '../../control-plane/testing/fakes.ts'

// What a fleet with one connector alone is offered of the investigations that join several sources.
const ALONE: Readonly<Record<string, readonly string[]>> = {
  argocd: ['change_timeline', 'deploy_correlation', 'production_health'],
  aws: [
    'blast_radius',
    'cert_expiry',
    'change_timeline',
    'deploy_correlation',
    'investigate_alert',
    'production_health',
    'public_exposure',
    'saturation',
    'telemetry_gaps',
  ],
  datadog: [
    'change_timeline',
    'deploy_correlation',
    'investigate_alert',
    'investigate_incident',
    'production_health',
    'saturation',
    'telemetry_gaps',
  ],
  gcp: [
    'blast_radius',
    'cert_expiry',
    'change_timeline',
    'deploy_correlation',
    'investigate_alert',
    'production_health',
    'public_exposure',
    'saturation',
    'telemetry_gaps',
  ],
  grafana: [
    'blast_radius',
    'change_timeline',
    'investigate_alert',
    'production_health',
    'saturation',
    'telemetry_gaps',
  ],
  github: ['change_timeline', 'deploy_correlation', 'production_health'],
  gitlab: ['change_timeline'],
  host: [],
  kubernetes: [
    'blast_radius',
    'cert_expiry',
    'change_timeline',
    'fleet_compare',
    'node_triage',
    'production_health',
    'public_exposure',
    'saturation',
    'workload_triage',
  ],
  loki: ['telemetry_gaps'],
  magalu: ['blast_radius', 'cert_expiry', 'change_timeline', 'public_exposure'],
  mcp: [],
  pagerduty: ['investigate_alert', 'investigate_incident', 'production_health'],
  postgres: ['saturation'],
  prometheus: ['investigate_alert', 'production_health', 'saturation', 'telemetry_gaps'],
  rabbitmq: ['saturation'],
  redis: [],
  sentry: ['change_timeline', 'deploy_correlation', 'production_health', 'telemetry_gaps'],
  signoz: ['production_health', 'saturation', 'telemetry_gaps'],
  tempo: ['blast_radius', 'saturation'],
}

async function announce(id: string): Promise<readonly string[]> {
  const connector = await CONNECTORS.find((one) => one.id === id)?.load()
  assert.ok(connector, `${id} is not built in`)
  const served = connector.operations.map(({ operation }) => operation.id)
  const fleet = createFakeFleet([agentView('web-1', [connectorState(id, served)])])
  const dispatch = createFakeDispatch((request) => readResult(request, undefined, { state: 'timed_out' }))
  const clock = createClockAtNow()
  const extraTools = createCompositeTools({ fleet, dispatch, clock })
  const surface = createToolSurface({ fleet, dispatch, store: createFakeAudit(), clock, extraTools })
  const composites = new Set(COMPOSITES.map((one) => one.id))
  return surface
    .announced(principal())
    .map(({ name }) => name)
    .filter((name) => composites.has(name))
    .sort()
}

test('every connector that is built in is pinned here', () => {
  assert.deepEqual(Object.keys(ALONE).sort(), CONNECTORS.map(({ id }) => id).sort())
})

test('aws, kubernetes, prometheus and datadog are each alone offered the health of production', () => {
  for (const id of ['aws', 'kubernetes', 'prometheus', 'datadog'])
    assert.ok(ALONE[id]?.includes('production_health'), id)
})

for (const [id, composites] of Object.entries(ALONE)) {
  test(`a fleet with ${id} alone is offered exactly the composites that it can serve`, async () => {
    assert.deepEqual(await announce(id), composites)
  })
}
