import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFakeClock, createReplayServer, describeConnector } from '@vedette/connectors/kit/testing'
import { CONNECTORS } from '@vedette/connectors/registry'

const grafanaConnector =
  (await CONNECTORS.find(({ id }) => id === 'grafana')?.load()) ?? assert.fail('grafana is not built in')

describeConnector({
  connector: grafanaConnector,
  folder: import.meta.dirname,
  config: ({ baseUrl }) => ({
    url: baseUrl,
    auth: { bearer: { env: 'GRAFANA_TOKEN' } },
    irm: true,
    oncall_url: `${baseUrl}/oncall`,
    datasources: [
      { uid: 'mimir', kind: 'prometheus' },
      { uid: 'loki', kind: 'loki' },
      { uid: 'tempo', kind: 'tempo' },
    ],
  }),
})

const NOW = Date.parse('2026-11-30T12:00:00Z')
const W = { from: '2026-11-30T11:00:00Z', to: '2026-11-30T12:00:00Z' }

async function run(
  operation: string,
  input: unknown,
  setup: Readonly<{
    org?: number
    config?: Record<string, unknown>
    routes?: readonly { path: string; json: unknown }[]
  }> = {},
) {
  const { org = 3, routes = [] } = setup
  const server = await createReplayServer([{ path: '/api/org', json: { id: org } }, ...routes])
  const clock = createFakeClock(NOW)
  const config = grafanaConnector.config.parse({ url: server.url, ...setup.config })
  const client = grafanaConnector.connect(config, { clock, instance: 'grafana', readSecret: async () => '' })
  const served = grafanaConnector.operations.find((one) => one.operation.id === operation)
  assert.ok(served)
  const context = { clock, signal: new AbortController().signal, deadline: NOW + 100 }
  try {
    const outcome = await served.run(client, input, context).catch((error: unknown) => error)
    return { outcome, paths: server.requests.map(({ path }) => path) }
  } finally {
    await grafanaConnector.close?.(client)
    await server.stop()
  }
}

test('no uid of a data source or dashboard leaves its place in a path, and nothing is asked for one that tries', async () => {
  for (const uid of [
    '../admin',
    '..%2fadmin',
    '%2e%2e',
    'a//b',
    'a/b',
    'a;b',
    'a?b',
    'a#b',
    'a\0b',
    'a\\b',
    '.',
    '..',
  ])
    for (const [operation, input, field] of [
      ['datasources.health', { uid }, 'uid'],
      ['dashboards.get', { uid }, 'uid'],
      ['annotations.list', { ...W, dashboard: uid }, 'dashboard'],
    ] as const) {
      const { outcome, paths } = await run(operation, input)
      const { name, code, field: named } = outcome as { name: string; code: string; field: string } // an error, see below
      assert.deepEqual(
        [name, code, named],
        ['ArgumentError', 'invalid_argument', field],
        `${operation} ${uid}`,
      )
      assert.deepEqual(paths, [], `${operation} ${uid}`)
    }
})

test('an organisation other than the expected one is not read', async () => {
  const { outcome, paths } = await run('datasources.list', {}, { org: 4, config: { expect_org: '3' } })
  const { state, carried } = outcome as { state: string; carried: { why: string } } // a SourceError, see below
  assert.deepEqual([state, carried.why], ['unusable', 'scope_mismatch'])
  assert.deepEqual(paths, ['/api/org'])
})

test('what an address of a data source carries besides the place itself is not told', async () => {
  const source = {
    uid: 'a',
    name: 'a',
    type: 'loki',
    access: 'proxy',
    url: 'https://u:p@loki.test/x?key=k#f',
  }
  const routes = [{ path: '/api/datasources', json: [source] }]
  const { outcome } = await run('datasources.list', {}, { routes })
  const { value } = outcome as { value: { datasources: { url: string }[] } } // a reading of the operation
  assert.equal(value.datasources[0]?.url, 'https://loki.test/x')
})
