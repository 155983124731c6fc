import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { createFolder } from '@vedette/test/kit'
import { createFakeDispatch, NOW } from '../../testing/fakes.ts'
import { startHttp, WEB } from '../../testing/http.ts'

const ADMIN = { authorization: 'Bearer vdt_admin' }
const JSON_TYPE = { 'content-type': 'application/json' }

type Asked = Readonly<{
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string
}>

// Plain node:http, so that Host and Origin can be anything.
function ask(url: string, { path, method = 'GET', headers = {}, body }: Asked) {
  return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>(
    (resolve, reject) => {
      const out = httpRequest(`${url}${path}`, { method, headers }, (reply) => {
        const parts: Buffer[] = []
        reply.on('data', (part: Buffer) => parts.push(part))
        reply.on('end', () =>
          resolve({
            status: reply.statusCode ?? 0,
            headers: reply.headers,
            text: Buffer.concat(parts).toString(),
          }),
        )
        reply.on('error', reject)
      })
      out.on('error', reject)
      out.end(body)
    },
  )
}

function errorOf(text: string): Record<string, unknown> {
  const { error } = JSON.parse(text) as { error: Record<string, unknown> }
  assert.equal(typeof error['message'], 'string')
  assert.equal(typeof error['retryable'], 'boolean')
  return error
}

test('who asks without a token, or with a wrong one, gets 401, a challenge and a fix', async (t) => {
  const { url } = await startHttp(t)
  for (const path of ['/mcp', '/api/v1/whoami', '/api/v1/nothing', '/%6dcp']) {
    const none = await ask(url, { path })
    assert.equal(none.status, 401, path)
    assert.equal(none.headers['www-authenticate'], 'Bearer realm="vedette"')
    assert.equal(errorOf(none.text)['code'], 'token_required')
  }
  const wrong = await ask(url, { path: '/api/v1/whoami', headers: { authorization: 'Bearer vdt_wrong' } })
  assert.equal(wrong.status, 401)
  assert.match(String(wrong.headers['www-authenticate']), /invalid_token/)
  assert.equal(errorOf(wrong.text)['field'], 'Authorization')
  assert.doesNotMatch(wrong.text, /vdt_wrong/)
})

test('another Host or a foreign Origin is refused, our own page and configured ones are not', async (t) => {
  const { url } = await startHttp(t, { hosts: ['vedette.example'], origins: ['https://ui.example'] })
  const port = new URL(url).port
  const status = async (headers: Record<string, string>) =>
    (await ask(url, { path: '/api/v1/whoami', headers: { ...ADMIN, ...headers } })).status
  assert.equal(await status({ host: 'evil.example' }), 403)
  assert.equal(await status({ host: `127.0.0.1:${port}@evil.example` }), 403)
  assert.equal(await status({ host: `vedette.example:${port}` }), 200)
  assert.equal(await status({ origin: 'http://evil.example' }), 403)
  assert.equal(await status({ origin: 'null' }), 403)
  assert.equal(await status({ origin: `http://127.0.0.1:${port}` }), 200)
  assert.equal(await status({ origin: 'https://ui.example' }), 200)
  const refused = await ask(url, {
    path: '/mcp',
    method: 'POST',
    headers: { ...ADMIN, origin: 'http://evil.example' },
  })
  assert.equal(errorOf(refused.text)['code'], 'origin_not_allowed')
})

test('bad input is a typed error with the right status and no stack', async (t) => {
  const { url, faults } = await startHttp(t)
  const post = (path: string, body: string, headers: Record<string, string> = JSON_TYPE) =>
    ask(url, { path, method: 'POST', headers: { ...ADMIN, ...headers }, body })
  const cases: readonly (readonly [
    string,
    () => Promise<{ status: number; text: string }>,
    number,
    string,
  ])[] = [
    ['bad JSON', () => post('/api/v1/call', '{'), 400, 'invalid_json'],
    ['an empty body', () => post('/api/v1/call', ''), 400, 'invalid_json'],
    [
      'another media type',
      () => post('/api/v1/call', 'a=1', { 'content-type': 'text/plain' }),
      415,
      'unsupported_media_type',
    ],
    ['5 MB', () => post('/api/v1/call', `{"tool":"${'x'.repeat(5_000_000)}"}`), 413, 'body_too_large'],
    ['5 MB of MCP', () => post('/mcp', 'x'.repeat(5_000_000)), 413, 'body_too_large'],
    ['a missing field', () => post('/api/v1/call', '{}'), 400, 'invalid_argument'],
    ['an unknown field', () => post('/api/v1/call', '{"tool":"x","tols":1}'), 400, 'invalid_argument'],
    ['an unknown tool', () => post('/api/v1/call', '{"tool":"host_disk_list"}'), 404, 'unknown_tool'],
    ['an unknown path', () => ask(url, { path: '/nothing' }), 404, 'not_found'],
    [
      'another method',
      () => ask(url, { path: '/api/v1/fleet', method: 'PUT', headers: ADMIN }),
      405,
      'method_not_allowed',
    ],
    ['a broken URL', () => ask(url, { path: '/%ff%zz' }), 400, 'bad_request'],
  ]
  for (const [name, asked, status, code] of cases) {
    const reply = await asked()
    assert.equal(reply.status, status, name)
    const error = errorOf(reply.text)
    assert.equal(error['code'], code, name)
    assert.doesNotMatch(reply.text, /node_modules|at .*\(|\.ts:/, name)
  }
  const allow = await ask(url, { path: '/api/v1/fleet', method: 'PUT', headers: ADMIN })
  assert.equal(allow.headers['allow'], 'GET')
  assert.equal(faults.length, 0)
})

test('what is not HTTP at all gets a typed 400', async (t) => {
  const { url } = await startHttp(t)
  const text = await new Promise<string>((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write('NONSENSE\r\n\r\n'))
    let all = ''
    socket.on('data', (part) => {
      all += part.toString()
    })
    socket.on('close', () => resolve(all))
  })
  assert.match(text, /^HTTP\/1\.1 400 /)
  assert.equal(errorOf(text.slice(text.indexOf('{')))['code'], 'bad_request')
})

test('a fault of our own is 503 in general words, told to the operator', async (t) => {
  const dispatch = createFakeDispatch(() => {
    throw new Error('secret-path')
  })
  const { url, faults } = await startHttp(t, { dispatch })
  const body = '{"tool":"host_disks_list"}'
  const reply = await ask(url, {
    path: '/api/v1/call',
    method: 'POST',
    headers: { ...ADMIN, ...JSON_TYPE },
    body,
  })
  assert.equal(reply.status, 503)
  assert.doesNotMatch(reply.text, /secret-path/)
  assert.equal(faults.length, 1)
})

test('a call gives the sealed text unchanged, and its hash is the one in the audit', async (t) => {
  const { url, audit } = await startHttp(t)
  const body = '{"tool":"host_disks_list","arguments":{"host":"web-1"}}'
  const reply = await ask(url, {
    path: '/api/v1/call',
    method: 'POST',
    headers: { ...ADMIN, ...JSON_TYPE },
    body,
  })
  assert.equal(reply.status, 200)
  assert.equal((JSON.parse(reply.text) as { visibility: string }).visibility, 'full')
  const { createHash } = await import('node:crypto')
  assert.equal(audit[0]?.sha256, createHash('sha256').update(reply.text).digest('hex'))
})

test('the tools, the caller and the fleet are told to who has a token', async (t) => {
  const { url } = await startHttp(t)
  const get = async (path: string) =>
    JSON.parse((await ask(url, { path, headers: ADMIN })).text) as Record<string, unknown>
  assert.deepEqual(await get('/api/v1/whoami'), {
    organisation: 'acme',
    id: 'tok_1',
    name: 'test',
    mode: 'cautious',
    role: 'admin',
    version: '0.1.0',
  })
  const { tools } = (await get('/api/v1/tools')) as { tools: { name: string; announced: boolean }[] }
  assert.equal(tools.find((tool) => tool.name === 'host_disks_list')?.announced, true)
  assert.equal(tools.find((tool) => tool.name === 'alerts_active_list')?.announced, false)
  const fleet = await get('/api/v1/fleet')
  assert.equal(fleet['fleet_verdict'], 'up')
  assert.equal((fleet['agents'] as unknown[]).length, 1)
  assert.equal((await get('/api/v1/scopes'))['visibility'], 'full')
  assert.equal((await get('/api/v1/catalog'))['visibility'], 'full')
})

test('only an admin makes and revokes tokens', async (t) => {
  const { url } = await startHttp(t)
  const body = '{"name":"ci","mode":"read_only","role":"viewer"}'
  const make = (authorization: string) =>
    ask(url, { path: '/api/v1/tokens', method: 'POST', headers: { ...JSON_TYPE, authorization }, body })
  const refused = await make('Bearer vdt_viewer')
  assert.equal(refused.status, 403)
  assert.equal(errorOf(refused.text)['code'], 'forbidden')
  assert.deepEqual(JSON.parse((await make('Bearer vdt_admin')).text), { id: 'tok_new', secret: 'vdt_new' })
  const revoke = (id: string) => ask(url, { path: `/api/v1/tokens/${id}`, method: 'DELETE', headers: ADMIN })
  assert.equal((await revoke('tok_new')).status, 200)
  assert.equal((await revoke('tok_none')).status, 404)
  const bad = '{"name":"ci","mode":"yolo","role":"viewer"}'
  const wrong = await ask(url, {
    path: '/api/v1/tokens',
    method: 'POST',
    headers: { ...ADMIN, ...JSON_TYPE },
    body: bad,
  })
  assert.equal(errorOf(wrong.text)['field'], 'mode')
  const forever = await ask(url, {
    path: '/api/v1/join-tokens',
    method: 'POST',
    headers: { ...ADMIN, ...JSON_TYPE },
    body: '{"ttl_seconds":null,"max_uses":null}',
  })
  assert.equal(errorOf(forever.text)['field'], 'max_uses')
})

test('a sign-in code opens a session once and gives no token', async (t) => {
  const { url } = await startHttp(t)
  const made = await ask(url, { path: '/api/v1/sign-in-codes', method: 'POST', headers: ADMIN })
  const { code } = JSON.parse(made.text) as { code: string }
  assert.match(code, /^vdc_[\w-]{32}$/)
  const redeem = () =>
    ask(url, { path: '/api/v1/sign-in', method: 'POST', headers: JSON_TYPE, body: JSON.stringify({ code }) })
  const opened = await redeem()
  assert.equal(JSON.parse(opened.text).role, 'admin')
  assert.doesNotMatch(opened.text + JSON.stringify(opened.headers), /vdt_admin/)
  const again = await redeem()
  assert.equal(again.status, 403)
  assert.equal(errorOf(again.text)['code'], 'code_invalid')
})

test('the fleet stream gives the fleet at once, each change, and the fleet after it', async (t) => {
  const { url, fleet } = await startHttp(t)
  const stop = new AbortController()
  t.after(() => stop.abort())
  const reply = await fetch(`${url}/api/v1/fleet/events`, { headers: ADMIN, signal: stop.signal })
  assert.equal(reply.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  const reader = (reply.body ?? assert.fail('no body')).pipeThrough(new TextDecoderStream()).getReader()
  let text = (await reader.read()).value ?? ''
  assert.match(text, /^event: fleet\ndata: \{"at":/)
  fleet.set([{ ...WEB, status: 'offline' }], { kind: 'agent_offline', agent: WEB.agent, at: NOW })
  fleet.set([], { organisation: 'other', kind: 'agent_offline' })
  while (!/event: change[\s\S]*event: fleet/.test(text))
    text += (await reader.read()).value ?? assert.fail('ended')
  assert.match(text, /"kind":"agent_offline"/)
  assert.doesNotMatch(text, /"organisation":"other"/)
})

test('a stream that nobody reads any more stops listening to the fleet', async (t) => {
  const { url, fleet } = await startHttp(t)
  const before = fleet.listeners()
  const stop = new AbortController()
  await fetch(`${url}/api/v1/fleet/events`, { headers: ADMIN, signal: stop.signal })
  assert.equal(fleet.listeners(), before + 1)
  stop.abort()
  while (fleet.listeners() > before) await new Promise((resolve) => setImmediate(resolve))
  assert.equal(fleet.listeners(), before)
})

test('probes and metrics answer to any Host, and metrics name no tool that does not exist', async (t) => {
  const { url } = await startHttp(t, { isReady: async () => false })
  const host = { host: '10.0.0.7:8080' }
  assert.equal((await ask(url, { path: '/healthz', headers: host })).status, 200)
  const notReady = await ask(url, { path: '/readyz', headers: host })
  assert.equal(notReady.status, 503)
  assert.equal(errorOf(notReady.text)['code'], 'not_ready')
  const body = '{"tool":"made_up"}'
  await ask(url, { path: '/api/v1/call', method: 'POST', headers: { ...ADMIN, ...JSON_TYPE }, body })
  const { text } = await ask(url, { path: '/metrics', headers: host })
  assert.match(text, /vedette_tool_call_seconds_count\{tool="unknown",outcome="unknown_tool"\} 1/)
  assert.doesNotMatch(text, /made_up/)
})

test('a token over its rate gets a typed 429', async (t) => {
  const { url } = await startHttp(t, { requestsPerMinute: 2 })
  const get = () => ask(url, { path: '/api/v1/whoami', headers: ADMIN })
  assert.deepEqual([(await get()).status, (await get()).status], [200, 200])
  const over = await get()
  assert.equal(over.status, 429)
  assert.equal(errorOf(over.text)['code'], 'rate_limited')
  assert.equal(
    (await ask(url, { path: '/api/v1/whoami', headers: { authorization: 'Bearer vdt_viewer' } })).status,
    200,
  )
})

test('pages come with a policy that runs only our own scripts and stands in no frame', async (t) => {
  const pages = createFolder(t)
  mkdirSync(join(pages, 'assets'))
  writeFileSync(join(pages, 'index.html'), '<!doctype html>')
  writeFileSync(join(pages, 'assets', 'main-a1.js'), 'void 0')
  writeFileSync(join(pages, '.digest'), 'a')
  const { url } = await startHttp(t, { pages })
  for (const path of ['/fleet', '/catalog/host.disks.list', '/audit']) {
    const page = await ask(url, { path })
    assert.deepEqual([page.status, page.text], [200, '<!doctype html>'])
    assert.equal(page.headers['cache-control'], 'no-store')
    assert.equal(
      page.headers['content-security-policy'],
      "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data:;connect-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'none'",
    )
  }
  const script = await ask(url, { path: '/assets/main-a1.js' })
  assert.deepEqual(
    [script.status, script.headers['cache-control']],
    [200, 'public, max-age=31536000, immutable'],
  )
  for (const path of ['/assets/../index.html', '/assets/..%2f.digest', '/.digest', '/index.html'])
    assert.equal((await ask(url, { path })).status, 404, path)
  assert.equal((await ask(url, { path: '/' })).headers['location'], '/fleet')
})

test('pages that are not built are told as such, and everything else answers', async (t) => {
  const { url } = await startHttp(t, { pages: join(createFolder(t), 'dist') })
  const page = await ask(url, { path: '/fleet' })
  assert.equal(page.status, 503)
  assert.equal(errorOf(page.text)['code'], 'pages_not_built')
  assert.equal((await ask(url, { path: '/assets/x.js' })).status, 404)
  assert.equal((await ask(url, { path: '/api/v1/fleet', headers: ADMIN })).status, 200)
})
