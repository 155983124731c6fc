import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFakeClock } from '@vedette/proto/clock'
import {
  ArgumentError,
  type CallContext,
  complete,
  defineConnector,
  type Reading,
  SourceError,
  serve,
} from '@vedette/proto/connector'
import { hostDisksList } from '@vedette/proto/operations'
import { z } from 'zod'
import { createVisible } from '../redactor/index.ts'
import { createHost } from './host.ts'
import { createInstance } from './instance.ts'
import type { RunRequest } from './run-operation.ts'

type Run = (context: CallContext) => Promise<Reading<{ disks: [] }>>

const whole = complete({ disks: [] as [] }, { items: 0, as_of: 'now', proof: 'enumerated' })

function setUp(run: Run, concurrency?: number) {
  const clock = createFakeClock()
  let connects = 0
  const connector = defineConnector({
    id: 'fake',
    title: 'Fake',
    config: z.strictObject({}),
    ...(concurrency === undefined ? {} : { concurrency }),
    connect: () => {
      connects += 1
      return null
    },
    probe: async () => ({ health: 'up', scopes: [] }),
    operations: [serve(hostDisksList, (_client: null, _input, context) => run(context))],
  })
  const instance = createInstance(
    { instance: 'fake', connector, config: {}, secrets: [], expect: null, covers: [] },
    { clock, enableWrites: [] },
  )
  const host = createHost(clock, [instance])
  const served = instance.served.get('host.disks.list')
  assert.ok(served !== undefined)
  const request: RunRequest = {
    instance,
    served,
    arguments: {},
    scopes: [{ host: 'h1' }],
    budgetMs: 1000,
    signal: new AbortController().signal,
    onVendorCall: () => {},
  }
  return { clock, host, request, connects: () => connects }
}

test('a reading passes with the proved scope, and the client is made once, on first use', async () => {
  const { host, request, connects } = setUp(async () => whole)
  assert.equal(connects(), 0)
  assert.deepEqual(await host.run(request), {
    kind: 'answered',
    draft: {
      parts: [{ scope: { host: 'h1' }, state: 'empty', items: 0, as_of: 'now', proof: 'enumerated' }],
      value: { disks: [] },
      operation: request.served.operation,
    },
  })
  await host.run(request)
  assert.equal(connects(), 1)
})

test('what a connector throws becomes a word, and an unknown error says nothing of itself', async () => {
  const cases: readonly (readonly [Error, object])[] = [
    [new SourceError('forbidden', { missing: 'pods/list' }), { state: 'forbidden', missing: 'pods/list' }],
    [new Error('hunter2 was refused'), { state: 'unusable', why: 'internal' }],
    [new TypeError('cannot read hunter2'), { state: 'unusable', why: 'internal' }],
  ]
  for (const [error, expected] of cases) {
    const { host, request } = setUp(async () => {
      throw error
    })
    assert.deepEqual(await host.run(request), {
      kind: 'answered',
      draft: { parts: [{ scope: { host: 'h1' }, ...expected }] },
    })
  }
})

test("the caller's own fault is refused with field and fix", async () => {
  const { host, request } = setUp(async () => {
    throw new ArgumentError({ field: 'query', message: 'does not parse', fix: 'close the bracket' })
  })
  assert.deepEqual(await host.run(request), {
    kind: 'refused',
    error: { code: 'invalid_argument', field: 'query', message: 'does not parse', fix: 'close the bracket' },
  })
})

test('a value that does not fit the operation is not shown', async () => {
  // The connector claims a type that it does not keep.
  const lie = complete({ disks: 'many' } as unknown as { disks: [] }, { items: 3, as_of: 'now' })
  const { host, request } = setUp(async () => lie)
  assert.deepEqual(await host.run(request), {
    kind: 'answered',
    draft: { parts: [{ scope: { host: 'h1' }, state: 'unusable', why: 'schema_mismatch' }] },
  })
})

test('a connector that listens to its signal says in which phase it was', async () => {
  const { clock, host, request } = setUp(
    (context) =>
      new Promise((_, reject) => {
        context.signal.addEventListener('abort', () =>
          reject(new SourceError('timed_out', { waited_ms: 1000, phase: 'first_byte' })),
        )
      }),
  )
  const result = host.run(request)
  await clock.advance(1000)
  assert.deepEqual(await result, {
    kind: 'answered',
    draft: { parts: [{ scope: { host: 'h1' }, state: 'timed_out', waited_ms: 1000, phase: 'first_byte' }] },
  })
})

test('a connector that does not listen is not waited for', async () => {
  const { clock, host, request } = setUp(() => new Promise(() => {}))
  const result = host.run(request)
  await clock.advance(1050)
  assert.deepEqual(await result, {
    kind: 'answered',
    draft: { parts: [{ scope: { host: 'h1' }, state: 'timed_out', waited_ms: 1000, phase: 'agent' }] },
  })
  assert.equal(host.active(), 0)
})

test('no more calls run than the connector declares, and one that finds no place is throttled by us', async () => {
  let running = 0
  let most = 0
  const { clock, host, request } = setUp(async (context) => {
    running += 1
    most = Math.max(most, running)
    await new Promise<void>((resolve) => context.clock.after(400, resolve))
    running -= 1
    return whole
  }, 2)
  const results = Array.from({ length: 8 }, () => host.run(request))
  await clock.advance(2000)
  const words = (await Promise.all(results)).map((result) =>
    result.kind === 'answered' ? result.draft.parts[0]?.state : result.kind,
  )
  assert.equal(most, 2)
  // Two rounds end in time; the third ends past its calls' deadline; the last two never got a place.
  assert.deepEqual(words, [
    'empty',
    'empty',
    'empty',
    'empty',
    'timed_out',
    'timed_out',
    'throttled',
    'throttled',
  ])
})

test('a caller that goes away frees its place and ends the work', async () => {
  const controller = new AbortController()
  let aborted = 0
  const { clock, host, request } = setUp(
    (context) =>
      new Promise((_, reject) => {
        context.signal.addEventListener('abort', () => {
          aborted += 1
          reject(context.signal.reason)
        })
      }),
    1,
  )
  const first = host.run({ ...request, signal: controller.signal })
  await clock.advance(10)
  controller.abort()
  await clock.advance(0)
  const result = await first
  assert.equal(aborted, 1)
  assert.ok(result.kind === 'answered' && result.draft.parts[0]?.state === 'timed_out')
  assert.equal(host.active(), 0)
})

test('a connector may raise a tier and never lower it, and a write is served only when enabled', () => {
  const write = { ...hostDisksList, id: 'host.notes.add', tier: 'write' as const }
  const operations = [
    serve(hostDisksList, async () => whole, 'metered_read'),
    serve(
      { ...hostDisksList, id: 'host.other.list', tier: 'protected_read' as const },
      async () => whole,
      'read',
    ),
    serve(write, async () => whole),
  ]
  const connector = defineConnector({
    id: 'fake',
    title: 'Fake',
    config: z.strictObject({}),
    connect: () => null,
    probe: async () => ({ health: 'up', scopes: [] }),
    operations,
  })
  const config = { instance: 'fake', connector, config: {}, secrets: [], expect: null, covers: [] }
  const tiersWith = (enableWrites: readonly string[]) =>
    [...createInstance(config, { clock: createFakeClock(), enableWrites }).served.values()].map(
      ({ tier, raised }) => [tier, raised],
    )
  assert.deepEqual(tiersWith([]), [
    ['metered_read', true],
    ['protected_read', false],
  ])
  assert.deepEqual(tiersWith(['host.notes.add']).at(-1), ['write', false])
})

test('connectors are told what of a text may leave', async () => {
  const { clock, request } = setUp(async ({ visible }) =>
    visible?.('password=hunter2') === 'password=\0' ? whole : assert.fail('nothing is hidden'),
  )
  const host = createHost(clock, [request.instance], createVisible())
  const result = await host.run(request)
  assert.deepEqual(result.kind === 'answered' && result.draft.parts.map(({ state }) => state), ['empty'])
})

test('a text that may not leave is never said to be absent, nor its count exact, by a search in what may', async () => {
  const search = async (match: string, run: Run) => {
    const { clock, request } = setUp(run)
    const host = createHost(clock, [request.instance], createVisible())
    const served = {
      ...request.served,
      run: (_client: unknown, _input: unknown, call: CallContext) => run(call),
    }
    const result = await host.run({ ...request, served, arguments: { match } })
    assert.equal(result.kind, 'answered')
    return result.kind === 'answered'
      ? result.draft.parts.map(({ scope: _, as_of: __, ...part }) => part)
      : []
  }
  const found = complete({ disks: [] as [] }, { items: 2, as_of: 'now', total: 2 })
  const inVisible =
    (reading: typeof whole): Run =>
    async ({ visible }) =>
      visible === undefined ? assert.fail('nothing is hidden') : reading
  const why = 'searched_text_is_hidden'
  const [secret, plain] = ['password=hunter2', 'connection refused']
  assert.deepEqual(await search(secret, inVisible(whole)), [{ state: 'unproven', items: 0, why }])
  assert.deepEqual(await search(secret, inVisible(found)), [{ state: 'unproven', items: 2, why }])
  assert.deepEqual(await search(plain, inVisible(whole)), [{ state: 'empty', items: 0, proof: 'enumerated' }])
  // A vendor that searches in all there is has proved what it says.
  assert.deepEqual(await search(secret, async () => whole), [
    { state: 'empty', items: 0, proof: 'enumerated' },
  ])
})
