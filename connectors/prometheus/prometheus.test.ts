import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  createFakeClock,
  createReplayServer,
  describeConnector,
  type Route,
} from '@vedette/connectors/kit/testing'
import type { Reading } from '@vedette/proto/connector'
import { prometheusConnector } from './index.ts'

describeConnector({
  connector: prometheusConnector,
  folder: import.meta.dirname,
  config: ({ baseUrl }) => ({
    url: baseUrl,
    tenant: 'team-a',
    auth: { bearer: { env: 'PROMETHEUS_TOKEN' } },
    alertmanager: {
      url: baseUrl,
      auth: { basic: { username: 'vedette', password: { file: '/run/secrets/alertmanager' } } },
    },
  }),
})

const NOW = Date.parse('2026-11-30T15:06:42Z')
const WINDOW = { from: '2026-11-30T14:06:42Z', to: '2026-11-30T15:06:42Z' }

// Runs one operation over routes with further configuration, and gives the reading and what was asked.
async function run(
  operation: string,
  setup: Readonly<{ routes: readonly Route[]; input?: unknown; config?: Record<string, unknown> }>,
) {
  const server = await createReplayServer(setup.routes)
  const clock = createFakeClock(NOW)
  const config = prometheusConnector.config.parse({ url: server.url, ...setup.config })
  const client = prometheusConnector.connect(config, {
    clock,
    instance: 'prometheus-eu',
    readSecret: async (ref) => ('env' in ref ? `value-of-${ref.env}` : `text-of-${ref.file}`),
  })
  const served = prometheusConnector.operations.find((one) => one.operation.id === operation)
  assert.ok(served)
  const context = { clock, signal: new AbortController().signal, deadline: NOW + 100 }
  try {
    const reading: Reading<unknown> = await served.run(client, setup.input ?? {}, context)
    return { reading, requests: [...server.requests] }
  } finally {
    await prometheusConnector.close?.(client)
    await server.stop()
  }
}

const success = (data: unknown) => ({ status: 'success', data })
const NO_SERIES = success({ resultType: 'vector', result: [] })

describe('enforced matchers', () => {
  const config = { enforce_matchers: [{ label: 'tenant', value: 'a' }] }

  test('are added to a query that already names the label, so that it can only narrow', async () => {
    const { reading, requests } = await run('metrics.query', {
      config,
      input: { expr: 'sum(up{tenant!="a"}) or sum(up{tenant=~".+"}) # {tenant="b"}' },
      routes: [
        { path: '/api/v1/query', json: NO_SERIES },
        { path: '/api/v1/label/__name__/values', json: success([]) },
      ],
    })
    const sent = 'sum(up{tenant="a",tenant!="a"}) or sum(up{tenant="a",tenant=~".+"})'
    assert.equal(requests[0]?.query.get('query'), sent)
    assert.equal(reading.query, sent)
    const matches = requests.slice(1).flatMap((request) => request.query.getAll('match[]'))
    assert.ok(matches.length > 0 && matches.every((match) => match.includes('tenant="a"')), matches.join())
  })

  test('stand in every match of the metadata operations', async () => {
    for (const [operation, path] of [
      ['metrics.names.list', '/api/v1/label/__name__/values'],
      ['metrics.labels.list', '/api/v1/labels'],
      ['metrics.label_values.list', '/api/v1/label/job/values'],
    ] as const) {
      const input = operation === 'metrics.label_values.list' ? { ...WINDOW, label: 'job' } : WINDOW
      const { requests } = await run(operation, { config, input, routes: [{ path, json: success(['a']) }] })
      assert.deepEqual(requests[0]?.query.getAll('match[]'), ['{tenant="a"}'], operation)
    }
  })

  test('hide targets and alerts of others, and metadata of metrics without series within them', async () => {
    const target = (tenant: string) => ({
      labels: { job: 'x', tenant },
      scrapePool: 'x',
      scrapeUrl: `http://${tenant}.test/metrics`,
      health: 'up',
    })
    const targets = await run('metrics.targets.list', {
      config,
      routes: [{ path: '/api/v1/targets', json: success({ activeTargets: [target('a'), target('b')] }) }],
    })
    assert.equal((targets.reading.value as { total: number }).total, 1)
    const metadata = await run('metrics.metadata.get', {
      config,
      input: { metric: 'secret_metric' },
      routes: [{ path: '/api/v1/label/__name__/values', json: success([]) }],
    })
    assert.equal(metadata.requests.length, 1)
    assert.equal(metadata.reading.parts[0]?.why, 'metric_unknown')
  })

  test('take away what cannot be narrowed, from the list and from a direct call', async () => {
    const full = prometheusConnector.config.parse({
      url: 'http://p.test',
      alertmanager: { url: 'http://a.test' },
    })
    const narrowed = prometheusConnector.config.parse({ url: 'http://p.test', ...config })
    const all = prometheusConnector.operations.map((one) => one.operation.id)
    assert.deepEqual(prometheusConnector.serves?.(full), all)
    const gone = all.filter((id) => prometheusConnector.serves?.(narrowed).includes(id) === false)
    assert.deepEqual(gone, [
      'alerts.routing.get',
      'alerts.rules.get',
      'alerts.rules.list',
      'alerts.silences.create',
      'alerts.silences.list',
      'metrics.rules.list',
    ])
    for (const id of gone)
      await assert.rejects(run(id, { config, routes: [], input: { id: 'x' } }), { name: 'SourceError' })
  })
})

describe('configuration', () => {
  test('without Alertmanager silences and routing are not configured, and alerts come from the rules', async () => {
    await assert.rejects(run('alerts.silences.list', { routes: [] }), { state: 'not_configured' })
    const groups = [
      {
        name: 'g',
        interval: 30,
        rules: [
          {
            ...{ type: 'alerting', name: 'A', state: 'inactive', alerts: [] },
            ...{ health: 'ok', lastEvaluation: '2026-11-30T15:06:40Z' },
          },
        ],
      },
    ]
    const { reading } = await run('alerts.active.list', {
      routes: [{ path: '/api/v1/rules', json: success({ groups }) }],
    })
    assert.deepEqual((reading.value as { source: string[] }).source, ['prometheus'])
    assert.deepEqual(
      reading.parts.map((part) => [part.scope.half, part.state]),
      [['prometheus', 'empty']],
    )
  })

  test('signs with what the secrets say now and names the tenant', async () => {
    const { requests } = await run('metrics.query', {
      config: {
        auth: { basic: { username: 'ü', password: { env: 'PW' } } },
        tenant: 'team-a',
        headers: { 'X-Extra': '1' },
      },
      input: { expr: 'vector(1)' },
      routes: [{ path: '/api/v1/query', json: success({ resultType: 'scalar', result: [NOW / 1000, '1'] }) }],
    })
    const { authorization, ...headers } = requests[0]?.headers ?? {}
    assert.equal(Buffer.from(authorization?.slice(6) ?? '', 'base64').toString(), 'ü:value-of-PW')
    assert.deepEqual([headers['x-scope-orgid'], headers['x-extra']], ['team-a', '1'])
  })

  test('refuses secrets in URLs and in headers', () => {
    for (const wrong of [
      { url: 'http://user:pw@p.test' },
      { url: 'http://p.test', headers: { Authorization: 'Bearer x' } },
      { url: 'http://p.test', auth: { bearer: 'plain' } },
    ])
      assert.equal(prometheusConnector.config.safeParse(wrong).success, false, JSON.stringify(wrong))
  })
})

describe('the probe', () => {
  const one = { path: '/api/v1/query', json: NO_SERIES }
  const status = {
    path: '/api/v2/status',
    json: { config: { original: 'route: {}' }, versionInfo: { version: '0.25.0' } },
  }
  const gone = (path: string) => ({ path, status: 500, json: {} })

  async function probe(routes: readonly Route[]) {
    const server = await createReplayServer(routes)
    const clock = createFakeClock(NOW)
    const config = prometheusConnector.config.parse({ url: server.url, alertmanager: { url: server.url } })
    const readSecret = async () => ''
    const client = prometheusConnector.connect(config, { clock, instance: 'prometheus-eu', readSecret })
    const context = { clock, signal: new AbortController().signal, deadline: NOW + 100 }
    try {
      const { health, code, scopes, servers } = await prometheusConnector.probe(client, context)
      return [health, code, scopes, servers?.map((server) => `${server.name} ${server.health}`)]
    } finally {
      await prometheusConnector.close?.(client)
      await server.stop()
    }
  }

  test('tells which of the two servers fails', async () => {
    const scopes = [{ backend: 'prometheus-eu' }]
    assert.deepEqual(await probe([one, status]), [
      'up',
      undefined,
      scopes,
      ['prometheus up', 'alertmanager up'],
    ])
    assert.deepEqual(await probe([one, gone('/api/v2/status')]), [
      ...['degraded', 'upstream_failed', scopes],
      ['prometheus up', 'alertmanager down'],
    ])
    assert.deepEqual(await probe([gone('/api/v1/query'), status]), [
      ...['degraded', 'upstream_failed', scopes],
      ['prometheus down', 'alertmanager up'],
    ])
    assert.deepEqual(await probe([gone('/api/v1/query'), gone('/api/v2/status')]), [
      ...['down', 'upstream_failed', [], undefined],
    ])
  })
})

describe('paths and parameters', () => {
  test('no label name or expression becomes a path, a host or another parameter', async () => {
    for (const label of ['../../admin', '..%2f', 'a/b', 'a?b=c', 'a#b', 'a;b', 'a\0b', '//evil.test']) {
      const { requests } = await run('metrics.label_values.list', {
        input: { ...WINDOW, label },
        routes: [],
      }).catch((error) => ({ requests: [], error }))
      for (const request of requests)
        assert.match(request.path, /^\/api\/v1\/label\/U__[A-Za-z0-9_]+\/values$/)
    }
    const { requests } = await run('metrics.query', {
      input: { expr: 'up{a="&time=0&query=secret"}' },
      routes: [
        { path: '/api/v1/query', json: NO_SERIES },
        { path: '/api/v1/label/__name__/values', json: success([]) },
      ],
    })
    assert.deepEqual(requests[0]?.query.getAll('query'), ['up{a="&time=0&query=secret"}'])
    assert.deepEqual(requests[0]?.query.getAll('time'), [String(NOW / 1000)])
  })

  test('a long expression goes as a form', async () => {
    const expr = `up{a="${'x'.repeat(3000)}"}`
    const { requests } = await run('metrics.query', {
      input: { expr },
      routes: [
        {
          path: '/api/v1/query',
          method: 'POST',
          json: success({ resultType: 'vector', result: [{ metric: {}, value: [NOW / 1000, '1'] }] }),
        },
      ],
    })
    assert.equal(new URLSearchParams(requests[0]?.body).get('query'), expr)
  })
})

describe('windows', () => {
  test('an empty window and too small a step are errors of the argument, before any request', async () => {
    const swapped = { from: WINDOW.to, to: WINDOW.from, expr: 'up' }
    await assert.rejects(run('metrics.query_range', { routes: [], input: swapped }), { field: 'from' })
    const day = { from: '2026-11-29T15:06:42Z', to: WINDOW.to, expr: 'up', step: 1 }
    await assert.rejects(run('metrics.query_range', { routes: [], input: day }), { field: 'step' })
  })

  test('rows beyond the limit are cut and counted', async () => {
    const result = [1, 2, 3].map((i) => ({ metric: { i: String(i) }, value: [NOW / 1000, '1'] }))
    const { reading } = await run('metrics.query', {
      input: { expr: 'up', limit: 2 },
      routes: [{ path: '/api/v1/query', json: success({ resultType: 'vector', result }) }],
    })
    assert.equal((reading.value as { total: number }).total, 3)
    assert.deepEqual([reading.parts[0]?.state, reading.parts[0]?.cap], ['truncated', 'rows'])
  })
})
