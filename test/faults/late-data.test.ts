import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createReplayServer } from '@vedette/connectors/kit/testing'
import { readRoutes, startChain, wordsOf } from './chain.ts'
import { type Json, toRows } from './lab/reading.ts'

const NOW = '2026-11-30T12:00:00Z'
const LAST_HOUR = { from: '2026-11-30T11:00:00Z', to: NOW }

/** Nothing of it may be taken for good news. */
function assertNothingClear(answer: Json): void {
  assert.equal(answer['visibility'], 'partial')
  assert.notEqual(answer['absent'], true)
  assert.equal(JSON.stringify(answer).includes('"all_clear":true'), false)
}

test('no line found in logs whose newest line is late is unproven: neither absent, nor zero, nor all clear', async (t) => {
  const server = await createReplayServer(readRoutes('loki', 'probe'))
  t.after(() => server.stop())
  const config = { url: server.url, tenant: 'team-a' }
  const chain = await startChain(t, { now: NOW, connectors: [{ connector: 'loki', config }] })
  const ask = (name: string, text: string) => {
    server.load(readRoutes('loki', name))
    return chain.ask('logs_search', { ...LAST_HOUR, service: 'shop', contains: [text] })
  }
  const proved = await ask('search-nothing-proved', 'never said')
  assert.deepEqual([proved['visibility'], wordsOf(proved), proved['total']], ['full', ['empty'], 0])
  const late = await ask('search-nothing-while-not-reporting', 'x')
  assertNothingClear(late)
  assert.deepEqual(wordsOf(late), ['unproven'])
  assert.deepEqual(toRows(late['lines']), [])
  assert.notEqual(late['total'], 0)
})
