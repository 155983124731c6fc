import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createFakeClock, createReplayServer, type Route } from '@vedette/connectors/kit/testing'
import { connectKubernetes } from './client.ts'
import { configSchema } from './config.ts'
import { readLog } from './logs.ts'

const server = await createReplayServer()
after(() => server.stop())

const FROM = Date.parse('2026-11-30T14:20:00.500Z')
const TO = Date.parse('2026-11-30T15:20:00Z')
const path = '/api/v1/namespaces/shop/pods/web/log'
const allowed: Route = {
  method: 'POST',
  path: '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
  json: { status: { allowed: true } },
}

async function read(
  routes: readonly Route[],
  asked: Readonly<{ tail: number; match?: string }>,
  visible?: (text: string) => string,
) {
  server.load([allowed, ...routes])
  const clock = createFakeClock(TO)
  const client = connectKubernetes(configSchema.parse({ server: server.url }), {
    clock,
    instance: 'kubernetes',
    readSecret: () => assert.fail('no secret is configured'),
  })
  const context = {
    clock,
    signal: new AbortController().signal,
    deadline: clock.now() + 5000,
    ...(visible === undefined ? {} : { visible }),
  }
  const ask = {
    namespace: 'shop',
    pod: 'web',
    container: 'c',
    run: 'current',
    from: FROM,
    to: TO,
    context,
  } as const
  const seen = await readLog(client, {}, { ...ask, ...asked })
  client.close()
  return { ...seen, asked: server.requests.flatMap((one) => one.query.get('tailLines') ?? []) }
}

test('a log over the byte cap is asked shorter, so that its newest lines are kept, and is called cut', async () => {
  const line = `2026-11-30T15:00:00Z ${'x'.repeat(2000)}\n`
  const newest = '2026-11-30T15:19:59Z the newest\n'
  const { lines, part, asked } = await read(
    [
      { path, query: { tailLines: '5000' }, text: line.repeat(2100) },
      { path, query: { tailLines: '625' }, text: line.repeat(624) + newest },
    ],
    { tail: 5000, match: 'newest' },
  )
  assert.deepEqual(asked, ['5000', '625'])
  assert.deepEqual(lines, [{ at: '2026-11-30T15:19:59Z', message: 'the newest' }])
  assert.deepEqual([part.state, part.cap, part.at_least], ['truncated', 'bytes', 1])
})

test('lines before and after the window are left out, also within its first second', async () => {
  const text = [
    '2026-11-30T14:20:00.400Z too early',
    '2026-11-30T14:20:00.600Z in time',
    'a line without a time',
    '2026-11-30T15:20:00.001Z too late',
  ].join('\n')
  const { lines, part } = await read([{ path, query: { sinceTime: '2026-11-30T14:20:00Z' }, text }], {
    tail: 100,
  })
  assert.deepEqual(
    lines.map((line) => line.message),
    ['in time', 'a line without a time'],
  )
  assert.deepEqual([part.state, part.items], ['read', 2])
})

test('as many lines as were asked for may not be all, and no line that matches is then not absence', async () => {
  const text = '2026-11-30T15:00:00Z a\n2026-11-30T15:00:01Z b\n'
  const { part } = await read([{ path, text }], { tail: 2, match: 'c' })
  assert.deepEqual([part.state, part.cap, part.at_least], ['truncated', 'rows', 0])
})

test('a whole log without a match is empty, and one that is gone is unproven', async () => {
  const whole = await read([{ path, text: '2026-11-30T15:00:00Z a\n' }], { tail: 100, match: 'c' })
  assert.deepEqual([whole.part.state, whole.part.proof], ['empty', 'enumerated'])
  const status = {
    kind: 'Status',
    status: 'Failure',
    reason: 'NotFound',
    details: { name: 'web' },
    code: 404,
  }
  const gone = await read([{ path, status: 404, json: status }], { tail: 100 })
  assert.deepEqual([gone.part.state, gone.part.why], ['unproven', 'pod_gone'])
})

test('a line is found by its visible words and never by what is hidden in it', async () => {
  const routes = [{ path, text: '2026-11-30T15:00:00Z login password=hunter2 failed\n' }]
  const visible = (text: string) => text.replace('hunter2', '\0')
  const find = async (match: string) => (await read(routes, { tail: 100, match }, visible)).lines.length
  assert.equal(await find('LOGIN'), 1)
  assert.equal(await find('password=h'), 0)
})
