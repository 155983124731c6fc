import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFakeClock } from '@vedette/proto/clock'
import { findOperation } from '@vedette/proto/operations'
import { createFakeAudit, createFakeFleet, principal, readResult } from '../../testing/fakes.ts'
import { WEB } from '../../testing/http.ts'
import type { ReadContext, ReadRequest } from '../dispatch/types.ts'
import { toShareableNow } from './fresh.ts'
import { createToolSurface } from './surface.ts'

const NOW = Date.UTC(2030, 0, 1, 12, 0, 7, 250)

function start() {
  const asked: Readonly<{ request: ReadRequest; context: ReadContext }>[] = []
  const surface = createToolSurface({
    fleet: createFakeFleet([WEB]),
    dispatch: async (requests, context) => {
      for (const request of requests) asked.push({ request, context })
      return requests.map((request) => readResult(request, { disks: [] }))
    },
    store: createFakeAudit(),
    clock: createFakeClock(NOW),
  })
  const call = (args: object) =>
    surface.call('host_disks_list', args, {
      principal: principal(),
      signal: new AbortController().signal,
      budget_ms: 1000,
      progress: () => {},
    })
  return { asked, call }
}

test('`fresh` is no argument of an operation: it goes with the question, and only as true or false', async () => {
  const { asked, call } = start()
  await call({ fresh: true })
  await call({ fresh: false })
  await call({})
  assert.deepEqual(
    asked.map(({ context }) => context.fresh),
    [true, undefined, undefined],
  )
  assert.equal(
    asked.some(({ request }) => 'fresh' in request.arguments),
    false,
  )
  const refused = await call({ fresh: 'yes' })
  assert.ok(refused.kind === 'error')
  assert.deepEqual([refused.error.code, refused.error.field], ['invalid_argument', 'fresh'])
  assert.equal(asked.length, 3)
})

test('windows that end now end at most 15 s early, never later, and an operation without one not at all', () => {
  const range = findOperation('metrics.query_range')
  const instant = findOperation('metrics.query')
  assert.ok(range?.window !== undefined && instant !== undefined)
  for (let ms = 0; ms < 60_000; ms += 777) {
    const at = toShareableNow(range, NOW + ms)
    assert.ok(at <= NOW + ms && at > NOW + ms - 15_000)
  }
  assert.equal(toShareableNow(range, NOW), toShareableNow(range, NOW + 1000))
  assert.equal(toShareableNow(instant, NOW), NOW)
})
