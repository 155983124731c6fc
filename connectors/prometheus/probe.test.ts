import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createFakeClock, createReplayServer, type Route } from '@vedette/connectors/kit/testing'
import type { ProbeResult } from '@vedette/proto/connector'
import { prometheusConnector } from './index.ts'

const NOW = Date.parse('2026-11-30T15:06:42Z')
const OF_MANAGER = ['alerts.get', 'alerts.routing.get', 'alerts.silences.list']
const WELL = {
  prometheus: {
    json: { status: 'success', data: { resultType: 'vector', result: [{ metric: {}, value: [1, '1'] }] } },
  },
  alertmanager: { json: { config: { original: 'route: {}' }, versionInfo: { version: '0.25.0' } } },
}

// Probes an instance whose servers answer like this; `null` is a configuration without an Alertmanager.
async function probe(
  answers: Readonly<{ prometheus?: Omit<Route, 'path'>; alertmanager?: Omit<Route, 'path'> | null }>,
): Promise<ProbeResult> {
  const { prometheus = WELL.prometheus, alertmanager = WELL.alertmanager } = answers
  const server = await createReplayServer([
    { path: '/api/v1/query', ...prometheus },
    ...(alertmanager === null ? [] : [{ path: '/api/v2/status', ...alertmanager }]),
  ])
  const clock = createFakeClock(NOW)
  const manager = alertmanager === null ? {} : { alertmanager: { url: server.url } }
  const config = prometheusConnector.config.parse({ url: server.url, ...manager })
  const client = prometheusConnector.connect(config, {
    clock,
    instance: 'prometheus-eu',
    readSecret: async () => 'x',
  })
  try {
    const context = { clock, signal: new AbortController().signal, deadline: NOW + 100 }
    return await prometheusConnector.probe(client, context)
  } finally {
    await prometheusConnector.close?.(client)
    await server.stop()
  }
}

const wordsOf = ({ servers = [] }: ProbeResult) =>
  servers.map(({ name, health, code }) => [name, health, code ?? null])
const needsOf = (result: ProbeResult, name: string) =>
  result.servers?.find((one) => one.name === name)?.needed_by ?? []

describe('each server is probed by itself', () => {
  for (const [status, code] of [
    [401, 'unauthorized'],
    [500, 'upstream_failed'],
  ] as const) {
    test(`an Alertmanager that says ${status} is down and names what it holds`, async () => {
      const result = await probe({ alertmanager: { status, json: {} } })
      assert.deepEqual([result.health, result.code], ['degraded', code])
      assert.deepEqual(wordsOf(result), [
        ['prometheus', 'up', null],
        ['alertmanager', 'down', code],
      ])
      const needs = needsOf(result, 'alertmanager')
      assert.deepEqual(
        OF_MANAGER.filter((id) => !needs.includes(id)),
        [],
      )
      assert.ok(!needs.some((id) => id.startsWith('metrics.') || id.startsWith('alerts.rules.')))
      assert.equal(result.forbidden, undefined)
    })

    test(`a Prometheus that says ${status} leaves the alerts that Alertmanager holds`, async () => {
      const result = await probe({ prometheus: { status, json: {} } })
      assert.deepEqual([result.health, result.code], ['degraded', code])
      const needs = needsOf(result, 'prometheus')
      assert.ok(
        ['metrics.query', 'alerts.rules.list', 'services.signals.get'].every((id) => needs.includes(id)),
      )
      assert.ok(!OF_MANAGER.some((id) => needs.includes(id)))
    })
  }

  test('a server that throttles or refuses the one read is there: it takes away at most what reads the same', async () => {
    const throttled = await probe({ alertmanager: { status: 429, json: {} } })
    assert.deepEqual(
      [wordsOf(throttled)[1], throttled.forbidden],
      [['alertmanager', 'degraded', 'throttled'], undefined],
    )
    const refused = await probe({ alertmanager: { status: 403, json: {} } })
    assert.deepEqual(wordsOf(refused)[1], ['alertmanager', 'degraded', 'forbidden'])
    assert.deepEqual(refused.forbidden, [{ operation: 'alerts.routing.get', missing: 'GET /api/v2/status' }])
  })

  test('without an Alertmanager everything stands and falls with Prometheus', async () => {
    const well = await probe({ alertmanager: null })
    assert.deepEqual(
      [well.health, wordsOf(well), needsOf(well, 'prometheus')],
      ['up', [['prometheus', 'up', null]], []],
    )
    const ill = await probe({ alertmanager: null, prometheus: { status: 401, json: {} } })
    assert.deepEqual([ill.health, ill.code], ['down', 'unauthorized'])
  })

  test('every operation but the list of both halves needs exactly one of two servers', async () => {
    const result = await probe({})
    const needed = [...needsOf(result, 'prometheus'), ...needsOf(result, 'alertmanager')]
    const all = prometheusConnector.operations.map((one) => one.operation.id)
    assert.deepEqual(needed.toSorted(), all.filter((id) => id !== 'alerts.active.list').toSorted())
  })
})
