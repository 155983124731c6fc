import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { startPrometheus } from '@vedette/test/kit'
import { callTool, connectClient, ERAS } from './mcp-client.ts'
import { type Answer, send, startAgent, startStand, type Told, untilAgent } from './stand.ts'

const [stand, prometheus] = await Promise.all([startStand({ after }), startPrometheus({ after })])
const connectors = [{ connector: 'host' }, { connector: 'prometheus', config: { url: prometheus.url } }]
await startAgent({ after }, stand, { machine: 'web-1', connectors })
await untilAgent(stand, 'web-1', { status: 'connected', health: { host: 'up', prometheus: 'up' } })

type Case = Readonly<{
  what: string
  tool: string
  args: Record<string, unknown>
  code: string
  field: string
  says: RegExp
}>

const CASES: readonly Case[] = [
  {
    what: 'an unknown argument',
    tool: 'host_disks_list',
    args: { treshold: 90 },
    code: 'invalid_argument',
    field: 'treshold',
    says: /threshold/,
  },
  {
    what: 'a wrong type',
    tool: 'host_disks_list',
    args: { threshold: 'most' },
    code: 'invalid_argument',
    field: 'threshold',
    says: /number/,
  },
  {
    what: 'a value out of bounds',
    tool: 'host_disks_list',
    args: { threshold: 101 },
    code: 'invalid_argument',
    field: 'threshold',
    says: /100/,
  },
  {
    what: 'a missing argument',
    tool: 'metrics_query',
    args: {},
    code: 'invalid_argument',
    field: 'expr',
    says: /expr/,
  },
  {
    what: 'a broken PromQL expression',
    tool: 'metrics_query',
    args: { expr: 'sum(rate(up[5m])' },
    code: 'invalid_argument',
    field: 'expr',
    says: /./,
  },
  {
    what: 'a time that is none',
    tool: 'metrics_query',
    args: { expr: 'up', at: 'yesterday-ish' },
    code: 'invalid_argument',
    field: 'at',
    says: /RFC 3339/,
  },
  {
    what: 'a host that nobody knows',
    tool: 'host_disks_list',
    args: { host: 'wbe-1' },
    code: 'unknown_scope',
    field: 'host',
    says: /web-1/,
  },
  {
    what: 'an unknown tool',
    tool: 'host_disk_list',
    args: {},
    code: 'unknown_tool',
    field: 'name',
    says: /host_disks_list/,
  },
]

// The one shape: a closed code, a sentence, the field and the fix; no stack and no path of ours.
function assertShape(text: string, body: Answer): Answer {
  assert.deepEqual(Object.keys(body), ['error'], text)
  const { code, message, retryable, fix, field, choices, ...rest } = body.error
  assert.deepEqual(rest, {}, text)
  assert.match(code, /^[a-z_]+$/)
  for (const said of [message, fix]) assert.equal(typeof said, 'string', text)
  assert.equal(typeof retryable, 'boolean')
  assert.equal(field === undefined || typeof field === 'string', true)
  assert.equal(choices === undefined || Array.isArray(choices), true)
  assert.doesNotMatch(text, /\bat .*\.(ts|js|mjs):\d|node_modules|Error:|\/src\//)
  return body.error
}

for (const { what, tool, args, code, field, says } of CASES) {
  test(`${what} is one typed error that names field and fix, over MCP in both eras and over HTTP`, async (t) => {
    const told = await stand.call(tool, args)
    assert.ok(told.status === 400 || told.status === 404, `${told.status}`)
    const texts = [[told.text, told.body]]
    for (const era of ERAS) {
      const result = await callTool(await connectClient(t, stand, era), tool, args)
      assert.equal(result.isError, true, result.text)
      texts.push([result.text, result.body])
    }
    for (const [text, body] of texts) {
      const error = assertShape(text, body)
      assert.deepEqual([error.code, error.field], [code, field], text)
      assert.match(text, says)
    }
  })
}

const JSON_TYPE = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const BODY = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })

const DOORS: readonly Readonly<{ path: string; body: string }>[] = [
  { path: '/mcp', body: BODY },
  { path: '/api/v1/call', body: JSON.stringify({ tool: 'check_fleet_health', arguments: {} }) },
]

for (const { path, body } of DOORS) {
  const post = (headers: Record<string, string>, text = body) =>
    send(`${stand.url}${path}`, { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body: text })
  const bearer = () => ({ authorization: `Bearer ${stand.token}` })

  test(`${path}: a body of 5 MB is refused by its size, and the next request is served`, async () => {
    const told = await post(bearer(), JSON.stringify({ tool: 'x', arguments: { a: 'a'.repeat(5_000_000) } }))
    assertRefused(told, { status: 413, code: 'body_too_large' })
    assert.equal((await stand.call('check_fleet_health')).status, 200)
  })

  test(`${path}: no token and a wrong one are refused with the challenge`, async () => {
    const missing = await post({})
    assertRefused(missing, { status: 401, code: 'token_required', field: 'Authorization' })
    assert.match(missing.headers.get('www-authenticate') ?? '', /^Bearer /)
    for (const wrong of ['vdt_wrong', `${stand.token}x`, stand.token.slice(0, -1), ` ${'x'.repeat(5000)}`]) {
      const told = await post({ authorization: `Bearer ${wrong}` })
      assertRefused(told, { status: 401, code: 'token_invalid', field: 'Authorization' })
    }
    for (const odd of ['Basic dXNlcjpwYXNz', 'Bearer', stand.token])
      assertRefused(await post({ authorization: odd }), {
        status: 401,
        code: 'token_required',
        field: 'Authorization',
      })
  })

  test(`${path}: a foreign Origin is refused, with a token or without`, async () => {
    for (const headers of [bearer(), {}])
      for (const origin of ['https://evil.example', 'null', `http://127.0.0.1.evil.example`])
        assertRefused(await post({ ...headers, origin }), {
          status: 403,
          code: 'origin_not_allowed',
          field: 'Origin',
        })
  })

  test(`${path}: what is not JSON is refused without a stack`, async () => {
    for (const text of ['', '{', '\u0000', '[', 'null', '"a"', '1e999', '{"a":'.repeat(3000)]) {
      const told = await post(bearer(), text)
      assert.ok(told.status >= 400 && told.status < 500, `${told.status} ${text.slice(0, 10)}`)
      assert.doesNotMatch(told.text, /\bat .*:\d|node_modules|SyntaxError/)
    }
  })
}

function assertRefused(
  told: Told,
  expected: Readonly<{ status: number; code: string; field?: string }>,
): void {
  assert.equal(told.status, expected.status, told.text)
  const error = assertShape(told.text, told.body)
  assert.deepEqual([error.code, error.field], [expected.code, expected.field], told.text)
}

test('after all of it both processes run as before, and nothing was logged with a stack', async () => {
  const answer = await stand.ask('metrics_query', { expr: 'up' })
  assert.equal(answer.visibility, 'full')
  assert.doesNotMatch(stand.controlPlane.output(), /\bat .*\.ts:\d/)
  assert.doesNotMatch(stand.controlPlane.output(), /"level":50/)
})
