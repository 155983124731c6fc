import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import test, { type TestContext } from 'node:test'
import { createReplayServer, type Route } from '@vedette/connectors/kit/testing'
import { createFolder, eventually, startPrometheus } from '@vedette/test/kit'
import { connectClient, ERAS, listNames } from './mcp-client.ts'
import { startAgent, startStand, untilAgent } from './stand.ts'

const ORG = '3f0a1c52-7a11-4a8e-9d5b-2c6f0e9b7d10'
const MINUTE = 60_000
const HITS = 'sum:trace.web.request.hits{service:shop}.as_rate()'
const ERRORS = `sum:trace.web.request.errors{service:shop}.as_rate() / ${HITS}`

function monitor(id: number, state: string) {
  const groups = { '*': { name: '*', status: state, last_triggered_ts: Math.floor(Date.now() / 1000) - 600 } }
  const rest = { message: '@slack-ops', options: {}, matching_downtimes: [], state: { groups } }
  return {
    id,
    name: `Checkout ${id}`,
    type: 'query alert',
    query: 'avg(last_5m):avg:a.b{*} > 1',
    tags: ['service:shop'],
    priority: 1,
    overall_state: state,
    ...rest,
  }
}

// Datadog's answers on one organisation with these monitors and a service that fails at 5 %.
function routesOf(monitors: readonly object[]): readonly Route[] {
  const now = Date.now()
  const pointlist = (value: number) =>
    Array.from({ length: 60 }, (_, index) => [now - (60 - index) * MINUTE, value])
  const series = (value: number) => ({
    status: 'ok',
    series: [{ metric: 'm', scope: 'service:shop', tag_set: [], interval: 60, pointlist: pointlist(value) }],
  })
  const slo = {
    id: 's1',
    attributes: {
      name: 'Checkout',
      slo_type: 'metric',
      all_tags: ['service:shop'],
      service_tags: [],
      overall_status: [
        { timeframe: '30d', status: 99.99, error_budget_remaining: 90, state: 'ok', target: 99.9 },
      ],
    },
  }
  return [
    { path: '/api/v2/validate', json: { data: { id: ORG, attributes: { valid: true } } } },
    { path: '/api/v2/validate_keys', json: { status: 'ok' } },
    { path: '/api/v1/monitor', json: monitors },
    { path: '/api/v1/slo/search', json: { data: { attributes: { slos: [{ data: slo }] } } } },
    { path: '/api/v2/incidents', json: { data: [] } },
    { path: '/api/v1/synthetics/tests', json: { tests: [] } },
    { path: '/api/v2/dora/deployments', json: { data: [] } },
    { path: '/api/v2/error-tracking/issues/search', json: { data: [], included: [] } },
    { path: '/api/v1/metrics', json: { metrics: ['trace.web.request.hits', 'trace.web.request.errors'] } },
    { path: '/api/v1/query', query: { query: HITS }, json: series(40) },
    { path: '/api/v1/query', query: { query: ERRORS }, json: series(0.05) },
  ]
}

async function startDatadog(t: TestContext, monitors: readonly object[]) {
  const server = await createReplayServer(routesOf(monitors))
  t.after(() => server.stop())
  const folder = createFolder(t)
  const keys = { api_key: { file: join(folder, 'api-key') }, app_key: { file: join(folder, 'app-key') } }
  for (const { file } of Object.values(keys)) writeFileSync(file, 'not-a-real-key')
  return { server, connector: { connector: 'datadog', config: { url: server.url, ...keys } } }
}

test('with Datadog alone production_health is announced, tells what fires, and grades only what was read', async (t) => {
  const [stand, datadog] = await Promise.all([
    startStand(t),
    startDatadog(t, [monitor(11, 'Alert'), monitor(12, 'OK')]),
  ])
  await startAgent(t, stand, { machine: 'hub-1', connectors: [datadog.connector] })
  await untilAgent(stand, 'hub-1', { status: 'connected', health: { datadog: 'up' } })
  for (const era of ERAS) {
    const names = await listNames(await connectClient(t, stand, era))
    assert.ok(names.includes('production_health'))
    assert.ok(!names.includes('k8s_pods_list'))
  }
  const sick = await stand.ask('production_health')
  assert.equal(sick.visibility, 'partial', JSON.stringify(sick))
  assert.equal(sick.verdict.code, 'degraded')
  assert.deepEqual(
    ['alerts.active.list', 'incidents.list', 'slos.list', 'synthetics.tests.list'],
    sick.verdict.covers,
  )
  assert.ok(sick.verdict.not_covered.includes('k8s.pods.list'))
  assert.deepEqual(sick.problems_total, { at_least: 1 })
  assert.equal(sick.problems[0].what, 'alert Checkout 11 firing')
  assert.doesNotMatch(JSON.stringify(sick), /not-a-real-key/)

  datadog.server.load(routesOf([monitor(12, 'Splendid')]))
  const strange = await stand.ask('alerts_active_list', { state: 'no_data' })
  assert.equal(strange.total, 1, JSON.stringify(strange))

  datadog.server.fail('http_403')
  await eventually(async () => {
    const blind = await stand.ask('alerts_active_list')
    assert.equal(blind.visibility, 'none', JSON.stringify(blind))
    assert.equal('alerts' in blind, false)
    return true
  })
})

// A program that counts its requests as OpenTelemetry does: ten a second, one of them failing.
async function startShop(t: TestContext): Promise<string> {
  const started = Date.now()
  const name = 'http_server_request_duration_seconds_count'
  const server = createServer((_request, response) => {
    const seconds = (Date.now() - started) / 1000
    response.setHeader('content-type', 'text/plain; version=0.0.4')
    response.end(
      [
        `# TYPE ${name} counter`,
        `${name}{service="shop",http_response_status_code="200"} ${Math.floor(seconds * 9)}`,
        `${name}{service="shop",http_response_status_code="502"} ${Math.floor(seconds)}`,
        '',
      ].join('\n'),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo // listening on TCP
  return `127.0.0.1:${port}`
}

test('one question of the error rate is answered by Prometheus and by Datadog, each with its own query', async (t) => {
  const shop = await startShop(t)
  const [stand, prometheus, datadog] = await Promise.all([
    startStand(t),
    startPrometheus(t, { targets: [shop] }),
    startDatadog(t, [monitor(12, 'OK')]),
  ])
  const connectors = [{ connector: 'prometheus', config: { url: prometheus.url } }, datadog.connector]
  await startAgent(t, stand, { machine: 'hub-1', connectors })
  await untilAgent(stand, 'hub-1', { status: 'connected', health: { prometheus: 'up', datadog: 'up' } })
  const asked = { service: 'shop', signals: ['errors'], from: '-1h', to: 'now' }
  const answer = await eventually(
    async () => {
      const told = await stand.ask('services_signals_get', asked)
      const whole = told.visibility === 'full' && told.ran.length === 2
      return whole ? told : assert.fail(JSON.stringify(told))
    },
    { timeoutMs: 30_000 },
  )
  const ran = (instance: string) => answer.ran.find((one: { instance: string }) => one.instance === instance)
  assert.deepEqual([ran('datadog').dialect, ran('datadog').query], ['datadog', ERRORS])
  assert.equal(ran('prometheus').dialect, 'promql')
  assert.match(ran('prometheus').query, /http_server_request_duration_seconds_count\{service="shop"/)
  const last = (instance: string) =>
    answer.results.find((one: { instance: string }) => one.instance === instance).signals[0].series[0].last
  assert.equal(last('datadog'), 0.05)
  assert.ok(last('prometheus') > 0 && last('prometheus') < 0.3, String(last('prometheus')))
  const scopes = answer.results.map(({ scope }: { scope: { backend: string } }) => scope.backend)
  assert.deepEqual(scopes.toSorted(), ['datadog', 'prometheus'])
})

test('a raw query is never sent to a backend of another language, nor to one that nobody chose', async (t) => {
  const [stand, prometheus, datadog] = await Promise.all([
    startStand(t),
    startPrometheus(t),
    startDatadog(t, [monitor(12, 'OK')]),
  ])
  const connectors = [{ connector: 'prometheus', config: { url: prometheus.url } }, datadog.connector]
  await startAgent(t, stand, { machine: 'hub-1', connectors })
  await untilAgent(stand, 'hub-1', { status: 'connected', health: { prometheus: 'up', datadog: 'up' } })
  const queries = () => datadog.server.requests.filter(({ path }) => path === '/api/v1/query').length
  for (const [expr, backend, code] of [
    ['avg:system.cpu.user{*}', 'prometheus', 'wrong_dialect'],
    ['sum(rate(up[5m]))', 'datadog', 'wrong_dialect'],
    ['up', undefined, 'backend_required'],
  ] as const) {
    const told = await stand.call('metrics_query', { expr, ...(backend === undefined ? {} : { backend }) })
    assert.deepEqual([told.status, told.body.error.code], [400, code], told.text)
  }
  assert.equal(queries(), 0)
})
