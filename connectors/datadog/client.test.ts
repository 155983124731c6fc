import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import {
  createFakeClock,
  createReplayServer,
  type ReplayServer,
  type Route,
} from '@vedette/connectors/kit/testing'
import { ArgumentError, SourceError } from '@vedette/proto/connector'
import { z } from 'zod'
import { connectDatadog } from './client.ts'
import { configSchema, SITES } from './config.ts'

const ORG = '3f0a1c52-7a11-4a8e-9d5b-2c6f0e9b7d10'
const VALID: Route = { path: '/api/v2/validate', json: { data: { id: ORG, attributes: { valid: true } } } }
const FORBIDDEN = { status: 403, json: { errors: ['Forbidden'] } } as const

describe('the client', () => {
  let server: ReplayServer
  let keys: Record<string, string>
  before(async () => {
    server = await createReplayServer()
  })
  after(() => server.stop())
  beforeEach(() => {
    keys = { A: 'api-1', B: 'app-1' }
  })

  function connect(more: Readonly<Record<string, unknown>> = {}) {
    const clock = createFakeClock()
    const config = configSchema.parse({
      url: server.url,
      api_key: { env: 'A' },
      app_key: { env: 'B' },
      ...more,
    })
    const readSecret = async (ref: Readonly<{ env: string }> | Readonly<{ file: string }>) =>
      keys['env' in ref ? ref.env : ref.file] ?? ''
    const client = connectDatadog(config, { clock, instance: 'dd-eu', readSecret })
    const context = { clock, signal: new AbortController().signal, deadline: clock.now() + 100 }
    const ask = (field?: string) =>
      client.ask({
        path: ['v1', 'thing'],
        schema: z.object({}),
        needs: 'things_read',
        context: { ...context, deadline: clock.now() + 100 },
        ...(field === undefined ? {} : { field }),
      })
    return { client, clock, ask }
  }

  async function fails(
    run: Promise<unknown>,
  ): Promise<Readonly<{ state: string } & Record<string, unknown>>> {
    const error: unknown = await run.then(
      () => assert.fail('it was answered'),
      (thrown: unknown) => thrown,
    )
    assert.ok(error instanceof SourceError, String(error))
    return { state: error.state, ...error.carried }
  }

  test('reads no organisation but the one that is expected', async () => {
    server.load([VALID, { path: '/api/v1/thing', json: {} }])
    const { client, ask } = connect({ expect_org: '11111111-1111-1111-1111-111111111111' })
    assert.deepEqual(await fails(ask()), { state: 'unusable', why: 'scope_mismatch' })
    assert.deepEqual(
      server.requests.map(({ path }) => path),
      ['/api/v2/validate'],
    )
    client.close()
    const right = connect({ expect_org: ORG.toUpperCase() })
    await right.ask()
    right.client.close()
  })

  test('a key that Datadog calls invalid is unauthorized, a scope that is missing is forbidden by its name', async () => {
    server.load([{ path: '/api/v2/validate', ...FORBIDDEN }])
    const { client, ask } = connect()
    assert.deepEqual(await fails(ask()), { state: 'unauthorized', credential: 'dd-eu', status: 403 })
    server.load([VALID, { path: '/api/v1/thing', ...FORBIDDEN }])
    assert.deepEqual(await fails(ask()), { state: 'forbidden', status: 403, missing: 'things_read' })
    server.load([{ path: '/api/v2/validate', json: { data: { id: ORG, attributes: { valid: false } } } }])
    const invalid = connect()
    assert.deepEqual(await fails(invalid.ask()), { state: 'unauthorized', credential: 'dd-eu' })
    client.close()
    invalid.client.close()
  })

  test('keys that were rotated are used at once, and their organisation is proved anew', async () => {
    server.load([VALID, { path: '/api/v1/thing', json: {} }])
    const { client, ask } = connect()
    await ask()
    await ask()
    keys['B'] = 'app-2'
    await ask()
    assert.deepEqual(
      server.requests.map(({ path, headers }) => [path, headers['dd-application-key']]),
      [
        ['/api/v2/validate', 'app-1'],
        ['/api/v1/thing', 'app-1'],
        ['/api/v1/thing', 'app-1'],
        ['/api/v2/validate', 'app-2'],
        ['/api/v1/thing', 'app-2'],
      ],
    )
    client.close()
  })

  test('the organisation is proved again after ten minutes', async () => {
    server.load([VALID, { path: '/api/v1/thing', json: {} }])
    const { client, clock, ask } = connect()
    await ask()
    clock.advance(600_000)
    await ask()
    assert.equal(server.requests.filter(({ path }) => path === '/api/v2/validate').length, 2)
    client.close()
  })

  test('a limit that is used up says when it begins anew, and our own share ends before it', async () => {
    const limit = { 'x-ratelimit-limit': '10', 'x-ratelimit-period': '60', 'x-ratelimit-name': 'things' }
    server.load([
      VALID,
      { path: '/api/v1/thing', status: 429, json: { errors: [] }, headers: { 'x-ratelimit-reset': '12' } },
    ])
    const { client, ask } = connect()
    assert.deepEqual(await fails(ask()), {
      state: 'throttled',
      status: 429,
      by: 'vendor',
      retry_after_ms: 12_000,
    })
    const headers = { ...limit, 'x-ratelimit-remaining': '4', 'x-ratelimit-reset': '30' }
    server.load([VALID, { path: '/api/v1/thing', json: {}, headers }])
    await ask()
    await ask()
    await ask()
    const asked = server.requests.length
    assert.deepEqual(await fails(ask()), { state: 'throttled', by: 'us', retry_after_ms: 30_000 })
    assert.equal(server.requests.length, asked)
    const twin = connect()
    assert.equal((await fails(twin.ask())).by, 'us')
    client.close()
    twin.client.close()
  })

  test("a question that Datadog refuses is the caller's fault only where the caller wrote it", async () => {
    keys['A'] = 'api-9'
    server.load([VALID, { path: '/api/v1/thing', status: 400, json: { errors: ['canary of the vendor'] } }])
    const { client, ask } = connect()
    assert.deepEqual(await fails(ask()), {
      state: 'unusable',
      why: 'unexpected_kind',
      status: 400,
      code: 'query_refused',
    })
    await assert.rejects(ask('expr'), (error: unknown) => {
      assert.ok(error instanceof ArgumentError)
      assert.deepEqual([error.field, /canary/.test(error.message + error.fix)], ['expr', false])
      return true
    })
    client.close()
  })

  test('every site is one that Datadog has, and no other is taken', () => {
    assert.deepEqual(Object.keys(SITES), [
      'datadoghq.com',
      'datadoghq.eu',
      'us3.datadoghq.com',
      'us5.datadoghq.com',
      'ap1.datadoghq.com',
      'ap2.datadoghq.com',
      'ddog-gov.com',
    ])
    const secrets = { api_key: { env: 'A' }, app_key: { env: 'B' } }
    assert.equal(configSchema.parse(secrets).site, 'datadoghq.com')
    assert.equal(configSchema.safeParse({ ...secrets, site: 'evil.test' }).success, false)
  })
})
