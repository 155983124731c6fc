import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createReplayServer, type Route } from '@vedette/connectors/kit/testing'
import { eventually } from '@vedette/test/kit'
import { readRoutes, startChain, wordsOf } from './chain.ts'

const NOW = '2026-11-30T15:06:42.296Z'
const REFUSED: Omit<Route, 'path'> = { status: 401, json: {} }
const OF_MANAGER = ['/api/v2/status', '/api/v2/alerts', '/api/v2/silences']

test('one of two servers that refuses the credential loses what it holds and nothing else, without a further question, until it lets us in', async (t) => {
  const [prometheus, manager] = [
    await createReplayServer([...readRoutes('prometheus', 'probe'), ...readRoutes('prometheus', 'alert')]),
    await createReplayServer(readRoutes('prometheus', 'probe')),
  ]
  t.after(() => Promise.all([prometheus.stop(), manager.stop()]))
  const config = { url: prometheus.url, alertmanager: { url: manager.url } }
  const chain = await startChain(t, { now: NOW, connectors: [{ connector: 'prometheus', config }] })
  const rowOf = async () => {
    const { connectors } = await chain.ask('check_fleet_health')
    assert.ok(Array.isArray(connectors))
    const { health, reason = null, cannot_answer = [] } = connectors[0]
    return { health, reason, cannot_answer }
  }
  assert.deepEqual(await rowOf(), { health: 'up', reason: null, cannot_answer: [] })

  manager.load(OF_MANAGER.map((path) => ({ path, ...REFUSED })))
  const first = await chain.ask('alerts_silences_list')
  assert.equal(first['visibility'], 'none')
  await eventually(async () => (await rowOf()).health === 'degraded')
  assert.deepEqual(await rowOf(), {
    health: 'degraded',
    reason: 'unauthorized: alertmanager',
    cannot_answer: ['alerts.get', 'alerts.routing.get', 'alerts.silences.list'],
  })

  const before = manager.requests.filter((one) => one.path !== '/api/v2/status').length
  for (const [tool, args] of [
    ['alerts_get', { id: 'x' }],
    ['investigate_alert', { id: 'x' }],
  ] as const) {
    const refused = await chain.ask(tool, args)
    assert.deepEqual(
      [refused['visibility'], refused['missing'], wordsOf(refused)],
      ['none', ['alerts.get'], ['connector_down']],
      tool,
    )
  }
  assert.equal(manager.requests.filter((one) => one.path !== '/api/v2/status').length, before)

  const half = await chain.ask('alerts_active_list')
  assert.equal(half['visibility'], 'partial')
  assert.ok(wordsOf(half).includes('unauthorized'))
  assert.notEqual((await chain.ask('alerts_rules_list'))['visibility'], 'none')

  manager.load(readRoutes('prometheus', 'probe'))
  await eventually(async () => (await rowOf()).health === 'up')
})
