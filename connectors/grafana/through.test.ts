import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFakeClock, createReplayServer, type Route } from '@vedette/connectors/kit/testing'
import { CONNECTORS } from '@vedette/connectors/registry'
import { ArgumentError, SourceError } from '@vedette/proto/connector'

const grafana =
  (await CONNECTORS.find(({ id }) => id === 'grafana')?.load()) ?? assert.fail('grafana is not built in')

const NOW = Date.parse('2026-11-30T12:00:00Z')
const W = { from: '2026-11-30T11:00:00Z', to: '2026-11-30T12:00:00Z' }
const ASKED = {
  prometheus: ['metrics.query', { expr: 'up' }, '/api/v1/query'],
  loki: ['logs.search', { query: '{app="shop"}', ...W }, '/loki/api/v1/query_range'],
  tempo: ['traces.search', { query: '{ }', ...W }, '/api/search'],
} as const
const KINDS = ['prometheus', 'loki', 'tempo'] as const

// Asks a data source of a kind whose every path but Grafana's own answers with `refusal`.
async function ask(kind: keyof typeof ASKED, refusal: Omit<Route, 'path'>, type: string = kind) {
  const [operation, input, path] = ASKED[kind]
  const server = await createReplayServer([
    { path: '/api/org', json: { id: 3 } },
    { path: '/api/datasources/uid/main', json: { uid: 'main', name: 'Main', type } },
    { ...refusal, path: `/api/datasources/proxy/uid/main${path}` },
  ])
  const clock = createFakeClock(NOW)
  const config = grafana.config.parse({ url: server.url, datasources: [{ uid: 'main', kind }] })
  const client = grafana.connect(config, { clock, instance: 'grafana-main', readSecret: async () => '' })
  const served = grafana.operations.find((one) => one.operation.id === operation)
  const context = { clock, signal: new AbortController().signal, deadline: NOW + 100 }
  try {
    const outcome = await served?.run(client, input, context).catch((error: unknown) => error)
    return { outcome, paths: server.requests.map((one) => one.path) }
  } finally {
    await grafana.close?.(client)
    await server.stop()
  }
}

const TEXT = 'Authentication to data source failed'
const DENIED = {
  accessErrorId: 'ACE0000000001',
  message: "You'll need additional permissions to perform this action. Permissions needed: datasources:query",
  title: 'Access denied',
}
const REFUSALS = [
  {
    name: 'a data source that does not accept the credential that Grafana holds for it',
    refusal: { status: 400, text: TEXT },
    state: 'unauthorized',
    carried: { credential: 'data source main', status: 401, server: 'data source' },
  },
  {
    name: 'a Grafana that does not know the credential',
    refusal: { status: 401, json: { message: 'Invalid API key' } },
    state: 'unauthorized',
    carried: { credential: 'grafana-main', status: 401, server: 'grafana' },
  },
  {
    name: 'a Grafana that does not let the credential query',
    refusal: { status: 403, json: DENIED },
    state: 'forbidden',
    carried: { missing: 'datasources:query', status: 403, server: 'grafana' },
  },
  {
    name: 'a data source that forbids what is asked',
    refusal: { status: 403, text: 'access denied to tenant' },
    state: 'forbidden',
    carried: { status: 403, server: 'data source' },
  },
  {
    name: 'a data source that Grafana does not reach',
    refusal: { status: 502, text: '' },
    state: 'upstream_failed',
    carried: { status: 502, server: 'data source' },
  },
  {
    name: 'a data source that is gone',
    refusal: { status: 404, json: { message: 'Unable to find datasource' } },
    state: 'unusable',
    carried: { why: 'scope_mismatch', status: 404, server: 'grafana' },
  },
] as const

for (const { name, refusal, state, carried } of REFUSALS)
  for (const kind of KINDS)
    test(`${name} is ${state} and names who refused, of ${kind}`, async () => {
      const { outcome } = await ask(kind, refusal)
      assert.ok(outcome instanceof SourceError, String(outcome))
      assert.deepEqual([outcome.state, outcome.carried], [state, carried])
    })

test("a caller's query that Prometheus refuses stays an error of the argument", async () => {
  const json = { status: 'error', errorType: 'bad_data', error: 'unknown function' }
  const { outcome } = await ask('prometheus', { status: 400, json })
  assert.ok(outcome instanceof ArgumentError)
  assert.equal(outcome.field, 'expr')
})

test('a data source of another kind than the configured one is not asked', async () => {
  const { outcome, paths } = await ask('loki', { json: {} }, 'elasticsearch')
  assert.ok(outcome instanceof SourceError)
  assert.deepEqual([outcome.state, outcome.carried], ['unusable', { why: 'scope_mismatch' }])
  assert.deepEqual(paths, ['/api/org', '/api/datasources/uid/main'])
})

test('the probe of a data source says its organisation and UID, and what it refuses', async () => {
  const server = await createReplayServer()
  const clock = createFakeClock(NOW)
  const parsed = grafana.config.parse({ url: server.url, datasources: [{ uid: 'main', kind: 'tempo' }] })
  const config = grafana.split?.(parsed).at(-1)?.config
  const client = grafana.connect(config, { clock, instance: 'grafana-main', readSecret: async () => '' })
  const probe = (refusal: Omit<Route, 'path'>) => {
    server.load([
      { path: '/api/org', json: { id: 3 } },
      { path: '/api/datasources/uid/main', json: { uid: 'main', name: 'Main', type: 'tempo' } },
      { ...refusal, path: '/api/datasources/proxy/uid/main/api/search' },
    ])
    return grafana.probe(client, { clock, signal: new AbortController().signal, deadline: NOW + 100 })
  }
  try {
    const { health, scopes } = await probe({ json: { traces: [], metrics: {} } })
    assert.deepEqual([health, scopes], ['up', [{ backend: 'grafana-main', tenant: '3', datasource: 'main' }]])
    const refused = await probe({ status: 400, text: TEXT })
    assert.deepEqual([refused.health, refused.code, refused.scopes], ['down', 'unauthorized', []])
  } finally {
    await grafana.close?.(client)
    await server.stop()
  }
})

test('what a plugin alone knows is served only where the configuration names it', () => {
  const serves = (more: object) =>
    grafana
      .serves?.(grafana.config.parse({ url: 'https://grafana.test', ...more }))
      .filter((id) => /^(?:oncall|incidents)\./.test(id))
  assert.deepEqual(serves({}), [])
  assert.deepEqual(serves({ irm: true }), ['incidents.list'])
  assert.deepEqual(serves({ oncall_url: 'https://oncall.test' }), [
    'oncall.current.list',
    'oncall.schedules.list',
  ])
})

test('each data source is an instance with the operations and the dialect of its kind', () => {
  const config = grafana.config.parse({
    url: 'https://grafana.test',
    covers: ['grafana-eu'],
    datasources: [
      { uid: 'm1', kind: 'prometheus', alias: 'mimir', covers: ['prometheus'] },
      { uid: 't1', kind: 'tempo' },
    ],
  })
  const told = grafana.split?.(config).map((one) => ({
    suffix: one.suffix,
    dialect: grafana.dialectOf?.(one.config),
    covers: (one.config as { covers: string[] }).covers, // the settings above
    families: [...new Set(grafana.serves?.(one.config).map((id) => id.split('.')[0]))].sort().join(' '),
  }))
  assert.deepEqual(told, [
    {
      ...{ suffix: '', dialect: undefined, covers: ['grafana-eu'] },
      families: 'alerts annotations dashboards datasources slos',
    },
    { suffix: 'mimir', dialect: 'promql', covers: ['prometheus'], families: 'metrics services' },
    { suffix: 't1', dialect: 'traceql', covers: [], families: 'services traces' },
  ])
})
