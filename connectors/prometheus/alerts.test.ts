import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fingerprint } from './fingerprint.ts'
import { success, tell } from './testing/tell.ts'

const RULE = {
  type: 'alerting',
  name: 'A',
  query: 'up == 0',
  state: 'inactive',
  health: 'ok',
  lastEvaluation: '2026-11-30T15:06:40Z',
  alerts: [] as readonly unknown[],
}
const alertOf = (state: string, labels: object = { alertname: 'A', i: '1' }) => ({
  labels,
  state,
  activeAt: '',
})
const FIRING = { ...RULE, state: 'firing', alerts: [alertOf('firing')] }
const ID = fingerprint({ alertname: 'A', i: '1' })

const rulesOf = (...rules: readonly object[]) => ({
  path: '/api/v1/rules',
  json: success({ groups: [{ name: 'g', file: 'f', interval: 30, rules }] }),
})
const managerOf = (...alerts: readonly object[]) => ({ path: '/api/v2/alerts', json: alerts })
const held = (state: string, more: object = {}) => ({
  labels: { alertname: 'A', i: '1' },
  fingerprint: ID,
  receivers: [],
  status: { state, silencedBy: [], inhibitedBy: [], ...more },
})

describe('rules', () => {
  test('that are absent from an answer are not a list without rules', async () => {
    for (const operation of ['alerts.rules.list', 'metrics.rules.list', 'alerts.active.list'])
      for (const data of [{}, { groups: [{ name: 'g', interval: 30 }] }])
        assert.deepEqual(
          await tell(operation, {}, [{ path: '/api/v1/rules', json: success(data) }]).then((told) =>
            'blind' in told ? told.blind?.slice(0, 2) : told.parts?.[0]?.slice(0, 1),
          ),
          operation === 'alerts.active.list' ? ['unusable'] : ['unusable', 'schema_mismatch'],
          operation,
        )
  })

  test('in one state are not all of them while another rule is in error or its state is unheard of', async () => {
    for (const operation of ['alerts.rules.list', 'metrics.rules.list'])
      for (const [other, why] of [
        [{ ...RULE, name: 'B', health: 'err' }, 'rules_not_evaluated'],
        [{ ...RULE, name: 'B', state: 'odd' }, 'rule_state_unknown'],
      ] as const) {
        const list = (input: object) => tell(operation, input, [rulesOf(FIRING, other)])
        assert.deepEqual((await list({ state: 'firing' })).parts, [['unproven', 1, why]])
        assert.deepEqual((await list({})).parts, [['read', 2, null]])
      }
    const fine = await tell('alerts.rules.list', { state: 'firing' }, [rulesOf(FIRING, RULE)])
    assert.deepEqual(fine.parts, [['read', 1, null]])
  })

  test('without a list of alerts have null active alerts, not none', async () => {
    const active = async (alerts: unknown) =>
      ((await tell('alerts.rules.list', {}, [rulesOf({ ...RULE, alerts })])).value?.['rules'] ?? [])[0]?.[
        'active'
      ]
    assert.equal(await active(undefined), null)
    assert.equal(await active([]), 0)
  })

  test('of a type that nobody knows make the answer unusable', async () => {
    const told = await tell('alerts.rules.list', {}, [rulesOf({ ...RULE, type: 'odd' })])
    assert.deepEqual(told, { blind: ['unusable', 'schema_mismatch', undefined] })
  })
})

describe('an alert by its id', () => {
  const get = (rule: object, ...alerts: readonly object[]) =>
    tell('alerts.get', { id: 'f00d' }, [rulesOf(rule), managerOf(...alerts)])

  test('is not found only while every rule is evaluated and every state is known', async () => {
    assert.deepEqual(await get(RULE), { refused: 'not_found' })
    const other = ['unproven', 0, 'not_in_this_half']
    for (const [rule, why] of [
      [{ ...RULE, health: 'err' }, 'rules_not_evaluated'],
      [{ ...RULE, lastEvaluation: '2026-11-30T14:06:40Z' }, 'rules_not_evaluated'],
      [{ ...RULE, alerts: undefined }, 'rule_state_unknown'],
    ] as const)
      assert.deepEqual((await get(rule)).parts, [['unproven', 0, why], other])
    assert.deepEqual((await get(RULE, held('odd'))).parts, [other, ['unproven', 0, 'alert_state_unknown']])
  })
})

describe('an alert', () => {
  type Row = Readonly<{ id: string; state: string; delivered: boolean | null; seen_in: string[] }>
  const list = async (rules: readonly object[], alerts: readonly object[]) => {
    const { parts, value } = await tell('alerts.active.list', {}, [rulesOf(...rules), managerOf(...alerts)])
    const rows = (value?.['alerts'] ?? []) as unknown as readonly Row[] // the operation's own rows
    return { parts, total: value?.['total'], states: rows.map((row) => [row.state, row.delivered]) }
  }

  test('in a state that nobody knows does not fire, and its half is not the whole', async () => {
    const { parts, total } = await list([RULE], [held('odd')])
    assert.deepEqual(
      [parts, total],
      [
        [
          ['unproven', 0, 'alert_state_unknown'],
          ['empty', 0, null],
        ],
        0,
      ],
    )
    const odd = { ...RULE, state: 'firing', alerts: [alertOf('odd')] }
    assert.deepEqual((await list([odd], [])).parts, [
      ['empty', 0, null],
      ['unproven', 0, 'rule_state_unknown'],
    ])
    // It may be delivered, under the row that was left out.
    assert.deepEqual((await list([FIRING], [held('odd')])).states, [['firing', null]])
    assert.deepEqual((await list([FIRING], [])).states, [['firing', false]])
  })

  test('that is told twice counts once, in its loudest state', async () => {
    const silenced = held('suppressed', { silencedBy: ['s'] })
    const { total, states } = await list([RULE], [silenced, held('active')])
    assert.deepEqual([total, states], [1, [['firing', true]]])
    const pending = { ...RULE, name: 'A', state: 'pending', alerts: [alertOf('pending')] }
    const both = await list([pending, FIRING], [])
    assert.deepEqual([both.total, both.states], [1, [['firing', false]]])
  })

  test('whose silences and inhibitions are not told makes the half unusable', async () => {
    for (const missing of ['silencedBy', 'inhibitedBy']) {
      const { parts } = await list([RULE], [held('active', { [missing]: undefined })])
      assert.deepEqual(
        parts?.map(([state]) => state),
        ['empty', 'unusable'],
        missing,
      )
    }
  })
})
