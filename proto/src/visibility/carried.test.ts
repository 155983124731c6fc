import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkCarried, fillCarried, repairPart } from './carried.ts'
import { seen, unseen, visibilityOf } from './index.ts'
import type { Carried, Part } from './source.ts'
import { STATE_WORDS, type State } from './states.ts'
import { CARRIED, PINNED, sourceOf } from './testing/laws.ts'

const SCOPE = { cluster: 'prod-1' }

// The fields of the vocabulary, written out: what each word is nothing without.
const MUST: readonly (readonly [State, readonly (keyof Carried)[]])[] = [
  ['read', ['items', 'as_of']],
  ['empty', ['proof']],
  ['unproven', ['why']],
  ['truncated', ['cap', 'at_least']],
  ['stale', ['newest_at', 'lag_ms']],
  ['not_needed', ['because']],
  ['capped', ['limit', 'next']],
  ['denied_by_policy', ['rule']],
  ['approval_required', ['pending_action_id']],
  ['not_configured', ['reason']],
  ['agent_offline', ['last_seen']],
  ['connector_down', ['code', 'since']],
  ['timed_out', ['waited_ms', 'phase']],
  ['unauthorized', ['credential']],
  ['throttled', ['by']],
  ['upstream_failed', ['status']],
  ['unusable', ['why']],
]

function without(state: State, field: keyof Carried): Part {
  const { [field]: _, ...rest } = CARRIED[state]
  return { scope: SCOPE, state, ...rest }
}

test('a part that carries all of its word is left as it is', () => {
  for (const state of STATE_WORDS) {
    const part = { scope: SCOPE, state, ...CARRIED[state] }
    assert.deepEqual(checkCarried(part), [])
    assert.equal(repairPart(part), part)
  }
})

test('a part that lacks a field of its word is named and lowered to unusable, an empty one to unproven', () => {
  for (const [state, fields] of MUST)
    for (const field of fields) {
      const part = without(state, field)
      assert.equal(checkCarried(part).length, 1, `${state} without ${field}`)
      const repaired = repairPart(part)
      assert.equal(repaired.state, state === 'empty' ? 'unproven' : 'unusable')
      assert.equal(repaired.why, state === 'empty' ? 'no_proof' : 'malformed')
      assert.deepEqual(checkCarried(repaired), [])
    }
})

test('a field that its origin cannot know has a fallback, and keeps the word', () => {
  const throttled = repairPart(without('throttled', 'retry_after_ms'))
  assert.deepEqual([throttled.state, throttled.retry_after_ms], ['throttled', 30_000])
  const unserved = repairPart(without('not_served', 'agent_version'))
  assert.deepEqual([unserved.state, unserved.agent_version], ['not_served', 'unknown'])
})

test('a reader fills what the word must carry, overwrites nothing and adds nothing else', () => {
  const known = {
    agent_version: '0.2.0',
    pending_action_id: 'pa_9',
    waited_ms: 7,
    proof: 'enumerated',
  } as const
  assert.deepEqual(fillCarried({ scope: SCOPE, state: 'approval_required' }, known), {
    scope: SCOPE,
    state: 'approval_required',
    pending_action_id: 'pa_9',
  })
  const served = { scope: SCOPE, state: 'not_served', agent_version: '0.1.0' } as const
  assert.equal(fillCarried(served, known), served)
  // A proof is the source's own: nobody else can lend it one.
  const empty = { scope: SCOPE, state: 'empty' } as const
  assert.equal(fillCarried(empty, known), empty)
})

test('a scope out of reach is nothing without the scope', () => {
  assert.deepEqual(checkCarried({ scope: {}, state: 'out_of_reach' }), ['scope'])
})

test('repairing never raises what a word allows', () => {
  const parts: readonly Part[] = STATE_WORDS.map((state) => ({ scope: {}, state }))
  for (const part of parts) {
    const before = PINNED[part.state]?.effects ?? ''
    const after = PINNED[repairPart(part).state]?.effects ?? ''
    for (const effect of before) assert.ok(after.includes(effect), `${part.state} lost ${effect}`)
  }
})

test('parts that contradict themselves are lowered', () => {
  const at = { scope: {}, as_of: '2026-03-01T12:00:00Z' }
  const cases: readonly (readonly [Part, State, string | undefined])[] = [
    [{ ...at, state: 'read', items: 0 }, 'unproven', 'no_proof'],
    [{ ...at, state: 'read', items: 2.5 }, 'unusable', 'malformed'],
    [{ ...at, state: 'read', items: 2, as_of: 'yesterday' }, 'unusable', 'malformed'],
    [{ ...at, state: 'read', items: 2, cursor: 'n' }, 'truncated', undefined],
    [{ ...at, state: 'read', items: 2, cursor: 'n', total: 9 }, 'read', undefined],
    [{ ...at, state: 'empty', items: 3, proof: 'enumerated' }, 'unusable', 'malformed'],
    [{ ...at, state: 'empty', cursor: 'n', proof: 'enumerated' }, 'unproven', 'no_proof'],
    [{ ...at, state: 'empty', total: 4, proof: 'enumerated' }, 'unproven', 'no_proof'],
    [{ ...at, state: 'unusable', why: 'Internal Server Error at 10.0.0.1' }, 'unusable', 'malformed'],
    // A word of a later version, as it could come past the compiler.
    [{ ...at, state: 'dreaming' as State, items: 2 }, 'unusable', 'unknown_state'],
  ]
  for (const [part, state, why] of cases) {
    const repaired = repairPart(part)
    assert.deepEqual([repaired.state, repaired.why], [state, why], JSON.stringify(part))
  }
  assert.equal(repairPart({ ...at, state: 'read', items: 2, cursor: 'n' }).at_least, 2)
})

test('an outcome has a value only where something was read', () => {
  for (const state of STATE_WORDS) {
    const sources = [sourceOf({ state, role: 'input' }, 1)]
    if (PINNED[state]?.class === 'read') assert.equal(seen(7, sources).value, 7)
    else assert.throws(() => seen(7, sources), TypeError)
  }
  assert.throws(() => seen(7, []), TypeError)
})

test('an outcome without a value never claims a read', () => {
  for (const state of STATE_WORDS) {
    const { sources } = unseen([sourceOf({ state, role: 'input' }, 1)])
    assert.equal(visibilityOf(sources), 'none')
    assert.equal(sources[0]?.state, PINNED[state]?.class === 'read' ? 'unusable' : state)
  }
})
