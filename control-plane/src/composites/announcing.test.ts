import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  agentView,
  connectorState,
  createClockAtNow,
  createFakeAudit,
  createFakeDispatch,
  createFakeFleet,
  principal,
  readResult,
  toolContext,
} from '../../testing/fakes.ts'
import { createToolSurface } from '../tools/index.ts'
import { COMPOSITES, createCompositeTools } from './index.ts'

function start(connectors: Parameters<typeof agentView>[1]) {
  const fleet = createFakeFleet([agentView('web-1', connectors)])
  const dispatch = createFakeDispatch((request) => readResult(request, undefined, { state: 'timed_out' }))
  const clock = createClockAtNow()
  const surface = createToolSurface({
    fleet,
    dispatch,
    store: createFakeAudit(),
    clock,
    extraTools: createCompositeTools({ fleet, dispatch, clock }),
  })
  const announced = () =>
    surface
      .announced(principal())
      .map((tool) => tool.name)
      .filter((name) => COMPOSITES.some((one) => one.id === name))
  return { fleet, dispatch, surface, announced }
}

test('a composite is announced where something it reads is served and its input too', () => {
  const prometheus = start([
    connectorState('prometheus', [
      'alerts.active.list',
      'alerts.get',
      'metrics.targets.list',
      'services.signals.get',
    ]),
  ])
  assert.deepEqual(prometheus.announced(), [
    'investigate_alert',
    'production_health',
    'saturation',
    'telemetry_gaps',
  ])
  const kubernetes = start([
    connectorState('kubernetes', [
      'k8s.deployments.get',
      'k8s.nodes.list',
      'k8s.pods.list',
      'k8s.services.list',
    ]),
  ])
  assert.deepEqual(kubernetes.announced(), [
    'blast_radius',
    'node_triage',
    'production_health',
    'public_exposure',
    'workload_triage',
  ])
})

test('with its input gone a composite is hidden, and a call of it names the operation and asks nobody', async () => {
  const up = connectorState('prometheus', ['alerts.active.list', 'alerts.get'])
  const { fleet, dispatch, surface, announced } = start([up])
  assert.ok(announced().includes('investigate_alert'))
  fleet.set([
    agentView('web-1', [
      { ...up, health: 'down', code: 'unauthorized' },
      connectorState('host', ['host.info']),
    ]),
  ])
  assert.deepEqual(announced(), [])
  const result = await surface.call('investigate_alert', { id: 'a' }, toolContext())
  assert.equal(dispatch.asked.length, 0)
  assert.match(result.kind === 'answer' ? result.text : '', /served by nobody now: alerts\.get/)
})

test('bad arguments are a typed error that names the field, before anybody is asked', async () => {
  const { surface, dispatch } = start([connectorState('kubernetes', ['k8s.deployments.get'])])
  const result = await surface.call('workload_triage', { namespace: 'Shop', name: 'a' }, toolContext())
  assert.equal(result.kind === 'error' ? result.error.field : '', 'namespace')
  assert.equal(dispatch.asked.length, 0)
})
