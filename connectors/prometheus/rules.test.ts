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
