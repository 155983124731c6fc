import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { SourceError } from '@vedette/proto/connector'
import { createHttpClient, type HttpClientOptions } from './http.ts'
import { createFakeClock, createReplayServer, type Fault } from './testing/index.ts'

const server = await createReplayServer()
after(() => server.stop())

function open(options: Partial<HttpClientOptions> = {}) {
  const clock = createFakeClock()
  const controller = new AbortController()
  const client = createHttpClient({
    baseUrl: `${server.url}/base/`,
    name: 'vendor',
    random: () => 0,
    ...options,
  })
  const context = { clock, signal: controller.signal, deadline: clock.now() + 100 }
  return { clock, controller, client, context }
}

// A call that waits to ask again has a timer beside its deadline.
async function untilItWaits(clock: Readonly<{ pending(): number }>): Promise<void> {
  while (clock.pending() < 2) await new Promise((resolve) => setImmediate(resolve))
}

async function failureOf(run: Promise<unknown>): Promise<SourceError> {
  try {
    await run
  } catch (error) {
    assert.ok(error instanceof SourceError, `a SourceError was expected, not ${String(error)}`)
    return error
  }
  assert.fail('the call answered')
}

test('what is not ready, was changed on the way or is a part of an answer is no answer, however whole it looks', async () => {
  const { client, context } = open()
  for (const status of [202, 203, 206, 207]) {
    server.load([{ path: '/base/x', status, json: { items: [] } }])
    for (const ask of [
      client.get({ path: ['x'], context }),
      client.postJson({ path: ['x'], body: {}, context }),
    ]) {
      const error = await failureOf(ask)
      assert.deepEqual([error.state, error.carried], ['unusable', { why: 'unexpected_kind', status }])
    }
  }
  client.close()
})

test('a change that the vendor accepted is told as done, and a part of an answer is not', async () => {
  const { client, context } = open()
  const change = () => client.change({ method: 'POST', path: ['x'], body: {}, context })
  server.load([{ path: '/base/x', status: 202, json: { id: 1 } }])
  assert.deepEqual((await change()).json, { id: 1 })
  server.load([{ path: '/base/x', status: 206, json: { id: 1 } }])
  assert.equal((await failureOf(change())).state, 'unusable')
  client.close()
})

test('an object of nothing but an error is no answer under status 200, and one that failed is', async () => {
  const { client, context } = open()
  const told = [
    { errors: ['x'] },
    { error: 'x', code: 16, message: 'x' },
    { status: 'error', error: { code: 5 } },
  ]
  for (const json of told) {
    server.load([{ path: '/base/x', json }])
    const error = await failureOf(client.get({ path: ['x'], context }))
    assert.deepEqual(error.carried, { why: 'unexpected_kind', code: 'error_in_answer' })
  }
  for (const json of [
    { id: 'vm', error: 'no disk' },
    { data: [], errors: [] },
    { errors: [] },
    { error: null },
  ]) {
    server.load([{ path: '/base/x', json }])
    assert.deepEqual((await client.get({ path: ['x'], context })).json, json)
  }
  client.close()
})

const TABLE: readonly (readonly [Fault, string, object])[] = [
  ['http_401', 'unauthorized', { credential: 'vendor', status: 401 }],
  ['http_403', 'forbidden', { status: 403 }],
  ['http_429', 'throttled', { status: 429, by: 'vendor', retry_after_ms: 30_000 }],
  ['http_500', 'upstream_failed', { status: 500 }],
  ['redirect', 'unusable', { why: 'unexpected_kind', status: 302 }],
  ['html', 'unusable', { why: 'unexpected_kind' }],
  ['truncated_json', 'unusable', { why: 'unparseable' }],
  ['empty_body', 'unusable', { why: 'unparseable' }],
  ['oversized', 'unusable', { why: 'too_large' }],
  ['gzip_bomb', 'unusable', { why: 'too_large' }],
  ['reset', 'upstream_failed', { errno: 'ECONNRESET' }],
]

for (const [fault, state, carried] of TABLE) {
  test(`a vendor's ${fault} becomes ${state} with closed fields only`, async () => {
    const { client, context } = open()
    server.load([])
    server.fail(fault)
    const error = await failureOf(client.get({ path: ['x'], context }))
    client.close()
    assert.equal(error.state, state)
    assert.deepEqual(error.carried, carried)
    assert.equal(error.cause, undefined)
    assert.equal(server.requests.length, 1)
  })
}

test('a vendor that is silent or drips ends at the deadline, in its phase, and the socket is closed', async () => {
  for (const [fault, phase] of [
    ['silence', 'first_byte'],
    ['drip', 'body'],
  ] as const) {
    const { client, context, clock } = open()
    await server.idle()
    server.load([])
    server.fail(fault)
    const head = new Promise<void>((resolve) => {
      const onHead = () => {
        unsubscribe('http.client.response.finish', onHead)
        setImmediate(resolve)
      }
      if (fault === 'drip') subscribe('http.client.response.finish', onHead)
    })
    const failed = failureOf(client.get({ path: ['x'], context }))
    await server.arrived(1)
    if (fault === 'drip') await head
    clock.advance(100)
    const error = await failed
    assert.equal(error.state, 'timed_out')
    assert.deepEqual(error.carried, { waited_ms: 100, phase })
    await server.idle()
  }
})

test('a caller that goes away closes the socket before the deadline', async () => {
  const { client, context, controller } = open()
  server.load([])
  server.fail('silence')
  const failed = failureOf(client.get({ path: ['x'], context }))
  await server.arrived(1)
  controller.abort()
  assert.equal((await failed).state, 'timed_out')
  await server.idle()
})

test('a call past its deadline never reaches the vendor', async () => {
  const { client, context, clock } = open()
  server.load([])
  clock.advance(100)
  assert.deepEqual((await failureOf(client.get({ path: ['x'], context }))).carried, {
    waited_ms: 0,
    phase: 'connect',
  })
  assert.equal(server.requests.length, 0)
})

test('a refused connection names its errno', async () => {
  const gone = await createReplayServer()
  await gone.stop()
  const { client, context } = open({ baseUrl: gone.url })
  const error = await failureOf(client.get({ path: [], context }))
  assert.equal(error.state, 'upstream_failed')
  assert.deepEqual(error.carried, { errno: 'ECONNREFUSED' })
})

test('the base path, encoded segments, repeated query keys and fresh headers reach the vendor', async () => {
  let turn = 0
  const { client, context } = open({ headers: async () => ({ authorization: `Bearer t${++turn}` }) })
  server.load([{ path: '/base/api/a%20b%3Ac', json: { fine: true } }])
  const first = await client.get({ path: ['api', 'a b:c'], query: { m: ['1', '2'], n: 'x&y' }, context })
  await client.get({ path: ['api', 'a b:c'], context })
  client.close()
  assert.deepEqual(first.json, { fine: true })
  assert.equal(server.requests[0]?.query.toString(), 'm=1&m=2&n=x%26y')
  assert.deepEqual(
    server.requests.map((one) => one.headers.authorization),
    ['Bearer t1', 'Bearer t2'],
  )
})

test('a form and a JSON body are posted with their types', async () => {
  const { client, context } = open()
  server.load([{ path: '/base/q', json: [1] }])
  await client.postForm({ path: ['q'], form: { query: 'up == 1' }, context })
  await client.postJson({ path: ['q'], body: { a: 1 }, context })
  client.close()
  assert.deepEqual(
    server.requests.map((one) => [one.method, one.headers['content-type'], one.body]),
    [
      ['POST', 'application/x-www-form-urlencoded', 'query=up+%3D%3D+1'],
      ['POST', 'application/json', '{"a":1}'],
    ],
  )
})

test('compressed answers are decoded, at most two layers', async () => {
  const { client, context } = open()
  const body = gzipSync(JSON.stringify({ n: 1 })).toString('latin1')
  const encoded = await createLatinServer(body)
  const near = open({ baseUrl: encoded.url })
  assert.deepEqual((await near.client.get({ path: ['1'], context: near.context })).json, { n: 1 })
  const error = await failureOf(near.client.get({ path: ['3'], context: near.context }))
  assert.deepEqual(error.carried, { why: 'unexpected_kind' })
  near.client.close()
  client.close()
  await encoded.stop()
  assert.ok(context.deadline > 0)
})

test('text is read as text only when the vendor calls it so', async () => {
  const { client, context } = open()
  const path = '/base/log'
  server.load([{ path, text: '<b>a line of a log</b>\n' }])
  assert.equal((await client.getText({ path: ['log'], context })).text, '<b>a line of a log</b>\n')
  for (const route of [
    { path, json: [] },
    { path, text: 'Sign in', headers: { 'content-type': 'text/html' } },
  ]) {
    server.load([route])
    const { state, carried } = await failureOf(client.getText({ path: ['log'], context }))
    assert.deepEqual([state, carried.why], ['unusable', 'unexpected_kind'])
  }
  client.close()
})

test('503 and resets are tried once more, and only when the wait fits the deadline', async () => {
  for (const fault of ['http_503', 'reset'] as const) {
    const { client, context, clock } = open()
    const longer = { ...context, deadline: clock.now() + 5_000 }
    server.load([{ path: '/base/x', json: [] }])
    server.fail(fault)
    const failed = failureOf(client.get({ path: ['x'], context: longer }))
    await server.arrived(1)
    await untilItWaits(clock)
    clock.advance(150)
    assert.equal((await failed).state, 'upstream_failed')
    assert.equal(server.requests.length, 2, fault)
    client.close()
  }
})

test('one 503 is read at the second try', async () => {
  const { client, context, clock } = open()
  server.load([])
  server.fail('http_503')
  const read = client.get({ path: ['x'], context: { ...context, deadline: clock.now() + 5_000 } })
  await server.arrived(1)
  await untilItWaits(clock)
  server.load([{ path: '/base/x', json: { n: 1 } }])
  clock.advance(150)
  assert.deepEqual((await read).json, { n: 1 })
  client.close()
})

test('a vendor that throttles is asked once more, not before its Retry-After', async () => {
  const { client, context, clock } = open()
  server.load([])
  server.fail('http_429')
  const failed = failureOf(
    client.get({ path: ['x'], context: { ...context, deadline: clock.now() + 60_000 } }),
  )
  await server.arrived(1)
  await untilItWaits(clock)
  clock.advance(30_000)
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(server.requests.length, 1)
  clock.advance(450)
  const { state, carried } = await failed
  assert.deepEqual([state, carried.retry_after_ms, server.requests.length], ['throttled', 30_000, 2])
  client.close()
})

test('retries stop when their budget of one in ten is spent', async () => {
  const { client, clock } = open()
  server.load([])
  server.fail('http_503')
  for (let call = 0; call < 10; call++) {
    const context = { clock, signal: new AbortController().signal, deadline: clock.now() + 5_000 }
    const seen = server.requests.length
    let over = false
    const failed = failureOf(client.get({ path: ['x'], context })).finally(() => {
      over = true
    })
    await server.arrived(seen + 1)
    while (!over && clock.pending() < 2) await new Promise((resolve) => setImmediate(resolve))
    clock.advance(150)
    await failed
  }
  client.close()
  assert.equal(server.requests.length, 10 + 3 + 1)
})

test('a table of the connector reads a status in its own way', async () => {
  const { client, context } = open({
    errors: { 422: ({ json }) => new SourceError('not_served', { why: JSON.stringify(json) }) },
  })
  server.load([{ path: '/base/x', status: 422, json: { type: 'execution' } }])
  const error = await failureOf(client.get({ path: ['x'], context }))
  client.close()
  assert.equal(error.state, 'not_served')
  assert.equal(error.carried.why, '{"type":"execution"}')
})

test('a secret that is no header value is unauthorized and is not repeated', async () => {
  const { client, context } = open({ headers: async () => ({ authorization: 'Bearer canary\nx: y' }) })
  const error = await failureOf(client.get({ path: ['x'], context }))
  assert.equal(error.state, 'unauthorized')
  assert.ok(!JSON.stringify([error.carried, error.stack]).includes('canary'))
})

async function createLatinServer(body: string) {
  const { createServer } = await import('node:http')
  const plain = createServer((request, response) => {
    const layers = Number(request.url?.slice(1))
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-encoding': Array(layers).fill('gzip').join(),
    })
    response.end(Buffer.from(body, 'latin1'))
  })
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve))
  const address = plain.address()
  assert.ok(address !== null && typeof address === 'object')
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop: () =>
      new Promise((resolve) => {
        plain.closeAllConnections()
        plain.close(resolve)
      }),
  }
}

test("a call's own headers stand above the client's", async () => {
  const { client, context } = open({ headers: async () => ({ authorization: 'Bearer all', 'x-kept': '1' }) })
  server.load([{ path: '/base/x', json: {} }])
  await client.get({ path: ['x'], headers: { authorization: 'Bearer one' }, context })
  client.close()
  const { headers } = server.requests[0] ?? assert.fail('nothing was asked')
  assert.deepEqual([headers.authorization, headers['x-kept']], ['Bearer one', '1'])
})
