import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Route } from '@vedette/connectors/kit/testing'
import { NOW, success, tell } from './testing/tell.ts'

const S = NOW / 1000
const WINDOW = { from: '2026-11-30T14:06:42Z', to: '2026-11-30T15:06:42Z' }
const vector = (result: unknown) => success({ resultType: 'vector', result })
const matrix = (result: unknown) => success({ resultType: 'matrix', result })
const unusable = (why: string, code?: string) => ({ blind: ['unusable', why, code] })
const row = (at: number, metric: object = {}) => ({ metric, value: [at, '1'] })

describe('an answer to a query', () => {
  const query = (answer: unknown, expr = 'up', more: Partial<Route> = {}) =>
    tell('metrics.query', { expr }, [{ path: '/api/v1/query', json: answer, ...more }])
  const range = (values: unknown, more: object = {}) =>
    tell('metrics.query_range', { ...WINDOW, step: 60, expr: 'up' }, [
      { path: '/api/v1/query_range', json: matrix([{ metric: { a: 'b' }, values, ...more }]) },
    ])

  test('of another time or window is none: what lies outside is not cut away to make the rest look whole', async () => {
    const outside = unusable('unexpected_kind', 'outside_window')
    assert.deepEqual(await query(vector([row(S - 61)])), outside)
    assert.deepEqual(await query(vector([row(S), row(S + 3600, { a: 'b' })])), outside)
    assert.deepEqual(await query(success({ resultType: 'scalar', result: [1, '1'] }), '1'), outside)
    assert.deepEqual(await query(matrix([{ metric: {}, values: [[S - 361, '1']] }]), 'up[5m]'), outside)
    const early = [
      [S - 3661, '1'],
      [S, '1'],
    ]
    assert.deepEqual(await range(early), outside)
    assert.deepEqual(await range([[S + 61, '1']]), outside)
    assert.deepEqual((await query(vector([row(S - 30)]))).parts, [['read', 1, null]])
    assert.deepEqual((await range([[S, '1']])).parts, [['read', 1, null]])
  })

  test('of another kind, with one series twice, or with samples out of order is none', async () => {
    const kind = unusable('unexpected_kind', 'result_type')
    assert.deepEqual(await query(matrix([{ metric: {}, values: [[S, '1']] }])), kind)
    assert.deepEqual(await query(vector([row(S)]), 'up[5m]'), kind)
    assert.deepEqual(await query(success({ resultType: 'string', result: [S, 'x'] })), kind)
    const twice = unusable('schema_mismatch', 'duplicate_series')
    assert.deepEqual(await query(vector([row(S, { a: '1', b: '2' }), row(S, { b: '2', a: '1' })])), twice)
    const back = [
      [S, '1'],
      [S - 60, '1'],
    ]
    assert.deepEqual(await range(back), unusable('schema_mismatch', 'samples_out_of_order'))
  })

  test('with a label that no record holds, or a series that tells no samples, is none', async () => {
    const hidden = JSON.parse('{"a": "b", "__proto__": "c"}')
    assert.deepEqual(await query(vector([row(S, hidden)])), unusable('schema_mismatch'))
    assert.deepEqual(await range(undefined), unusable('schema_mismatch'))
  })

  test('that is a part of an answer is none', async () => {
    assert.deepEqual(await query(vector([]), 'up', { status: 206 }), unusable('unexpected_kind'))
  })
})

test('an instant is not proved empty while a series of the last hour has ended', async () => {
  const ended = 'count(count_over_time(up[3600s]) unless up)'
  const routes = (gone: readonly unknown[]): Route[] => [
    { path: '/api/v1/query', query: { query: 'up == 0' }, json: vector([]) },
    { path: '/api/v1/query', query: { query: ended }, json: vector(gone) },
    { path: '/api/v1/label/__name__/values', json: success(['up']) },
    { path: '/api/v1/query_range', json: matrix([{ metric: {}, values: [[S, '2']] }]) },
    { path: '/api/v1/query', json: vector([row(S)]) },
  ]
  const at = (gone: readonly unknown[]) => tell('metrics.query', { expr: 'up == 0' }, routes(gone))
  assert.deepEqual((await at([])).parts, [['empty', 0, null]])
  assert.deepEqual((await at([row(S)])).parts, [['unproven', 0, 'series_ended']])
})

test('a group whose newest sample lies in the future is not shown as fresh', async () => {
  const at = (seconds: number) =>
    tell('metrics.freshness.get', { ...WINDOW, metric: 'up' }, [
      { path: '/api/v1/query', json: vector([{ metric: {}, value: [S, String(seconds)] }]) },
    ])
  assert.deepEqual((await at(S + 60)).parts, [['read', 1, null]])
  assert.deepEqual((await at(S + 61)).parts, [['unproven', 1, 'sample_time_in_future']])
})

test('targets in one state are not all of them while the state of others is unknown', async () => {
  const target = (health: string) => ({ labels: { health }, scrapePool: 'p', scrapeUrl: health, health })
  const list = (state: string | undefined, healths: readonly string[]) =>
    tell('metrics.targets.list', state === undefined ? {} : { state }, [
      { path: '/api/v1/targets', json: success({ activeTargets: healths.map(target) }) },
      {
        path: '/api/v1/status/buildinfo',
        json: success({ version: '2.42.0', revision: 'r', goVersion: 'go1' }),
      },
    ])
  const why = 'target_state_unknown'
  assert.deepEqual((await list('down', ['up', 'unknown'])).parts, [['unproven', 0, why]])
  assert.deepEqual((await list('down', ['down', 'starting'])).parts, [['unproven', 1, why]])
  assert.deepEqual((await list('down', ['up'])).parts, [['empty', 0, null]])
  assert.deepEqual((await list('unknown', ['up', 'unknown'])).parts, [['read', 1, null]])
  assert.deepEqual((await list(undefined, ['up', 'unknown'])).parts, [['read', 2, null]])
})

test('names, label values and series that are told twice count once', async () => {
  const total = async (operation: string, path: string, data: unknown, input: object = {}) =>
    (await tell(operation, { ...WINDOW, ...input }, [{ path, json: success(data) }])).value?.['total']
  const names = ['a', 'a', 'b']
  assert.equal(await total('metrics.names.list', '/api/v1/label/__name__/values', names), 2)
  assert.equal(await total('metrics.labels.list', '/api/v1/labels', names), 2)
  assert.equal(await total('metrics.label_values.list', '/api/v1/label/l/values', names, { label: 'l' }), 2)
  const series = [{ a: '1', b: '2' }, { b: '2', a: '1' }, { a: '1' }]
  assert.equal(await total('metrics.series.list', '/api/v1/series', series, { metric: 'up' }), 2)
})

describe('a history of alerts', () => {
  const series = (alertstate: string) => ({ metric: { __name__: 'ALERTS', alertstate }, values: [[S, '1']] })
  const history = (result: readonly unknown[], more: readonly Route[] = []) =>
    tell('alerts.history.list', WINDOW, [
      { path: '/api/v1/query_range', query: { query: 'ALERTS' }, json: matrix(result) },
      ...more,
    ])

  test('with alerts is whole only where evaluations were recorded throughout the window', async () => {
    const names: Route = { path: '/api/v1/label/__name__/values', json: success(['evaluations']) }
    const late: Route = { path: '/api/v1/query_range', json: matrix([{ metric: {}, values: [[S, '1']] }]) }
    const fired = [series('firing')]
    assert.deepEqual((await history(fired, [names, late])).parts, [
      ['unproven', 1, 'evaluations_not_recorded'],
    ])
    // A check that cannot be made leaves what was seen.
    assert.deepEqual((await history(fired)).parts, [['unproven', 1, 'evaluations_not_checked']])
  })

  test('leaves out states that nobody knows, and says so', async () => {
    const { parts, value } = await history([series('odd')])
    assert.deepEqual([parts, value?.['total']], [[['unproven', 0, 'alert_state_unknown']], 0])
  })
})
