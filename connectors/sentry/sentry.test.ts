import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFakeClock, createReplayServer, describeConnector } from '@vedette/connectors/kit/testing'
import { type CallContext, SourceError } from '@vedette/proto/connector'
import { connectSentry, type SentryClient } from './client.ts'
import { configSchema } from './config.ts'
import { sentryConnector } from './index.ts'
import { probeSentry } from './probe.ts'
import { quote } from './query.ts'

describeConnector({
  connector: sentryConnector,
  folder: import.meta.dirname,
  config: ({ baseUrl }) => ({ url: baseUrl, organization: 'acme', token: { env: 'SENTRY_TOKEN' } }),
})

const ROOT = '/api/0/organizations/acme/'
const LINK = { link: '<https://x.test/>; rel="next"; results="false"; cursor="0:100:0"' }
const ORG = { id: '4500', slug: 'acme', access: ['org:read', 'project:read'] }

async function withClient(
  config: Readonly<Record<string, unknown>>,
  routes: Parameters<typeof createReplayServer>[0],
  body: (
    world: Readonly<{ client: SentryClient; context: CallContext; rotate(): void }>,
    server: Awaited<ReturnType<typeof createReplayServer>>,
  ) => Promise<void>,
): Promise<void> {
  const server = await createReplayServer(routes)
  const clock = createFakeClock()
  let token = 'first'
  const client = connectSentry(
    configSchema.parse({ url: server.url, organization: 'acme', token: { env: 'T' }, ...config }),
    { clock, instance: 'sentry', readSecret: async () => token },
  )
  const context = { clock, signal: new AbortController().signal, deadline: clock.now() + 100 }
  const rotate = () => {
    token = 'second'
  }
  try {
    await body({ client, context, rotate }, server)
  } finally {
    client.close()
    await server.stop()
  }
}

test('the organisation is asked once per token, with a slash at the end of each path', async () => {
  await withClient({}, [{ path: ROOT, json: ORG }], async ({ client, context, rotate }, server) => {
    assert.equal((await client.identify(context)).slug, 'acme')
    await client.identify(context)
    rotate()
    await client.identify(context)
    assert.deepEqual(
      server.requests.map(({ headers }) => headers.authorization),
      ['Bearer first', 'Bearer second'],
    )
    assert.deepEqual(server.unmatched, [])
  })
})

test('another organisation than the one named, by slug or by id, is not read', async () => {
  const mismatch = { state: 'unusable', carried: { why: 'scope_mismatch' } }
  await withClient({ expect_org_id: '1' }, [{ path: ROOT, json: ORG }], async ({ client, context }) => {
    await assert.rejects(client.identify(context), mismatch)
  })
  await withClient({}, [{ path: ROOT, json: { ...ORG, slug: 'evil' } }], async ({ client, context }) => {
    await assert.rejects(client.identify(context), mismatch)
  })
})

test('an organisation that the token does not see is forbidden, not empty', async () => {
  const routes = [{ path: ROOT, status: 404, json: { detail: 'The requested resource does not exist' } }]
  await withClient({}, routes, async ({ client, context }) => {
    await assert.rejects(client.identify(context), { state: 'forbidden' })
  })
})

test('throttling says when the limit is reset', async () => {
  await withClient({}, [], async ({ client, context }, server) => {
    const reset = String(context.clock.now() / 1000 + 9)
    server.load([{ path: ROOT, status: 429, headers: { 'x-sentry-rate-limit-reset': reset }, json: {} }])
    const error = await client.identify(context).catch((one: unknown) => one)
    assert.ok(error instanceof SourceError)
    assert.deepEqual([error.state, error.carried.retry_after_ms], ['throttled', 9000])
  })
})

test('the probe names what the token has no scope for, and is then degraded', async () => {
  const routes = [
    { path: ROOT, json: ORG },
    { path: `${ROOT}projects/`, headers: LINK, json: [] },
  ]
  await withClient({}, routes, async ({ client, context }) => {
    const result = await probeSentry(client, context)
    assert.equal(result.health, 'degraded')
    const refused = (result.forbidden ?? []).map((one) =>
      typeof one === 'string' ? one : `${one.operation} ${one.missing}`,
    )
    assert.ok(refused.includes('alerts.active.list alerts:read'))
    assert.ok(refused.includes('errors.issues.search event:read'))
    assert.equal(
      refused.some((one) => one.startsWith('deploys.list')),
      false,
    )
  })
})

test('a list that stops at a page without telling so is never the whole list', async () => {
  const routes = [
    { path: ROOT, json: ORG },
    { path: `${ROOT}projects/`, json: [] },
  ]
  await withClient({}, routes, async ({ client, context }) => {
    assert.equal((await probeSentry(client, context)).code, 'unusable')
  })
})

test('a text of the caller stays a text in a search', () => {
  assert.equal(quote('a" OR "b'), '"a\\" OR \\"b"')
  assert.equal(quote('*'), '"\\*"')
  assert.equal(quote('\\'), '"\\\\"')
})

test('each operation declares the scopes that it needs', () => {
  for (const { operation } of sentryConnector.operations)
    assert.notEqual((operation.permissions['sentry'] ?? []).length, 0, operation.id)
})
