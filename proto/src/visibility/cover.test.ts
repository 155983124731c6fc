import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  absentOf,
  applyCover,
  type CoverRules,
  checkCover,
  countOf,
  seen,
  unseen,
  visibilityOf,
} from './index.ts'
import type { Source } from './source.ts'
import { STATE_WORDS, type State } from './states.ts'
import { CARRIED, PINNED } from './testing/laws.ts'

const ACCOUNT = { account: '111111111111' }
const BY_ACCOUNT: CoverRules = { declared: [], identityOf: (source) => source.scope.account ?? null }
const NOTHING: CoverRules = { declared: [], identityOf: () => null }
const DECLARED: CoverRules = { ...NOTHING, declared: [{ connector: 'aws', covers: 'aws-old' }] }

function aws(state: State, change: Partial<Source> = {}): Source {
  const base = { operation: 'cloud.instances.list', connector: 'aws', role: 'input', scope: ACCOUNT } as const
  return { ...base, agent: 'one', state, ...CARRIED[state], ...change }
}

test('only read and empty cover, on one proven account', () => {
  for (const state of STATE_WORDS) {
    const [, other] = applyCover([aws(state), aws('forbidden', { agent: 'two' })], BY_ACCOUNT)
    assert.equal(other?.covered === true, state === 'read' || state === 'empty', state)
  }
})

test('a covered source stays listed with its word, and one that was not asked becomes not_needed', () => {
  for (const state of STATE_WORDS) {
    const [, other] = applyCover(
      [aws('read', { agent: 'a' }), aws(state, { agent: 'b', items: 0 })],
      BY_ACCOUNT,
    )
    assert.equal(other?.state, PINNED[state]?.class === 'not_asked' ? 'not_needed' : state)
    assert.equal(other?.covered_by, 'aws@a')
    assert.equal(visibilityOf([aws('read', { agent: 'a' }), ...(other ? [other] : [])]), 'full')
  }
})

test('nothing covers across another operation, arguments, scope or identity, nor itself', () => {
  const blind = { agent: 'two' }
  const pairs: readonly (readonly [string, Source, CoverRules])[] = [
    ['operation', aws('forbidden', { ...blind, operation: 'cloud.disks.list' }), BY_ACCOUNT],
    ['arguments', aws('forbidden', { ...blind, question: 'region=eu' }), BY_ACCOUNT],
    ['scope', aws('forbidden', { ...blind, scope: { account: '222222222222' } }), BY_ACCOUNT],
    ['narrower scope', aws('forbidden', { ...blind, scope: { ...ACCOUNT, region: 'eu' } }), BY_ACCOUNT],
    ['no identity', aws('forbidden', blind), NOTHING],
    ['another part of one instance', aws('forbidden'), BY_ACCOUNT],
  ]
  for (const [name, source, rules] of pairs)
    assert.equal(applyCover([aws('read'), source], rules)[1]?.covered, undefined, name)
})

test('the operator declares who covers whom, one way and within one scope', () => {
  const old = aws('timed_out', { connector: 'aws-old' })
  assert.equal(applyCover([aws('read'), old], DECLARED)[1]?.covered, true)
  const back = [aws('timed_out'), aws('read', { connector: 'aws-old' })]
  assert.equal(applyCover(back, DECLARED)[0]?.covered, undefined)
  const unscoped = [
    aws('read', { scope: {} }),
    aws('timed_out', { connector: 'aws-old', scope: {}, agent: 'two' }),
  ]
  assert.equal(applyCover(unscoped, DECLARED)[1]?.covered, undefined)
  const otherAgent = { ...NOTHING, declared: [{ connector: 'aws', covers: 'aws-old', agent: 'two' }] }
  assert.equal(applyCover([aws('read'), old], otherAgent)[1]?.covered, undefined)
})

test('of two reads of one account one is left to count, whatever the order, and the fuller one', () => {
  const sources = [aws('empty', { agent: 'a' }), aws('read', { agent: 'b', items: 3 })]
  for (const order of [sources, sources.toReversed()]) {
    const marked = applyCover(order, BY_ACCOUNT)
    const outcomes = marked.map((source) => seen(source.items ?? 0, [source]))
    assert.equal(
      countOf(outcomes, (n) => n),
      3,
    )
    assert.equal(absentOf(outcomes).absent, 'inconclusive')
    assert.deepEqual(applyCover(marked, BY_ACCOUNT), marked)
  }
})

test('a mark that no source of the set can give is taken back', () => {
  const claimed = aws('forbidden', { covered: true, covered_by: 'aws@two' })
  assert.equal(checkCover([claimed])[0]?.covered, undefined)
  assert.equal(checkCover([claimed, aws('truncated', { agent: 'two' })])[0]?.covered, undefined)
  assert.equal(checkCover([claimed, aws('read', { agent: 'two' })])[0]?.covered, true)
  const elsewhere = aws('read', { agent: 'two', scope: { account: '222222222222' } })
  assert.equal(checkCover([claimed, elsewhere])[0]?.covered, undefined)
  const skipped = aws('not_needed', { because: '', covered_by: 'aws@two' })
  assert.equal(checkCover([skipped, aws('timed_out', { agent: 'two' })])[0]?.state, 'unusable')
  assert.equal(checkCover([skipped, aws('empty', { agent: 'two' })])[0]?.state, 'not_needed')
})

test('a source that was read in parts stands for its whole place only while every part was read', () => {
  const skipped = aws('not_needed', { because: '', covered_by: 'aws@two' })
  const part = (state: State, region: string) =>
    aws(state, { agent: 'two', scope: { ...skipped.scope, region } })
  const [whole] = checkCover([skipped, part('read', 'eu'), part('empty', 'us')])
  assert.equal(whole?.state, 'not_needed')
  const [holed] = checkCover([skipped, part('read', 'eu'), part('forbidden', 'us')])
  assert.equal(holed?.state, 'unusable')
  const [cut] = checkCover([skipped, part('truncated', 'eu')])
  assert.equal(cut?.state, 'unusable')
})

test('a count is never zero across a gap, and covered gaps are none', () => {
  const blind = aws('forbidden', { agent: 'two' })
  const read = seen(0, [aws('empty')])
  assert.equal(
    countOf([read], (n) => n),
    0,
  )
  assert.equal(
    countOf([read, unseen([blind])], (n) => n),
    null,
  )
  assert.deepEqual(
    countOf([seen(4, [aws('read')]), unseen([blind])], (n) => n),
    { at_least: 4 },
  )
  assert.equal(
    countOf([unseen([blind])], () => 1),
    null,
  )
  assert.equal(
    countOf([], () => 1),
    null,
  )
  const covered = { ...blind, covered: true }
  assert.equal(
    countOf([read, unseen([covered])], (n) => n),
    0,
  )
  assert.throws(() => countOf([read], () => Number.NaN), TypeError)
})

test('an outcome listed twice counts once, as one object or as one named question', () => {
  const outcome = seen(4, [aws('read')])
  assert.equal(
    countOf([outcome, outcome], (n) => n),
    4,
  )
  assert.equal(
    countOf([outcome, seen(4, [aws('read')])], (n) => n),
    8,
  )
  const named = () => seen(4, [aws('read', { question: 'q1' })])
  assert.equal(
    countOf([named(), named()], (n) => n),
    4,
  )
})
