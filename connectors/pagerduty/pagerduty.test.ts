import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFakeClock, createReplayServer, describeConnector } from '@vedette/connectors/kit/testing'
import { ArgumentError, type CallContext, NO_EFFECT_STATES, SourceError } from '@vedette/proto/connector'
import { connectPagerduty, type PagerdutyClient } from './client.ts'
import { configSchema } from './config.ts'
import { pagerdutyConnector } from './index.ts'
import { serveIncidentsNotesAdd } from './operations/incidents-notes-add.ts'

describeConnector({
  connector: pagerdutyConnector,
  folder: import.meta.dirname,
  config: ({ baseUrl }) => ({
    url: baseUrl,
    token: { env: 'PAGERDUTY_TOKEN' },
    from_email: 'vedette@acme.test',
  }),
})

const ME = {
  path: '/users/me',
  json: { user: { id: 'P1', role: 'owner', html_url: 'https://acme.eu.pagerduty.com/users/P1' } },
}
const INCIDENT = {
  path: '/incidents/PINC001',
  json: { incident: { id: 'PINC001', created_at: '2026-11-30T11:00:00Z' } },
}
const NOTES = '/incidents/PINC001/notes'
const INPUT = { id: 'PINC001', text: 'rolled back' }

type World = Readonly<{ client: PagerdutyClient; context: CallContext; advance(ms: number): void }>

async function withClient(
  config: Readonly<Record<string, unknown>>,
  routes: Parameters<typeof createReplayServer>[0],
  body: (world: World, server: Awaited<ReturnType<typeof createReplayServer>>) => Promise<void>,
): Promise<void> {
  const server = await createReplayServer(routes)
  const clock = createFakeClock()
  let token = 'first'
  const client = connectPagerduty(
    configSchema.parse({ url: server.url, token: { env: 'T' }, from_email: 'v@acme.test', ...config }),
    { clock, instance: 'pd', readSecret: async () => token },
  )
  const context: CallContext = {
    clock,
    signal: new AbortController().signal,
    deadline: clock.now() + 3_600_000,
    idempotencyKey: 'Wk3Jb0pXq7sT2vYzL9mNcd',
  }
  try {
    await body(
      {
        client,
        context,
        advance: () => {
          token = 'second'
        },
      },
      server,
    )
  } finally {
    client.close()
    await server.stop()
  }
}

test('the account is named by PagerDuty, in the EU region too, and asked once per token', async () => {
  await withClient({}, [ME], async ({ client, context, advance }, server) => {
    assert.deepEqual((await client.identify(context)).account, 'acme')
    await client.identify(context)
    assert.equal(server.requests.length, 1)
    advance(0)
    await client.identify(context)
    assert.equal(server.requests.length, 2)
    assert.equal(server.requests[1]?.headers.authorization, 'Token token=second')
  })
})

test('another account than the one expected is not read', async () => {
  await withClient({ expect_account: 'other' }, [ME], async ({ client, context }) => {
    const error = await client.identify(context).catch((one: unknown) => one)
    assert.ok(error instanceof SourceError)
    assert.deepEqual([error.state, error.carried.why], ['unusable', 'scope_mismatch'])
  })
})

test('a page that is not under pagerduty.com proves no account', async () => {
  const elsewhere = {
    user: { id: 'P1', role: 'owner', html_url: 'https://acme.pagerduty.com.evil.test/users/P1' },
  }
  await withClient({}, [{ ...ME, json: elsewhere }], async ({ client, context }) => {
    await assert.rejects(client.identify(context), { state: 'unusable' })
  })
})

test('an app token and a plain user are never taken to see every team', async () => {
  await withClient({ auth: 'bearer' }, [ME], async ({ client, context }, server) => {
    assert.equal((await client.identify(context)).seesAll, false)
    assert.equal(server.requests[0]?.headers.authorization, 'Bearer first')
  })
  const json = { user: { ...ME.json.user, role: 'user' } }
  await withClient({}, [{ ...ME, json }], async ({ client, context }) => {
    assert.equal((await client.identify(context)).seesAll, false)
  })
})

test('throttling says when the limit is reset', async () => {
  const routes = [ME, { path: '/services', status: 429, headers: { 'ratelimit-reset': '17' }, json: {} }]
  await withClient({}, routes, async ({ client, context }) => {
    const served = pagerdutyConnector.operations.find(
      ({ operation }) => operation.id === 'services.catalog.list',
    )
    const run = served?.run(client, {}, { ...context, deadline: context.clock.now() + 100 })
    await assert.rejects(run ?? Promise.resolve(), {
      state: 'throttled',
      carried: { status: 429, by: 'vendor', retry_after_ms: 17_000 },
    })
  })
})

test('a note is never sent twice, and a lost answer never looks like nothing happened', async () => {
  for (const status of [500, 502, 503, 408]) {
    const routes = [
      ME,
      INCIDENT,
      { method: 'GET', path: NOTES, json: { notes: [] } },
      { method: 'POST', path: NOTES, status, json: {} },
    ] as const
    await withClient({}, routes, async ({ client, context }, server) => {
      const error = await serveIncidentsNotesAdd.run(client, INPUT, context).catch((one: unknown) => one)
      assert.ok(error instanceof SourceError && !(error instanceof ArgumentError))
      assert.ok(!NO_EFFECT_STATES.some((state) => state === error.state), error.state)
      assert.equal(server.requests.filter(({ method }) => method === 'POST').length, 1)
    })
  }
})

test('an unreadable confirmation of a note leaves its outcome unknown', async () => {
  const routes = [
    ME,
    INCIDENT,
    { method: 'GET', path: NOTES, json: { notes: [] } },
    { method: 'POST', path: NOTES, json: { ok: true } },
  ] as const
  await withClient({}, routes, async ({ client, context }) => {
    await assert.rejects(serveIncidentsNotesAdd.run(client, INPUT, context), { state: 'unusable' })
  })
})

test('the preview of a note sends no note', async () => {
  await withClient({}, [ME, INCIDENT], async ({ client, context }, server) => {
    const reading = await serveIncidentsNotesAdd.preview?.(client, INPUT, context)
    assert.deepEqual(reading?.value, { added: false, id: 'PINC001', note: null, at: null, url: null })
    assert.deepEqual([...new Set(server.requests.map(({ method }) => method))], ['GET'])
  })
})

test('without a user to write for, notes are not served, and nothing is sent', async () => {
  const config = configSchema.parse({ token: { env: 'T' } })
  assert.equal(pagerdutyConnector.serves?.(config).includes('incidents.notes.add'), false)
  assert.equal(pagerdutyConnector.serves?.(config).length, pagerdutyConnector.operations.length - 1)
  const routes = [ME, INCIDENT, { method: 'GET', path: NOTES, json: { notes: [] } }] as const
  await withClient({ from_email: undefined }, routes, async ({ client, context }, server) => {
    await assert.rejects(serveIncidentsNotesAdd.run(client, INPUT, context), { state: 'not_configured' })
    assert.equal(
      server.requests.some(({ method }) => method === 'POST'),
      false,
    )
  })
})

test('each operation declares the scopes that it needs', () => {
  for (const { operation } of pagerdutyConnector.operations)
    assert.notEqual((operation.permissions['pagerduty'] ?? []).length, 0, operation.id)
})
