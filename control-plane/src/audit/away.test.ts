import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFakeClock } from '@vedette/proto/clock'
import type { AuditLink } from '../store/types.ts'
import { AuditError, createAudit } from './index.ts'

const FACTS = { organisation: 'acme', principal: 'tok_1', action: 'host_info' } as const

test('while the store is away reads go on for a minute, effects not at all, and every row is written after', async () => {
  const clock = createFakeClock()
  const kept: AuditLink[] = []
  let isAway = false
  const away = async () => Promise.reject(new Error('connection refused'))
  const audit = createAudit({
    writer: 'w1',
    clock,
    sign: () => 'signed',
    store: {
      audit: {
        append: async (links: readonly AuditLink[]) => (isAway ? away() : void kept.push(...links)),
        heads: async () => (isAway ? away() : []),
      } as never, // the writer asks for these two
    },
  })
  assert.equal(audit.record('call', { ...FACTS, call: 'before' }), true)
  await audit.flush()

  isAway = true
  await assert.rejects(audit.recordIntent({ ...FACTS, action: 'silence' }), AuditError)
  for (let second = 0; second < 59; second += 1) {
    assert.equal(audit.record('call', { ...FACTS, call: `away-${second}` }), true, `second ${second}`)
    await clock.advance(1_000)
  }
  await assert.rejects(audit.recordIntent({ ...FACTS, action: 'silence' }), AuditError)
  await clock.advance(1_000)
  assert.equal(audit.record('call', { ...FACTS, call: 'too late' }), false)

  isAway = false
  await clock.advance(1_000)
  await audit.flush()
  const calls = kept.map(({ body }) => JSON.parse(body).call).filter((call) => call !== undefined)
  assert.deepEqual(calls, ['before', ...Array.from({ length: 59 }, (_, second) => `away-${second}`)])
  assert.equal(audit.record('call', { ...FACTS, call: 'after' }), true)
  await audit.close()
})
