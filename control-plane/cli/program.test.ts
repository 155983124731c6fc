import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import test from 'node:test'
import { createFakeClock, systemClock } from '@vedette/proto/clock'
import { createFolder } from '@vedette/test/kit'
import type { FleetPage } from '../src/http/api-types.ts'
import { readEnvironment } from './config.ts'
import type { Io } from './io.ts'
import { runCli } from './program.ts'

type Route = Readonly<{ status: number; body: unknown }>
type Asked = Readonly<{ route: string; authorization: string | undefined; body: string }>

const TOOLS = {
  tools: [
    {
      name: 'host_disks_list',
      title: 'Disks',
      description: '',
      tier: 'read',
      announced: true,
      input_schema: { properties: { limit: { type: 'integer' } } },
    },
    {
      name: 'metrics_query',
      title: 'Query',
      description: '',
      tier: 'read',
      announced: false,
      input_schema: {},
    },
  ],
}
const FULL = { visibility: 'full', line: 'all read', disks: { cols: ['mount'], rows: [['/']] } }
const NONE = { visibility: 'none', line: 'nothing was read', error: 'no_visibility' }
const PAGE: FleetPage = {
  at: '2026-03-01T10:00:00.000Z',
  organisation: 'default',
  knowledge: 'known',
  blind: false,
  fleet_verdict: 'no_agent_connected',
  no_agent_connected: true,
  agents: [],
}

// A server that replies as written and notes what it was asked; the command runs against it.
async function startApi(t: test.TestContext, routes: Readonly<Record<string, Route>>) {
  const asked: Asked[] = []
  const server = createServer(async (request: IncomingMessage, response) => {
    const route = `${request.method} ${request.url}`
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    asked.push({ route, authorization: request.headers.authorization, body })
    const found = routes[route] ?? {
      status: 404,
      body: { error: { code: 'not_found', message: 'no such route' } },
    }
    response.writeHead(found.status, { 'content-type': 'application/json' })
    response.end(typeof found.body === 'string' ? found.body : JSON.stringify(found.body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `http://127.0.0.1:${port}`, asked }
}

async function run(args: readonly string[], given: Partial<Io> & { env?: Record<string, string> } = {}) {
  const out: string[] = []
  const err: string[] = []
  const io: Io = {
    environment: readEnvironment({ HOME: '/nonexistent', ...given.env }),
    clock: systemClock,
    isTty: true,
    write: (text) => void out.push(text),
    writeError: (text) => void err.push(text),
    ask: async () => null,
    signal: new AbortController().signal,
    ...given,
  }
  const code = await runCli(args, io)
  return { code, out: out.join(''), err: err.join('') }
}

const api = { 'GET /api/v1/tools': { status: 200, body: TOOLS } }
const call = (status: number, body: unknown) => ({ ...api, 'POST /api/v1/call': { status, body } })
const token = (url: string) => ['--url', url, '--token', 'vdt_x']

test('an answer is printed with what was seen first, and converted arguments are sent with the bearer', async (t) => {
  const { url, asked } = await startApi(t, call(200, FULL))
  const result = await run(['call', 'host.disks.list', '--arg', 'limit=3', ...token(url)])
  assert.deepEqual(result, { code: 0, out: 'visibility: full\nall read\n\ndisks:\n  mount\n  /\n', err: '' })
  const body = '{"tool":"host_disks_list","arguments":{"limit":3},"interactive":true,"client":"vedette-call"}'
  assert.deepEqual(asked.at(-1), { route: 'POST /api/v1/call', authorization: 'Bearer vdt_x', body })
})

test('off a terminal the sealed text is printed byte for byte', async (t) => {
  const text = '{"visibility":"partial",  "line":"kept"}'
  const { url } = await startApi(t, call(200, text))
  assert.deepEqual(await run(['call', 'host_disks_list', ...token(url)], { isTty: false }), {
    code: 0,
    out: `${text}\n`,
    err: '',
  })
})

const ERROR = {
  error: { code: 'invalid_argument', message: 'must be 1 or more', field: 'limit', fix: 'give 1 to 500' },
}
const ENDS: readonly [what: string, status: number, body: unknown, code: number][] = [
  ['an answer that saw nothing', 200, NONE, 3],
  [
    'a pending approval',
    200,
    { visibility: 'partial', status: 'approval_pending', pending_action_id: 'pa_1' },
    21,
  ],
  ['a wrong argument', 400, ERROR, 2],
  ['a refused token', 401, { error: { code: 'unauthorized', message: 'the token is not valid' } }, 5],
  ['a failing server', 503, { error: { code: 'unavailable', message: 'try again' } }, 1],
  ['a page that is not ours with status 200', 200, '<html>fine</html>', 1],
  ['JSON that is not sealed with status 200', 200, { status: 'ok' }, 1],
]

for (const [what, status, body, code] of ENDS) {
  test(`${what} ends with ${code}`, async (t) => {
    const { url } = await startApi(t, call(status, body))
    const result = await run(['call', 'host_disks_list', ...token(url)])
    assert.equal(result.code, code)
    if (code === 1 || code === 2 || code === 5) assert.equal(result.out, '')
  })
}

test('an error names the field and the fix', async (t) => {
  const { url } = await startApi(t, call(400, ERROR))
  const { err } = await run(['call', 'host_disks_list', ...token(url)])
  assert.equal(err, 'vedette: limit: must be 1 or more\n  give 1 to 500\n')
  const named = { error: { ...ERROR.error, message: 'limit: must be 1 or more' } }
  const other = await startApi(t, call(400, named))
  assert.equal((await run(['call', 'host_disks_list', ...token(other.url)])).err, err)
})

test('an unknown tool is not asked, and the nearest is named', async (t) => {
  const { url, asked } = await startApi(t, call(200, FULL))
  const { code, err } = await run(['call', 'host_disk_list', ...token(url)])
  assert.equal(code, 2)
  assert.match(err, /there is no tool host_disk_list\n {2}did you mean host_disks_list/)
  assert.deepEqual(
    asked.map(({ route }) => route),
    ['GET /api/v1/tools'],
  )
})

const WRONG: readonly [args: readonly string[], text: RegExp][] = [
  [['cal'], /Did you mean call\?/],
  [['fleet', 'wiat'], /too many arguments|Did you mean wait\?/],
  [['tools', '--al'], /Did you mean --all\?/],
  [['fleet', 'wait', '--expect', 'two'], /whole number/],
  [['token', 'create', '--mode', 'yolo'], /Allowed choices are read_only, cautious, auto/],
]

for (const [args, text] of WRONG) {
  test(`vedette ${args.join(' ')} is a usage error that helps`, async () => {
    const { code, err } = await run(args)
    assert.equal(code, 2)
    assert.match(err, text)
  })
}

test('help lists every exit code', async () => {
  const { code, out } = await run(['--help'])
  assert.equal(code, 0)
  const codes = [...out.matchAll(/^ {2}(\d+) +\S/gm)].map((match) => Number(match[1]))
  assert.deepEqual(codes, [0, 1, 2, 3, 4, 5, 6, 21])
})

test('without a running control plane it says how to start one, and ends with 4', async (t) => {
  const env = { VEDETTE_DATA_DIR: createFolder(t) }
  const { code, err } = await run(['tools'], { env })
  assert.equal(code, 4)
  assert.match(err, /start one with `vedette up`/)
})

test('the token of the data directory is never sent to another control plane', async (t) => {
  const { url, asked } = await startApi(t, api)
  const env = { VEDETTE_DATA_DIR: join(import.meta.dirname, 'none'), VEDETTE_URL: url }
  const { code } = await run(['tools'], { env })
  assert.equal(code, 5)
  assert.deepEqual(asked, [])
})

test('tools are those announced now, or all of them', async (t) => {
  const { url } = await startApi(t, api)
  const names = async (...args: string[]) =>
    JSON.parse((await run(['tools', '--json', ...args, ...token(url)])).out).tools.map(
      ({ name }: { name: string }) => name,
    )
  assert.deepEqual(await names(), ['host_disks_list'])
  assert.deepEqual(await names('--all'), ['host_disks_list', 'metrics_query'])
})

test('a join token is ended by its id as an API token is', async (t) => {
  const done = { status: 200, body: { revoked: true } }
  const { url, asked } = await startApi(t, {
    'DELETE /api/v1/join-tokens/join_1': done,
    'DELETE /api/v1/tokens/tok_1': done,
  })
  for (const id of ['join_1', 'tok_1'])
    assert.equal((await run(['token', 'revoke', id, ...token(url)])).out, `${id} is revoked\n`)
  assert.deepEqual(
    asked.map(({ route }) => route),
    ['DELETE /api/v1/join-tokens/join_1', 'DELETE /api/v1/tokens/tok_1'],
  )
})

test('one tool is told with its arguments', async (t) => {
  const { url } = await startApi(t, api)
  const { out } = await run(['tools', 'host.disks.list', ...token(url)])
  assert.equal(out, 'host_disks_list: Disks (read)\n\n\nARGUMENT  IS         MEANING\nlimit     integer\n')
})

test('from a clone, commands are named as npm runs them', async (t) => {
  const env = { VEDETTE_DATA_DIR: createFolder(t), npm_lifecycle_event: 'vedette' }
  const { err } = await run(['tools'], { environment: readEnvironment({ HOME: '/nonexistent', ...env }) })
  assert.match(err, /start one with `npm run --silent vedette -- up`/)
})

test('a fleet without agents reads like nothing can be read, not like all is well', async (t) => {
  const { url } = await startApi(t, { 'GET /api/v1/fleet': { status: 200, body: PAGE } })
  const { out } = await run(['fleet', ...token(url)])
  assert.equal(out, 'No agent is connected: nothing can be read.\n')
})

test('waiting for agents gives up by its clock and ends with 6', async (t) => {
  const clock = createFakeClock()
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(`event: fleet\ndata: ${JSON.stringify(PAGE)}\n\n`)
    void clock.advance(5_000)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  const args = ['fleet', 'wait', '--expect', '1', '--timeout', '5', ...token(url)]
  const { code, err } = await run(args, { clock })
  assert.equal(code, 6)
  assert.match(err, /0 of 1 agents are connected/)
})
