import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Absence, type AllClear, type Grade, gradeOf, regrade, type Sealed } from './index.ts'
import type { Role } from './source.ts'
import { STATE_WORDS, type State } from './states.ts'
import { sourceOf } from './testing/laws.ts'

const SCALE = ['ok', 'degraded', 'outage'] as const

function grade(
  states: readonly (readonly [State, Role])[],
  findings: readonly (typeof SCALE)[number][] = [],
) {
  const sources = states.map(([state, role], place) => sourceOf({ state, role }, place))
  return gradeOf({
    scale: [...SCALE],
    outcomes: [{ sources }],
    findings: findings.map((one) => ({ grade: one })),
  })
}

test('a grade is the worst finding, or the best of the scale when there is none', () => {
  assert.equal(grade([['read', 'grading']]).code, 'ok')
  assert.equal(grade([['read', 'grading']], ['degraded', 'outage', 'ok']).code, 'outage')
  assert.throws(
    () => gradeOf({ scale: ['ok'], outcomes: [], findings: [{ grade: 'bad' as 'ok' }] }),
    TypeError,
  )
})

test('a grade is withheld by every gap in a grading source but not_configured, with the gap named', () => {
  const free: readonly State[] = ['read', 'empty', 'not_needed', 'not_configured']
  for (const state of STATE_WORDS) {
    const given = grade([
      ['read', 'grading'],
      [state, 'grading'],
    ])
    assert.equal(given.code, free.includes(state) ? 'ok' : null, state)
    assert.deepEqual(
      given.withheld_because.map((row) => row.state),
      free.includes(state) ? [] : [state],
    )
  }
})

test('gaps of input and enriching sources withhold nothing', () => {
  for (const state of STATE_WORDS)
    for (const role of ['input', 'enriching'] as const)
      assert.equal(
        grade([
          ['read', 'grading'],
          [state, role],
        ]).code,
        'ok',
      )
})

test('what is not configured is named beside the grade', () => {
  const given = grade([
    ['read', 'grading'],
    ['not_configured', 'grading'],
  ])
  assert.deepEqual([given.covers, given.not_covered], [['k8s.pods0.list'], ['k8s.pods1.list']])
})

test('what is not configured is named whatever it would have been for', () => {
  const given = grade([
    ['read', 'grading'],
    ['not_configured', 'enriching'],
    ['not_configured', 'input'],
  ])
  assert.deepEqual([given.code, given.not_covered], ['ok', ['k8s.pods1.list', 'k8s.pods2.list']])
})

test('no grading source that was read, no grade', () => {
  for (const states of [
    [],
    [['not_configured', 'grading']],
    [['not_needed', 'grading']],
    [['read', 'input']],
  ] as const) {
    const given = grade(states)
    assert.equal(given.code, null)
    assert.deepEqual(given.withheld_because, [{ state: 'nothing_read', n: 0, fix: null }])
  }
})

test('a grade given over fewer sources is withheld over all of them, and never given there', () => {
  const given = grade([['read', 'grading']])
  assert.equal(regrade(given, [sourceOf({ state: 'read', role: 'grading' }, 0)]), given)
  const more = [
    sourceOf({ state: 'read', role: 'grading' }, 0),
    sourceOf({ state: 'timed_out', role: 'grading' }, 1),
  ]
  assert.equal(regrade(given, more).code, null)
  const withheld = grade([['timed_out', 'grading']])
  assert.equal(regrade(withheld, [sourceOf({ state: 'read', role: 'grading' }, 0)]).code, null)
})

test('nobody but the combinators can make a grade, an absence, an all-clear or an answer', () => {
  // @ts-expect-error a literal has no brand
  const absence: Absence = { absent: true }
  // @ts-expect-error a literal has no brand
  const clear: AllClear = { all_clear: true }
  // @ts-expect-error a literal has no brand
  const code: Grade = { code: 'ok', covers: [], not_covered: [], withheld_because: [] }
  // @ts-expect-error a literal has no brand
  const answer: Sealed = { visibility: 'full' }
  assert.equal([absence, clear, code, answer].length, 4)
})
