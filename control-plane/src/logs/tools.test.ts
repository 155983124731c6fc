import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Clock, createFakeClock } from '@vedette/proto/clock'
import type { Part } from '@vedette/proto/visibility'
import {
  agentView,
  connectorState,
  createClockAtNow,
  createFakeAudit,
  createFakeDispatch,
  createFakeFleet,
  NOW,
  readResult,
  toolContext,
} from '../../testing/fakes.ts'
import type { ReadRequest } from '../dispatch/types.ts'
import { createToolSurface } from '../tools/index.ts'
import type { ToolContext, ToolResult } from '../tools/types.ts'
import { createLogTools } from './index.ts'

const eu = agentView('eu-1', [connectorState('loki', ['logs.search'], { dialect: 'logql' })])

type Answer = Readonly<{ lines?: readonly object[]; part?: Partial<Part> }>

function logLine(message: string, at: number, more: object = {}) {
  const nothing = { id: null, service: 'shop', workload: null, host: 'pod-1', source: null, trace_id: null }
  return { ...nothing, at: new Date(at).toISOString(), severity: 'error', message, attributes: {}, ...more }
}

// A surface over one backend that answers each read as the test says.
function start(
  answer: (request: ReadRequest) => Answer,
  more: Readonly<{ clock?: Clock; tier?: 'metered_read' }> = {},
) {
  const clock = more.clock ?? createClockAtNow()
  const [loki] = eu.connectors
  const operations = loki?.operations.map((one) => ({ ...one, ...(more.tier && { tier: more.tier }) })) ?? []
  const agents = [{ ...eu, connectors: loki === undefined ? [] : [{ ...loki, operations }] }]
  const fleet = createFakeFleet(agents)
  const dispatch = createFakeDispatch((request) => {
    const { lines, part } = answer(request)
    const body = { lines, patterns: null, lines_read: null, searched: [], scanned_bytes: null, total: null }
    const items = lines?.length ?? 0
    const word = items === 0 ? ({ state: 'empty', items, proof: 'existence_checked' } as const) : { items }
    return readResult(request, lines === undefined ? undefined : body, { ...word, ...part })
  })
  const parts = { fleet, dispatch, clock, zoneOf: () => 'UTC' }
  const surface = createToolSurface({ ...parts, store: createFakeAudit(), extraTools: createLogTools(parts) })
  const call = (name: string, args: object, context: Partial<ToolContext> = {}) =>
    surface.call(name, args, toolContext(context))
  return { surface, dispatch, call }
}

function bodyOf(result: ToolResult): Record<string, unknown> {
  if (result.kind === 'error') return assert.fail(JSON.stringify(result.error))
  return JSON.parse(result.text) as Record<string, unknown>
}

const isBefore = (request: ReadRequest) => Date.parse(String(request.arguments['to'])) < NOW - 60_000
const TIMED_OUT = { state: 'timed_out', waited_ms: 1000, phase: 'body' } as const

function templatesOf(body: Record<string, unknown>) {
  const rows = body['templates'] as readonly Record<string, unknown>[]
  return rows.map((row) => [row['template'], row['n'], row['new']])
}

const FAILS = Array.from({ length: 30 }, (_, n) => logLine(`payment ${n} refused`, NOW - n * 1000))

test('logs_search folds lines into templates with counts and what is new, beside the newest lines', async () => {
  const { call, dispatch, surface } = start((request) =>
    isBefore(request)
      ? { lines: [logLine('started 7', NOW - 5_000_000)] }
      : { lines: [...FAILS, logLine('started 8', NOW - 90_000)] },
  )
  assert.equal(surface.all.filter((tool) => tool.name === 'logs_search').length, 1)
  const body = bodyOf(await call('logs_search', { service: 'shop', contains: ['e'] }))
  assert.equal(body['visibility'], 'full')
  assert.deepEqual(templatesOf(body), [
    ['payment <*> refused', 30, true],
    ['started <*>', 1, false],
  ])
  assert.equal(body['lines_read'], 31)
  assert.equal((body['newest'] as { rows: unknown[] }).rows.length, 20)
  assert.deepEqual(body['baseline'], {
    from: '2030-01-15T10:00:00Z',
    to: '2030-01-15T11:00:00Z',
    read: 'whole',
  })
  assert.deepEqual(
    dispatch.asked.map(({ request }) => [
      request.arguments['service'],
      request.arguments['limit'],
      request.arguments['to'],
    ]),
    [
      ['shop', 1000, '2030-01-15T12:00:00Z'],
      ['shop', 1000, '2030-01-15T11:00:00Z'],
    ],
  )
})

test('over lines that were cut, or a first page of many, every count is a lower bound', async () => {
  const parts: readonly Partial<Part>[] = [
    { state: 'truncated', cap: 'rows', at_least: 30 },
    { state: 'read', cursor: 'c', total: 90_000 },
  ]
  for (const part of parts) {
    const { call } = start((request) => (isBefore(request) ? { lines: [] } : { lines: FAILS, part }))
    const body = bodyOf(await call('logs_search', { service: 'shop' }))
    assert.equal(body['visibility'], 'partial')
    assert.deepEqual(templatesOf(body), [['payment <*> refused', { at_least: 30 }, true]])
    assert.deepEqual(body['lines_read'], { at_least: 30 })
  }
})

test('a time before that was not read, or not whole, makes nothing new', async () => {
  const answers: readonly (readonly [Answer, string])[] = [
    [{ part: TIMED_OUT }, 'no'],
    [{ lines: [], part: { state: 'unproven', why: 'no_such_stream' } }, 'in part'],
    [
      { lines: [logLine('x y z', NOW - 9e6)], part: { state: 'truncated', cap: 'rows', at_least: 1 } },
      'in part',
    ],
  ]
  for (const [before, read] of answers) {
    const { call } = start((request) => (isBefore(request) ? before : { lines: FAILS }))
    const body = bodyOf(await call('logs_search', { service: 'shop' }))
    assert.deepEqual(templatesOf(body), [['payment <*> refused', 30, null]])
    assert.equal((body['baseline'] as { read: string }).read, read)
  }
  const { call, dispatch } = start(() => ({ lines: FAILS }), { tier: 'metered_read' })
  assert.deepEqual(templatesOf(bodyOf(await call('logs_search', {})))[0]?.[2], null)
  assert.equal(dispatch.asked.length, 1, 'a search that costs money is not made twice')
})

test('a window that nobody could read is no answer, whatever was read before it', async () => {
  const { call } = start((request) => (isBefore(request) ? { lines: FAILS } : { part: TIMED_OUT }))
  const body = bodyOf(await call('logs_search', { service: 'shop' }))
  assert.deepEqual(
    [body['visibility'], body['error'], body['templates']],
    ['none', 'no_visibility', undefined],
  )
})

test('view lines, and a cursor, give lines as they are', async () => {
  const { call, dispatch } = start(() => ({ lines: FAILS.slice(0, 3) }))
  const body = bodyOf(await call('logs_search', { view: 'lines', limit: 3 }))
  assert.equal((body['lines'] as unknown[]).length, 3)
  await call('logs_search', { cursor: 'abc' })
  assert.deepEqual(
    dispatch.asked.map(({ request }) => request.arguments['cursor']),
    [undefined, 'abc'],
  )
})

// Runs a follow on a fake clock: each wait of it is over as soon as it begins.
function follow(answer: (n: number, request: ReadRequest) => Answer) {
  const fake = createFakeClock(NOW)
  const clock: Clock = {
    ...fake,
    after(ms, run) {
      const cancel = fake.after(ms, run)
      void fake.advance(ms)
      return cancel
    },
  }
  let n = 0
  return { ...start((request) => answer(n++, request), { clock }), reads: () => n }
}

test('logs_follow gives each new line once, tells of its progress, and goes on from its cursor', async () => {
  const all = [0, 1, 2, 3].map((n) => logLine(`line ${n}`, NOW + n * 1000))
  const { call } = follow((n) => ({ lines: all.slice(0, n + 1).toReversed() }))
  const told: string[] = []
  const first = bodyOf(
    await call('logs_follow', { seconds: 6 }, { progress: (_, __, text) => told.push(text) }),
  )
  assert.deepEqual([first['n'], first['ended'], first['visibility']], [3, 'time', 'full'])
  assert.deepEqual(told, ['1 new lines', '2 new lines'])
  const next = bodyOf(await call('logs_follow', { seconds: 1, cursor: first['cursor'] }))
  assert.deepEqual(
    (next['lines'] as { message: string }[]).map((one) => one.message),
    ['line 3'],
  )
})

test('a source that drops ends in its word, and what it showed before stays', async () => {
  const { call, reads } = follow((n) => (n === 0 ? { lines: [logLine('one', NOW)] } : { part: TIMED_OUT }))
  const body = bodyOf(await call('logs_follow', { seconds: 30 }))
  assert.deepEqual([body['visibility'], body['ended'], body['n']], ['partial', 'unreadable', { at_least: 1 }])
  assert.match(JSON.stringify(body['_sources']), /timed_out/)
  assert.equal(reads(), 2)
  const blind = follow(() => ({ part: { state: 'unauthorized', credential: 'token' } }))
  const none = bodyOf(await blind.call('logs_follow', { seconds: 30 }))
  assert.deepEqual([none['visibility'], none['error'], none['n']], ['none', 'no_visibility', undefined])
})

test('no new lines is said only of sources that were read whole', async () => {
  const quiet = follow(() => ({ lines: [] }))
  assert.equal(bodyOf(await quiet.call('logs_follow', { seconds: 3 }))['n'], 0)
  const unknown = follow(() => ({ lines: [], part: { state: 'unproven', why: 'no_such_stream' } }))
  const body = bodyOf(await unknown.call('logs_follow', { seconds: 3 }))
  assert.deepEqual([body['n'], body['visibility']], [null, 'partial'])
})

test('a caller that leaves ends the follow, and no cursor of somebody else is read', async () => {
  const leaving = new AbortController()
  const { call, reads } = follow((n) => {
    if (n === 1) leaving.abort()
    return { lines: [] }
  })
  const gone = await call('logs_follow', { seconds: 30 }, { signal: leaving.signal })
  assert.equal(gone.kind === 'error' && gone.error.code, 'cancelled')
  assert.equal(reads(), 2)
  for (const cursor of ['nonsense', '0.', `${NOW + 1_000_000}.`]) {
    const refused = await call('logs_follow', { cursor })
    assert.equal(refused.kind === 'error' && refused.error.field, 'cursor')
  }
})

test('more lines than are given at once come with the cursor, oldest first', async () => {
  const many = Array.from({ length: 150 }, (_, n) => logLine(`line ${n}`, NOW + n * 10))
  const { call } = follow(() => ({ lines: many.toReversed() }))
  const first = bodyOf(await call('logs_follow', { seconds: 30 }))
  assert.deepEqual([first['ended'], first['later_lines']], ['lines', 50])
  const next = bodyOf(await call('logs_follow', { seconds: 1, cursor: first['cursor'] }))
  assert.equal(next['n'], 50)
})
