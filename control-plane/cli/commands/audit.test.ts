import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import test from 'node:test'
import { createFakeClock } from '@vedette/proto/clock'
import { createFolder } from '@vedette/test/kit'
import { readEnvironment } from '../config.ts'
import type { Io } from '../io.ts'
import { runCli } from '../program.ts'

async function serve(t: test.TestContext, at: string | number, routes: Readonly<Record<string, unknown>>) {
  const server = createServer((request, response) => {
    const body = routes[request.url ?? '']
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body ?? { error: { code: 'not_found', message: 'none' } }))
  })
  if (typeof at === 'number') server.listen(at, '127.0.0.1')
  else server.listen(at)
  await once(server, 'listening')
  t.after(() => server.close())
  const address = server.address()
  return typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : ''
}

async function run(args: readonly string[], url = 'http://127.0.0.1:1') {
  let out = ''
  let errors = ''
  const io: Io = {
    environment: readEnvironment({ HOME: '/nonexistent', VEDETTE_URL: url, VEDETTE_TOKEN: 'vdt_test' }),
    clock: createFakeClock(),
    isTty: true,
    ask: async () => null,
    signal: new AbortController().signal,
    write: (text) => {
      out += text
    },
    writeError: (text) => {
      errors += text
    },
  }
  const code = await runCli(args, io)
  return { code, out, errors }
}

const CHAIN = { organisation: 'acme', writer: 'cp_1', rows: 9, from: null, to: null }
const verdict = (broken: object | null) => ({
  ok: broken === null,
  rows: 9,
  chains: [{ ...CHAIN, broken }],
  unreadable_anchors: 0,
})

test('verify says whole and ends with 0, or names the first broken row and ends with 1', async (t) => {
  const whole = await serve(t, 0, { '/api/v1/audit/verify': verdict(null) })
  assert.deepEqual(await run(['audit', 'verify'], whole), {
    code: 0,
    out: 'whole: 9 rows in 1 chains\n',
    errors: '',
  })
  const broken = await serve(t, 0, { '/api/v1/audit/verify': verdict({ seq: 4, fault: 'edited' }) })
  const told = await run(['audit', 'verify'], broken)
  assert.deepEqual([told.code, told.out], [1, 'broken: cp_1 row 4: edited\nNOT WHOLE: 9 rows in 1 chains\n'])
  const json = await run(['audit', 'verify', '--json'], broken)
  assert.deepEqual([json.code, JSON.parse(json.out).chains[0].broken.seq], [1, 4])
})

test('list sends its filters and shows who asked what, and says that there may be more', async (t) => {
  const row = {
    at: 'T',
    kind: 'call',
    principal: 'tok_1',
    action: 'k8s_pods_list',
    outcome: ['full'],
    bytes: 12,
  }
  const page = { rows: [row], unreadable: 1, limit: 1, may_be_more: true }
  const url = await serve(t, 0, { '/api/v1/audit?limit=1&principal=tok_1': page })
  const { code, out } = await run(['audit', 'list', '--limit', '1', '--principal', 'tok_1'], url)
  assert.equal(code, 0)
  assert.match(out, /tok_1 +k8s_pods_list +full +12/)
  assert.match(out, /there may be more/)
  assert.match(out, /1 rows cannot be read/)
})

test('sent prints a reply exactly as it left, and refuses bytes that are not what their hash says', async (t) => {
  const folder = createFolder(t)
  const text = '{"header":1}{"body":"é"}'
  const sha256 = createHash('sha256').update(text).digest('hex')
  const reply = { call: 'c1', operation: 'o', at: 'T', bytes: 26, sha256, held: true }
  await serve(t, join(folder, 'sent.sock'), {
    '/sent': { sent: [reply] },
    '/sent?call=c1': { ...reply, text },
    '/sent?call=c2': { ...reply, text: 'other' },
    '/sent?call=c3': { ...reply, text: null, held: false },
  })
  const sent = (...more: string[]) => run(['agent', 'sent', '--data-dir', folder, ...more])
  assert.match((await sent()).out, new RegExp(`c1 +o +26 +${sha256}`))
  assert.deepEqual(await sent('--call', 'c1'), { code: 0, out: text, errors: '' })
  assert.equal((await sent('--call', 'c2')).code, 1)
  assert.match((await sent('--call', 'c3')).errors, new RegExp(sha256))
  assert.equal((await sent('--call', 'c4')).code, 2)
  assert.equal((await run(['agent', 'sent', '--data-dir', createFolder(t)])).code, 4)
})
