import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createFakeDispatch, readResult } from '../../testing/fakes.ts'
import { startHttp } from '../../testing/http.ts'
import { fuzzMcp } from '../../testing/mcp-fuzz.ts'

const HEADERS = {
  authorization: 'Bearer vdt_admin',
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
}
const CLIENTS = 200
// Of each era; together there are fifty.
const ROUNDS = 25

test('5,000 damaged bodies and headers crash nothing, give no 5xx, show nothing of the inside and repeat little', async (t) => {
  const { url, faults } = await startHttp(t, { requestsPerMinute: 1_000_000 })
  const complaints: string[] = []
  const tally = await fuzzMcp({
    url,
    token: 'vdt_admin',
    requests: 5_000,
    seed: 20_300_101,
    onWrong: (line) => complaints.push(line),
  })
  assert.deepEqual(complaints.slice(0, 3), [])
  assert.deepEqual(faults, [])
  assert.equal(tally.sent, 5_000)
  // The damage reaches every layer: the door, the parser, the protocol, and now and then a tool.
  for (const status of [200, 400, 401, 404, 405, 415])
    assert.ok((tally.statuses[status] ?? 0) > 0, `${status}`)
  assert.equal((await fetch(`${url}/healthz`)).status, 200)
})

test('a foreign Origin is refused with 403, whatever else is right', async (t) => {
  const { url, asked } = await startHttp(t)
  for (const origin of ['https://evil.test', 'null', 'http://127.0.0.1.evil.test', 'file://']) {
    const reply = await fetch(`${url}/mcp`, {
      method: 'POST',
      headers: { ...HEADERS, origin },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
    })
    assert.equal(reply.status, 403, origin)
  }
  assert.equal(asked.length, 0)
})

test('who asks too often is told so in the words of the protocol, and when to come again', async (t) => {
  const { url } = await startHttp(t, { requestsPerMinute: 2 })
  const post = (path: string) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: HEADERS,
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
    })
  await post('/mcp')
  await post('/mcp')
  const limited = await post('/mcp')
  assert.equal(limited.status, 429)
  assert.ok(Number(limited.headers.get('retry-after')) > 0)
  const { error, id } = (await limited.json()) as { error: { code: number; data: object }; id: null }
  assert.deepEqual([error.code, id], [-32_000, null])
  assert.deepEqual(Object.keys(error.data), ['code', 'retry_after_ms'])
  const plain = await post('/api/v1/call')
  assert.deepEqual(
    [plain.status, ((await plain.json()) as { error: { code: string } }).error.code],
    [429, 'rate_limited'],
  )
  const other = await fetch(`${url}/api/v1/whoami`, { headers: { authorization: 'Bearer vdt_viewer' } })
  assert.equal(other.status, 200, 'another principal has a limit of its own')
})

const CALL = { name: 'host_disks_list' }
const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'canaries', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

test('200 stateless clients with the same request ids over 25 rounds see no canary but their own', (t) =>
  mixAnswers(t, 'stateless'))

test('200 session clients with the same request ids over 25 rounds see no canary but their own', (t) =>
  mixAnswers(t, 'session'))

// Every client asks with the same ids at the same time, each for a canary of its own.
async function mixAnswers(t: TestContext, era: 'stateless' | 'session'): Promise<void> {
  const dispatch = createFakeDispatch(async (request) => {
    await new Promise((resolve) => setImmediate(resolve))
    return readResult(request, { canary: request.routing.host })
  })
  const { url } = await startHttp(t, { dispatch, requestsPerMinute: 1_000_000 })
  const post = async (headers: Record<string, string>, method: string, params: object, id: number) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params })
    const reply = await fetch(`${url}/mcp`, { method: 'POST', headers: { ...HEADERS, ...headers }, body })
    return { session: reply.headers.get('mcp-session-id') ?? '', text: await reply.text() }
  }
  const enter = async (): Promise<Record<string, string>> => {
    if (era === 'stateless')
      return { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': CALL.name }
    const version = '2025-11-25'
    const hello = { protocolVersion: version, capabilities: {}, clientInfo: { name: 'c', version: '1' } }
    const { session } = await post({}, 'initialize', hello, 0)
    return { 'mcp-protocol-version': version, 'mcp-session-id': session }
  }
  const clients = await Promise.all(Array.from({ length: CLIENTS }, enter))
  const more = era === 'stateless' ? { _meta: META } : {}
  let foreign = 0
  let own = 0
  for (let round = 1; round <= ROUNDS; round += 1)
    await Promise.all(
      clients.map(async (headers, n) => {
        const mine = `canary-${n}-${round}.`
        const { text } = await post(
          headers,
          'tools/call',
          { ...CALL, arguments: { host: mine }, ...more },
          round,
        )
        for (const [seen] of text.matchAll(/canary-\d+-\d+\./g)) {
          if (seen === mine) own += 1
          else foreign += 1
        }
      }),
    )
  assert.equal(foreign, 0)
  assert.ok(own >= CLIENTS * ROUNDS, `${own} canaries came back`)
}
