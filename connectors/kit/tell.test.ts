import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SourceError } from '@vedette/proto/connector'
import { askHalf, readSpan, type ToldFacts, tellPart, tellReading } from './tell.ts'
import { createFakeClock } from './testing/fake-clock.ts'

const clock = createFakeClock(Date.parse('2026-11-30T12:00:00Z'))
const context = { clock, signal: new AbortController().signal, deadline: clock.now() + 1000 }
const base: ToldFacts = { context, scope: { backend: 'x' }, items: 0 }

test('the worst of the facts decides the word, and zero items without proof are never empty', () => {
  const words = [
    base,
    { ...base, evidence: { proof: 'enumerated' as const } },
    { ...base, evidence: { proof: 'enumerated' as const }, cut: 'by_source' as const },
    { ...base, evidence: { proof: 'enumerated' as const }, total: 3 },
    { ...base, items: 2 },
    { ...base, items: 2, cursor: 'c' },
    { ...base, items: 2, cursor: 'c', total: 9 },
    { ...base, items: 2, doubt: 'label_unknown' },
    { ...base, items: 2, newestAt: clock.now() - 60_000 },
    { ...base, items: 2, newestAt: clock.now(), cut: 'rows' as const },
  ].map((facts) => {
    const { state, why, lag_ms } = tellPart(facts)
    return [state, why ?? lag_ms]
  })
  assert.deepEqual(words, [
    ['unproven', 'no_proof'],
    ['empty', undefined],
    ['truncated', undefined],
    ['unproven', 'past_the_last_page'],
    ['read', undefined],
    ['truncated', undefined],
    ['read', undefined],
    ['unproven', 'label_unknown'],
    ['stale', 60_000],
    ['truncated', undefined],
  ])
})

test('a half that failed stands beside what was read, under its own word', async () => {
  const half = await askHalf({ half: 'b' }, async () => {
    throw new SourceError('forbidden', { missing: 'x:read' })
  })
  const { parts } = tellReading([1], { ...base, items: 1, beside: half.failed })
  assert.deepEqual(
    parts.map(({ state, scope }) => [state, scope]),
    [
      ['read', { backend: 'x' }],
      ['forbidden', { backend: 'x', half: 'b' }],
    ],
  )
  await assert.rejects(
    askHalf({}, async () => {
      throw new TypeError('a bug')
    }),
    TypeError,
  )
})

test('a window ends now at the latest, and one that is empty is an error of the argument', () => {
  const span = readSpan({ from: '2026-11-30T11:00:00Z', to: '2026-11-30T13:00:00Z' }, context)
  assert.equal(span.to - span.from, 3_600_000)
  assert.throws(() => readSpan({ from: '2026-11-30T13:00:00Z', to: '2026-11-30T14:00:00Z' }, context), {
    field: 'from',
  })
})
