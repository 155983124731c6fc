import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Change } from '../shared/change.ts'
import { LIKELY, WEIGHTS } from './calls.ts'
import { type ControlFacts, controlsOf } from './controls.ts'
import { nearnessOf, rankSuspects, type Target, timeScore } from './rank.ts'

const ONSET = Date.UTC(2030, 0, 15, 12)
const HERE = { cluster: 'eu-1', ns: 'shop', workload: 'checkout', service: 'checkout' }
const target: Target = {
  onset: ONSET,
  plus_minus_s: 30,
  where: HERE,
  depends_on: ['payment'],
  cite: () => 'e0',
}

function change(minutes: number, more: Partial<Change> = {}): Change {
  return {
    ...{ kind: 'deploy', what: `change ${minutes}`, where: HERE, at: ONSET - minutes * 60_000, by: null },
    ...{ from: null, to: '2', diff: null, rolled_back: null, url: null, cite: () => 'e1', ...more },
  }
}

const NOTHING: ControlFacts = {
  twins: () => [],
  symptom_without: () => [],
  no_symptom_at: () => null,
  trend_before: null,
  traffic_percent: null,
  recovered_at: null,
  rollbacks: [],
}

function rank(changes: readonly Change[], facts: Partial<ControlFacts> = {}) {
  return rankSuspects({ target, changes, controls: (one) => controlsOf(one, { ...NOTHING, ...facts }) })
}

test('the weights are shares of one', () => {
  assert.equal(WEIGHTS.time + WEIGHTS.scope + WEIGHTS.diff + WEIGHTS.history, 1)
})

test('closeness in time fades, and what came after or long before counts for nothing', () => {
  assert.equal(timeScore(0, 30), 1)
  assert.equal(timeScore(-80, 30), 1)
  assert.equal(timeScore(2430, 30), 0.5)
  assert.equal(timeScore(-91, 30), 0)
  assert.equal(timeScore(6 * 3600 + 1, 30), 0)
})

test('a place is as near as what it names', () => {
  const none = { cluster: null, ns: null, workload: null, service: null }
  const cases = [
    [{ ...none, service: 'checkout' }, 'same'],
    [{ ...HERE, cluster: 'us-1' }, 'elsewhere'],
    [{ ...HERE, ns: 'other' }, 'cluster'],
    [{ ...none, service: 'payment' }, 'depends'],
    [{ ...HERE, workload: 'search', service: 'search' }, 'namespace'],
    [{ ...none, cluster: 'eu-1' }, 'cluster'],
    [{ ...none, service: 'search' }, 'elsewhere'],
    [{ ...none, workload: 'sg-1' }, 'unknown'],
    [none, 'unknown'],
  ] as const
  for (const [place, near] of cases) assert.equal(nearnessOf(place, target), near, JSON.stringify(place))
})

test('the change of the same workload shortly before is likely; later, elsewhere and long ago are not', () => {
  const [first, ...rest] = rank([
    change(4),
    change(-10, { what: 'after' }),
    change(3, { what: 'other cluster', where: { ...HERE, cluster: 'us-1' } }),
    change(500, { what: 'long ago' }),
  ])
  assert.deepEqual([first?.change.what, first?.call], ['change 4', 'likely'])
  assert.ok(rest.every((one) => one.call !== 'likely'))
  const codes = Object.fromEntries(
    rest.map((one) => [one.change.what, one.against.map((reason) => reason.code)]),
  )
  assert.deepEqual(codes, {
    after: ['after_the_onset'],
    'other cluster': ['elsewhere'],
    'long ago': ['long_before'],
  })
})

test('two that fit equally well are both possible: neither is called likely', () => {
  const calls = rank([change(4), change(5, { kind: 'config', what: 'flag' })]).map((one) => one.call)
  assert.deepEqual(calls, ['possible', 'possible'])
  assert.ok(LIKELY.lead > 0)
})

test('each control takes its part, and none of them for what was not read', () => {
  const plain = rank([change(4)])[0]?.score ?? 0
  const twin = { cluster: 'us-1', at: ONSET, e: 'e2' }
  const cases: readonly (readonly [Partial<ControlFacts>, string])[] = [
    [{ twins: () => [{ ...twin, symptom: false }] }, 'same_change_elsewhere_without_symptom'],
    [{ symptom_without: () => [{ cluster: 'ap-1', e: 'e2' }] }, 'symptom_without_change'],
    [{ no_symptom_at: () => ({ e: 'e2' }) }, 'no_symptom_where_it_was_made'],
    [{ trend_before: { is: true, e: 'e2' } }, 'trend_before'],
    [{ traffic_percent: { value: 80, e: 'e2' } }, 'traffic_changed'],
  ]
  for (const [facts, code] of cases) {
    const [one] = rank([change(4)], facts)
    assert.deepEqual(one?.against, [{ code, e: 'e2' }])
    assert.ok((one?.score ?? 1) < plain, code)
  }
  for (const facts of [
    { twins: () => [{ ...twin, symptom: null }] },
    { trend_before: { is: false, e: 'e2' } },
    { traffic_percent: { value: 10, e: 'e2' } },
  ])
    assert.equal(rank([change(4)], facts)[0]?.score, plain)
})

test('a symptom that goes with the change elsewhere, or goes away with a rollback, speaks for it', () => {
  const hit = { cluster: 'us-1', at: ONSET, symptom: true, e: 'e2' }
  const codes = (facts: Partial<ControlFacts>) => rank([change(4)], facts)[0]?.for.map((one) => one.code)
  assert.deepEqual(codes({ twins: () => [hit] }), [
    'precedes_shortly',
    'same_workload',
    'same_change_elsewhere_with_symptom',
  ])
  const back = change(-20, { rolled_back: true, cite: () => 'e3' })
  assert.ok(codes({ rollbacks: [back], recovered_at: back.at + 60_000 })?.includes('recovers_after_rollback'))
  assert.ok(!codes({ rollbacks: [back], recovered_at: null })?.includes('recovers_after_rollback'))
})

test('the order does not depend on the order given', () => {
  const all = [change(4), change(30), change(90, { kind: 'cloud' }), change(7, { what: 'b' })]
  const names = (changes: readonly Change[]) => rank(changes).map((one) => one.change.what)
  assert.deepEqual(names(all), names(all.toReversed()))
})
