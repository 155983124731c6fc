import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findEvaluatorGap, type GroupedRule } from './rules.ts'

const NOW = Date.parse('2026-11-30T15:06:42Z')
const ALERT = { labels: {}, annotations: {}, state: 'firing', activeAt: '' }

function rule(parts: Partial<GroupedRule>): GroupedRule {
  return {
    type: 'alerting',
    name: 'TargetDown',
    query: 'up == 0',
    state: 'inactive',
    health: 'ok',
    lastError: '',
    lastEvaluation: new Date(NOW - 10_000).toISOString(),
    labels: {},
    annotations: {},
    alerts: [],
    group: 'g',
    file: 'f',
    interval: 30,
    id: 'rule-1',
    ...parts,
  }
}

const gapOf = (parts: Partial<GroupedRule>) => findEvaluatorGap([rule({}), rule(parts)], NOW)

test('rules that were evaluated just now and agree with their alerts leave no gap', () => {
  assert.equal(gapOf({}), undefined)
  assert.equal(gapOf({ state: 'firing', alerts: [ALERT] }), undefined)
  assert.equal(gapOf({ state: 'pending', alerts: [ALERT] }), undefined)
  assert.equal(findEvaluatorGap([], NOW), 'no_alert_rules')
})

test('a rule whose state is missing, unheard of, or against its list of alerts proves no silence', () => {
  for (const parts of [
    { state: null },
    { state: 'FIRING' },
    { state: 'unknown' },
    { alerts: null },
    { state: 'firing', alerts: [] },
    { state: 'pending', alerts: [] },
    { state: 'inactive', alerts: [ALERT] },
  ])
    assert.equal(gapOf(parts), 'rule_state_unknown', JSON.stringify(parts))
})

const aged = (seconds: number, interval: number) =>
  gapOf({ lastEvaluation: new Date(NOW - seconds * 1000).toISOString(), interval })

test('an evaluation may be three intervals old, two minutes at least and an hour at most', () => {
  assert.equal(aged(120, 1), undefined)
  assert.equal(aged(121, 1), 'rules_not_evaluated')
  assert.equal(aged(900, 300), undefined)
  assert.equal(aged(901, 300), 'rules_not_evaluated')
  assert.equal(aged(3600, 1e9), undefined)
  assert.equal(aged(3601, 1e9), 'rules_not_evaluated')
  assert.equal(gapOf({ lastEvaluation: 'yesterday' }), 'rules_not_evaluated')
})

test('an evaluation of a minute ahead is a clock that differs, a later one proves nothing', () => {
  assert.equal(aged(-60, 30), undefined)
  assert.equal(aged(-61, 30), 'evaluation_time_in_future')
})
