import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createFakeClock } from '@vedette/proto/clock'
import {
  agentView,
  connectorState,
  createFakeDispatch,
  createFakeFleet,
  principal,
  readResult,
} from '../../testing/fakes.ts'
import { createFakeTokens, startHttp, WEB } from '../../testing/http.ts'

const ERAS = [
  ['a stateless client (2026-07-28)', 'modern'],
  ['a session client (2025-11-25)', 'legacy'],
] as const
type Era = (typeof ERAS)[number][1]

async function connect(
  t: TestContext,
  url: string,
  { era, token = 'vdt_admin' }: { era: Era; token?: string },
) {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' } },
  )
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  })
  await client.connect(transport)
  t.after(() => client.close())
  return client
}

function textOf(result: unknown): string {
  const { content } = result as { content: { type: string; text: string }[] } // the SDK's client checked it
  assert.equal(content.length, 1)
  assert.equal(content[0]?.type, 'text')
  return content[0]?.text ?? ''
}

const down = { health: 'down', code: 'unauthorized' } as const
const host = connectorState('host', ['host.disks.list'])
const prometheus = connectorState('prometheus', ['metrics.query'], { dialect: 'promql' })

for (const [who, era] of ERAS) {
  test(`${who} gets instructions, the tools that are served in a fixed order, and sealed answers`, async (t) => {
    const { url, audit } = await startHttp(t)
    const client = await connect(t, url, { era })
    assert.match(client.getInstructions() ?? '', /prometheus \(promql\) on web-1/)
    const { tools } = await client.listTools()
    assert.deepEqual(
      tools.map((tool) => tool.name),
      [
        'check_fleet_health',
        'list_scopes',
        'connectors_describe',
        'list_catalog',
        'host_disks_list',
        'metrics_query',
      ],
    )
    assert.deepEqual(tools[0]?.annotations, { readOnlyHint: true, openWorldHint: false })
    const result = await client.callTool({ name: 'host_disks_list', arguments: { host: 'web-1' } })
    assert.notEqual(result.isError, true)
    const body = JSON.parse(textOf(result)) as Record<string, unknown>
    assert.equal(body['visibility'], 'full')
    assert.deepEqual(body['disks'], [])
    assert.equal(audit.length, 1)
  })

  test(`${who} gets bad arguments and unknown tools as one error shape in the first text block`, async (t) => {
    const { url, asked } = await startHttp(t)
    const client = await connect(t, url, { era })
    const bad = await client.callTool({ name: 'host_disks_list', arguments: { treshold: 1 } })
    assert.equal(bad.isError, true)
    const { error } = JSON.parse(textOf(bad)) as { error: Record<string, unknown> }
    assert.deepEqual(
      [error['code'], error['field'], error['retryable']],
      ['invalid_argument', 'treshold', false],
    )
    const unknown = await client.callTool({ name: 'host_disk_list', arguments: {} })
    assert.equal(unknown.isError, true)
    assert.match(textOf(unknown), /"code":"unknown_tool".*"choices":\["host_disks_list"/)
    assert.equal(asked.length, 0)
  })

  test(`${who} reads the refusal of a hidden tool as a normal result`, async (t) => {
    const fleet = createFakeFleet([agentView('web-1', [host, { ...prometheus, ...down }])])
    const { url, asked } = await startHttp(t, { fleet })
    const client = await connect(t, url, { era })
    const names = (await client.listTools()).tools.map((tool) => tool.name)
    assert.ok(!names.includes('metrics_query'))
    const result = await client.callTool({ name: 'metrics_query', arguments: { expr: 'up' } })
    assert.notEqual(result.isError, true)
    assert.deepEqual((JSON.parse(textOf(result)) as { missing: string[] }).missing, ['metrics.query'])
    assert.equal(asked.length, 0)
  })

  test(`${who} that cancels aborts the read`, async (t) => {
    const aborted = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    const dispatch = createFakeDispatch(async (request, { signal }) => {
      started.resolve()
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
      aborted.resolve()
      return readResult(request, {})
    })
    const { url } = await startHttp(t, { dispatch })
    const client = await connect(t, url, { era })
    const cancel = new AbortController()
    const call = client.callTool({ name: 'host_disks_list', arguments: {} }, { signal: cancel.signal })
    await started.promise
    cancel.abort()
    await assert.rejects(call)
    await aborted.promise
  })

  test(`${who} hears progress of long work`, async (t) => {
    const slow = {
      name: 'slow',
      title: 'Slow',
      description: 'Works.',
      tier: 'metadata',
      inputSchema: { type: 'object' },
      needs: null,
      async run(
        _args: unknown,
        { progress }: { progress(done: number, total: number, message: string): void },
      ) {
        progress(1, 2, 'half')
        throw new Error('enough')
      },
    } as const
    const { url } = await startHttp(t, { extraTools: [slow] })
    const client = await connect(t, url, { era })
    const heard: unknown[] = []
    await client.callTool({ name: 'slow', arguments: {} }, { onprogress: (progress) => heard.push(progress) })
    assert.deepEqual(heard, [{ progress: 1, total: 2, message: 'half' }])
  })

  test(`${who} with a wrong token is refused`, async (t) => {
    const { url } = await startHttp(t)
    await assert.rejects(connect(t, url, { era, token: 'vdt_wrong' }))
  })

  test(`${who} whose token is narrowed sees nothing outside`, async (t) => {
    const store = createFakeTokens({ vdt_narrow: principal({ id: 'tok_3', families: ['metrics'] }) })
    const { url } = await startHttp(t, { store } as never)
    const client = await connect(t, url, { era, token: 'vdt_narrow' })
    const names = (await client.listTools()).tools.map((tool) => tool.name)
    assert.ok(names.includes('metrics_query') && !names.includes('host_disks_list'))
    assert.match(textOf(await client.callTool({ name: 'host_disks_list', arguments: {} })), /unknown_tool/)
  })

  test(`${who}: eighty clients with equal request ids get their own canaries only`, async (t) => {
    const dispatch = createFakeDispatch(async (request) => {
      await new Promise((resolve) => setImmediate(resolve))
      return readResult(request, { canary: request.routing.host })
    })
    const { url } = await startHttp(t, { dispatch })
    const clients = await Promise.all(Array.from({ length: 80 }, () => connect(t, url, { era })))
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all(
        clients.map((client, n) =>
          client.callTool({ name: 'host_disks_list', arguments: { host: `canary-${n}` } }),
        ),
      )
      answers.forEach((answer, n) => {
        assert.deepEqual(
          [...textOf(answer).matchAll(/canary-(\d+)/g)].map((match) => match[1]),
          [`${n}`, `${n}`],
        )
      })
    }
  })
}

test('the set is fixed for a session, the next one has what is served by then', async (t) => {
  const fleet = createFakeFleet([agentView('web-1', [host, prometheus])])
  const { url } = await startHttp(t, { fleet })
  const has = async (client: Client) =>
    (await client.listTools()).tools.some((tool) => tool.name === 'metrics_query')
  const first = await connect(t, url, { era: 'legacy' })
  assert.equal(await has(first), true)
  fleet.set([agentView('web-1', [host, { ...prometheus, ...down }])])
  assert.equal(await has(first), true)
  assert.equal(await has(await connect(t, url, { era: 'legacy' })), false)
  fleet.set([agentView('web-1', [host, prometheus])])
  assert.equal(await has(await connect(t, url, { era: 'legacy' })), true)
})

test('a policy that tightens takes its tools out of open sessions and tells them', async (t) => {
  const fleet = createFakeFleet([agentView('web-1', [host, prometheus])])
  const { url } = await startHttp(t, { fleet })
  const client = await connect(t, url, { era: 'legacy' })
  const told = Promise.withResolvers<void>()
  client.setNotificationHandler('notifications/tools/list_changed', () => told.resolve())
  const denied = { ...prometheus, operations: [], denied: [{ id: 'metrics.query', rule: 'r1' }] }
  fleet.set([agentView('web-1', [host, denied])])
  await told.promise
  assert.ok(!(await client.listTools()).tools.some((tool) => tool.name === 'metrics_query'))
})

test('a stateless principal keeps its list until it was idle for thirty minutes', async (t) => {
  const clock = createFakeClock(Date.UTC(2030, 0, 15, 12))
  const fleet = createFakeFleet([agentView('web-1', [host, prometheus])])
  const { url } = await startHttp(t, { fleet, clock })
  const has = async () => {
    const client = await connect(t, url, { era: 'modern' })
    return (await client.listTools()).tools.some((tool) => tool.name === 'metrics_query')
  }
  assert.equal(await has(), true)
  fleet.set([agentView('web-1', [host, { ...prometheus, ...down }])])
  await clock.advance(29 * 60_000)
  assert.equal(await has(), true)
  await clock.advance(31 * 60_000)
  assert.equal(await has(), false)
})

test('what is listed while nobody knows the fleet holds nobody to it', async (t) => {
  const fleet = createFakeFleet([])
  const { url } = await startHttp(t, { fleet })
  const count = async () => (await (await connect(t, url, { era: 'modern' })).listTools()).tools.length
  assert.ok((await count()) > 20)
  fleet.set([WEB])
  assert.equal(await count(), 6)
})

// Raw requests, for what no client library would send.
async function post(url: string, body: unknown, headers: Record<string, string> = {}) {
  const reply = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer vdt_admin',
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: reply.status, headers: reply.headers, text: await reply.text() }
}

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}
const modern = (method: string, params: object = {}, id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params: { ...params, _meta: META },
})
const headersOf = (method: string, name?: string) => ({
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': method,
  ...(name === undefined ? {} : { 'mcp-name': name }),
})

test('a stateless list carries a private, short time to live, and an id that looks like a list changes nothing', async (t) => {
  const { url } = await startHttp(t)
  const evil = '"tools":[]'
  const reply = await post(url, modern('tools/list', {}, evil), headersOf('tools/list'))
  assert.equal(reply.status, 200)
  const message = JSON.parse(reply.text) as { id: string; result: Record<string, unknown> }
  assert.equal(message.id, evil)
  assert.equal(message.result['cacheScope'], 'private')
  assert.equal(message.result['ttlMs'], 30_000)
  assert.equal((message.result['tools'] as unknown[]).length, 6)
})

test('headers that contradict the body, an unknown revision and broken JSON get the errors of the protocol', async (t) => {
  const { url } = await startHttp(t)
  const mismatch = await post(url, modern('tools/list'), headersOf('tools/call'))
  assert.equal(mismatch.status, 400)
  assert.equal((JSON.parse(mismatch.text) as { error: { code: number } }).error.code, -32_020)
  const broken = await post(url, '{"jsonrpc":')
  assert.equal(broken.status, 400)
  assert.equal((JSON.parse(broken.text) as { error: { code: number } }).error.code, -32_700)
  const paged = await post(url, modern('tools/list', { cursor: 'x' }), headersOf('tools/list'))
  assert.match(paged.text, /"code":-32602/)
})

test('a session belongs to its principal: another one sees the same as for an unknown session', async (t) => {
  const { url } = await startHttp(t)
  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
  }
  const opened = await post(url, initialize)
  const session = opened.headers.get('mcp-session-id') ?? assert.fail('no session')
  assert.match(session, /^[\w-]{22}$/)
  assert.match(opened.text, /"protocolVersion":"2025-06-18"/)
  const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' }
  const own = await post(url, list, { 'mcp-session-id': session, 'mcp-protocol-version': '2025-06-18' })
  assert.match(own.text, /check_fleet_health/)
  const stolen = await post(url, list, { 'mcp-session-id': session, authorization: 'Bearer vdt_viewer' })
  const unknown = await post(url, list, {
    'mcp-session-id': 'a'.repeat(22),
    authorization: 'Bearer vdt_viewer',
  })
  assert.equal(stolen.status, 404)
  assert.deepEqual([stolen.status, stolen.text], [unknown.status, unknown.text])
  const none = await post(url, list)
  assert.equal(none.status, 400)
})

test('a client that goes away in the middle of a call aborts the read', async (t) => {
  const aborted = Promise.withResolvers<void>()
  const started = Promise.withResolvers<void>()
  const dispatch = createFakeDispatch(async (request, { signal }) => {
    started.resolve()
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
    aborted.resolve()
    return readResult(request, {})
  })
  const { url, faults } = await startHttp(t, { dispatch })
  const gone = new AbortController()
  const call = fetch(`${url}/mcp`, {
    method: 'POST',
    signal: gone.signal,
    headers: {
      authorization: 'Bearer vdt_admin',
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headersOf('tools/call', 'host_disks_list'),
    },
    body: JSON.stringify(modern('tools/call', { name: 'host_disks_list', arguments: {} })),
  })
  await started.promise
  gone.abort()
  await assert.rejects(call)
  await aborted.promise
  assert.deepEqual(faults, [])
})

test('a thousand damaged messages crash nothing and never give a 5xx', async (t) => {
  const { url, faults } = await startHttp(t)
  const seeds = [
    JSON.stringify(modern('tools/call', { name: 'host_disks_list', arguments: { host: 'a' } })),
    JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18' },
    }),
    JSON.stringify([{ jsonrpc: '2.0', id: 1, method: 'ping' }, null, 7]),
  ]
  let state = 12_345
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
  const damage = (text: string) => {
    const at = random(text.length)
    const junk = ['', '\u0000', '"', '{', '[]', 'null', '1e999', '\ud800', '"__proto__":{},'][random(9)] ?? ''
    return `${text.slice(0, at)}${junk}${text.slice(at + random(4))}`
  }
  for (let batch = 0; batch < 50; batch += 1) {
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => {
        const body = damage(damage(seeds[random(seeds.length)] ?? ''))
        const headers =
          random(2) === 0 ? {} : headersOf(random(2) === 0 ? 'tools/call' : 'tools/list', 'host_disks_list')
        return post(url, body, headers)
      }),
    )
    for (const reply of replies) {
      assert.ok(reply.status < 500, `${reply.status} ${reply.text}`)
      assert.doesNotMatch(reply.text, /node_modules|\.mjs|\.ts:\d/)
    }
  }
  assert.deepEqual(faults, [])
})
