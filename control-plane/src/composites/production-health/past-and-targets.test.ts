import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RecordedRead, withState } from '../../../testing/world.ts'
import { askComposite, rowsOf } from '../testing/ask.ts'
import { ago, alert, inCluster, NOW, node, onHub } from '../testing/parts.ts'
import { productionHealth } from './index.ts'

const nodes = inCluster('eu-1', {
  operation: 'k8s.nodes.list',
  items: 0,
  value: { nodes: [], not_ready: 0, read: 5 },
})

function alerts(...rows: readonly unknown[]): RecordedRead {
  return onHub('prometheus', {
    operation: 'alerts.active.list',
    items: rows.length,
    value: { alerts: rows, source: ['alertmanager'], total: rows.length },
  })
}

function targets(...pools: readonly string[]): RecordedRead {
  const rows = pools.map((pool, at) => ({
    ...{ pool, url: `http://t-${at}/metrics`, labels: { service: 'payments' }, state: 'down' },
    ...{ last_at: ago(1), last_seconds: null, error: 'refused', interval: '30s' },
  }))
  const counts = { up: 40, down: rows.length, unknown: 0 }
  return onHub('prometheus', {
    operation: 'metrics.targets.list',
    items: rows.length,
    value: { targets: rows, counts, total: rows.length },
  })
}

const ask = async (...reads: readonly RecordedRead[]) =>
  (await askComposite(productionHealth, { world: { now: NOW, reads } })).answer

test('with targets down nothing is ok: each pool is one finding, of which the collector is the evidence', async () => {
  const well = await ask(nodes, alerts(), targets())
  assert.equal(well.verdict?.code, 'ok')
  const answer = await ask(nodes, alerts(), targets('node', 'node', 'api'))
  assert.equal(answer.verdict?.code, 'degraded')
  const problems = rowsOf(answer['problems'])
  assert.deepEqual(
    problems.map(({ id, severity, n }) => [id, severity, n]),
    [
      ['target:prometheus/node', 'ticket', 2],
      ['target:prometheus/api', 'ticket', 1],
    ],
  )
  const [id] = (problems[0]?.['evidence'] ?? []) as readonly string[]
  const evidence = answer['evidence'] as Record<string, Record<string, unknown>>
  assert.equal(evidence[id ?? '']?.['operation'], 'metrics.targets.list')
})

test('where targets were not seen whole no grade is given', async () => {
  for (const state of ['truncated', 'stale', 'forbidden', 'unproven', 'denied_by_policy'] as const) {
    const world = withState({ now: NOW, reads: [nodes, alerts(), targets()] }, 'metrics.targets.list', {
      state,
    })
    const { answer } = await askComposite(productionHealth, { world })
    assert.equal(answer.verdict?.code, null, state)
    assert.deepEqual(
      answer.verdict?.withheld_because.map((row) => row.operation),
      ['metrics.targets.list'],
    )
  }
})

test('errors that were cut leave the number of problems a bound', async () => {
  const errors = onHub('sentry', {
    operation: 'errors.issues.search',
    state: 'truncated',
    value: { issues: [], total: null },
  })
  const down = inCluster('eu-1', {
    operation: 'k8s.nodes.list',
    value: { nodes: [node('n', { ready: false, problems: ['NotReady'] })], not_ready: 1, read: 5 },
  })
  assert.deepEqual((await ask(down, errors))['problems_total'], { at_least: 1 })
  assert.equal((await ask(nodes, errors))['problems_total'], null)
})

function span(name: string, ended_at: string | null, started_at: string | null = null) {
  return { name, state: 'firing', severity: 'page', labels: { service: 'pay' }, started_at, ended_at }
}

function history(...spans: readonly unknown[]): RecordedRead {
  const value = { precision_seconds: 60, spans, total: spans.length }
  return onHub('prometheus', { operation: 'alerts.history.list', items: spans.length, value })
}

const incident = (id: string, created_at: string, resolved_at: string | null) => ({
  ...{ id, number: null, title: id, state: resolved_at === null ? 'triggered' : 'resolved' },
  ...{ vendor_state: 'any', severity: null, urgency: 'low', services: [], teams: null, created_at },
  ...{ acknowledged_at: null, resolved_at, assigned_to: null, alerts: null, url: null },
})

function incidents(...rows: readonly unknown[]): RecordedRead {
  const value = { incidents: rows, total: rows.length }
  return onHub('pagerduty', { operation: 'incidents.list', items: rows.length, value })
}

test('what stood a day ago and stands no more is counted, and what fires again is not gone', async () => {
  const gone = async (...reads: readonly RecordedRead[]) =>
    ((await ask(nodes, ...reads))['versus'] as Readonly<{ gone: unknown }>).gone
  const firing = alerts(alert('Again', { labels: { service: 'pay' } }))
  const past = history(span('Gone', ago(600)), span('Again', ago(900)), span('New', ago(5), ago(30)))
  const closed = incidents(
    incident('old', ago(3000), ago(100)),
    incident('older', ago(9000), ago(5000)),
    incident('new', ago(60), ago(10)),
    incident('open', ago(3000), null),
  )
  assert.equal(await gone(firing, past), 1)
  assert.equal(await gone(firing, past, closed), 2)
  assert.equal(await gone(alerts(), closed), 1)
  // Without any past nothing is said; with a half of it, at most a bound.
  assert.equal(await gone(firing), null)
  assert.deepEqual(await gone(firing, { ...past, state: 'truncated' }), { at_least: 1 })
  assert.equal(await gone({ ...firing, state: 'forbidden' }, past), null)
  assert.equal(await gone(past), null)
})

test('who silenced an alert and until when is told where the silences were read', async () => {
  const silenced = alerts(alert('A', { state: 'silenced', silenced_by: ['s1'] }))
  const silence = onHub('prometheus', {
    operation: 'alerts.silences.list',
    value: {
      silences: [
        {
          ...{ id: 's1', state: 'active', matchers: [], starts_at: ago(60), ends_at: ago(-60) },
          ...{ created_by: 'maria', comment: 'known' },
        },
      ],
      total: 1,
    },
  })
  const silencedBy = async (...reads: readonly RecordedRead[]) => {
    const answer = await ask(...reads)
    return rowsOf(answer['problems'])[0]?.['silenced']
  }
  assert.deepEqual(await silencedBy(silenced, silence), { until: ago(-60), by: 'maria' })
  assert.deepEqual(await silencedBy(silenced, { ...silence, state: 'forbidden' }), { until: null, by: 's1' })
})
