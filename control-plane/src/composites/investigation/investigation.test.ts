import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RecordedRead, type RecordedWorld, withState } from '../../../testing/world.ts'
import { investigateAlert } from '../investigate-alert/index.ts'
import { investigateIncident } from '../investigate-incident/index.ts'
import { askComposite } from '../testing/ask.ts'
import { ago, alert, deploy, inCluster, NOW, onHub, signals, steppedSeries } from '../testing/parts.ts'

const STEP = { before: 0.01, during: 0.4, onset: 30 }

const rule = {
  ...{
    id: 'r1',
    name: 'CheckoutErrors',
    folder: null,
    group: 'shop',
    query: 'errors > 0.05',
    state: 'firing',
  },
  ...{
    health: 'ok',
    error: null,
    severity: 'page',
    for_seconds: 300,
    labels: {},
    annotations: {},
    active: 1,
  },
  ...{ evaluated_at: ago(1), url: null },
}
const firing = alert('CheckoutErrors', {
  since: ago(24),
  annotations: { summary: 'Checkout fails', runbook_url: 'https://wiki/checkout' },
})

function prometheus(...reads: readonly Omit<RecordedRead, 'agent' | 'connector'>[]) {
  return reads.map((read) => onHub('prometheus', read))
}

function line(minutes: number, message: string) {
  return {
    ...{ id: null, at: ago(minutes), severity: 'error', message, service: 'checkout', workload: null },
    ...{ host: null, source: null, trace_id: 't1', attributes: {} },
  }
}

const events = inCluster('eu-1', {
  operation: 'k8s.events.list',
  items: 0,
  value: { events: [], by_reason: {} },
})
const around: readonly RecordedRead[] = [
  ...prometheus(
    {
      operation: 'services.signals.get',
      value: signals('checkout', {
        errors: steppedSeries(STEP, 240),
        traffic: steppedSeries({ before: 40, during: 40, onset: 0 }, 240),
      }),
      query: 'errors_of_checkout',
    },
    {
      operation: 'alerts.active.list',
      value: {
        alerts: [firing, alert('PaymentSlow', { since: ago(20), labels: { service: 'payment' } })],
        source: [],
        total: 2,
      },
    },
    {
      operation: 'alerts.history.list',
      value: {
        precision_seconds: 60,
        spans: [
          {
            name: 'CheckoutErrors',
            state: 'firing',
            severity: 'page',
            labels: { service: 'checkout' },
            started_at: ago(300),
            ended_at: ago(280),
          },
        ],
        total: 1,
      },
    },
    {
      operation: 'metrics.query_range',
      value: {
        step_seconds: 60,
        series: [{ labels: { service: 'checkout' }, points: steppedSeries(STEP, 30) }],
        total: 1,
      },
    },
  ),
  onHub('argocd', {
    operation: 'deploys.list',
    value: { deploys: [deploy('checkout', 33), deploy('search', 31)], total: 2 },
  }),
  onHub('loki', {
    operation: 'logs.search',
    value: {
      lines: [line(29, 'pool 17 is exhausted'), line(28, 'pool 4 is exhausted'), line(50, 'slow answer 3')],
      patterns: null,
      lines_read: 3,
      searched: ['checkout'],
      scanned_bytes: null,
      total: 3,
    },
  }),
  events,
]
const alerted: RecordedWorld = {
  now: NOW,
  reads: [...prometheus({ operation: 'alerts.get', value: { alert: firing, rule } }), ...around],
}
const incident: RecordedWorld = {
  now: NOW,
  reads: [
    onHub('pagerduty', {
      operation: 'incidents.get',
      value: {
        incident: {
          ...{
            id: 'P1',
            number: 1,
            title: 'Checkout is down',
            state: 'acknowledged',
            vendor_state: 'acknowledged',
          },
          ...{ severity: 'P1', urgency: 'high', services: ['checkout'], teams: null, created_at: ago(20) },
          ...{ acknowledged_at: ago(18), resolved_at: null, assigned_to: null, alerts: 1, url: null },
        },
        ...{
          description: null,
          customer_impact: null,
          root_cause: null,
          resolution: null,
          detected_at: null,
        },
        ...{ impact_started_at: null, impact_ended_at: null, commander: null, responders: null },
        ...{ escalation_policy: null, dedup_keys: null, links: [], fields: {} },
      },
    }),
    ...around,
  ],
}
const ARGS = { id: 'fp-CheckoutErrors' }

test('an alert is told with rule, series, onset, suspects, spread, new errors and one timeline', async () => {
  const { answer } = await askComposite(investigateAlert, { world: alerted, args: ARGS })
  assert.equal(answer.verdict?.code, 'ongoing')
  assert.equal((answer['alert'] as { says: string }).says, 'Checkout fails')
  assert.equal((answer['rule'] as { query: string }).query, 'errors > 0.05')
  assert.equal((answer['series'] as readonly { labels: unknown }[]).length, 1)
  const onset = answer['onset'] as Readonly<Record<string, unknown>>
  assert.deepEqual(
    [onset['at'], onset['how'], onset['plus_minus_s']],
    ['2030-01-15T11:29:30Z', 'changepoint', 30],
  )
  const suspects = answer['suspects'] as readonly Readonly<Record<string, unknown>>[]
  assert.deepEqual(
    suspects.map((one) => [one['what'], one['call']]),
    [
      ['rollout of checkout succeeded', 'likely'],
      ['rollout of search succeeded', 'possible'],
    ],
  )
  assert.deepEqual(
    (answer['spread'] as readonly { service: string; what: string }[]).map((one) => [one.service, one.what]),
    [['payment', 'PaymentSlow']],
  )
  const errors = answer['errors'] as readonly Readonly<Record<string, unknown>>[]
  assert.deepEqual(
    errors.map((one) => [one['template'], one['n'], one['is_new']]),
    [
      ['pool <n> is exhausted', 2, true],
      ['slow answer <n>', 1, false],
    ],
  )
  assert.deepEqual((answer['seen_before'] as readonly { at: string }[])[0]?.at, ago(300))
  const { rows } = answer['timeline'] as { rows: readonly (readonly string[])[] }
  assert.deepEqual(
    rows.map(([at]) => at),
    rows.map(([at]) => at).toSorted(),
  )
  assert.deepEqual(answer['ruled_out'], [
    {
      kind: 'node',
      because: 'no node event in the 5 h before',
      e: (answer['ruled_out'] as { e: string }[])[0]?.e,
    },
    { kind: 'traffic', because: 'traffic did not rise', e: onsetEvidence(answer) },
  ])
})

function onsetEvidence(answer: Readonly<Record<string, unknown>>) {
  return (answer['symptoms'] as readonly { evidence: string }[])[0]?.evidence
}

test('without signals the onset is what the alert says, and the verdict is withheld where they exist', async () => {
  const world = withState(alerted, 'services.signals.get', { state: 'timed_out' })
  const { answer } = await askComposite(investigateAlert, { world, args: ARGS })
  assert.equal(answer.verdict?.code, null)
  assert.deepEqual(answer['onset'], { at: ago(29), plus_minus_s: 60, how: 'alert' })
  assert.deepEqual(answer['symptoms'], [])
})

test('nothing is ruled out, counted or called new by a source that was not read whole', async () => {
  const world = ['deploys.list', 'k8s.events.list', 'logs.search', 'services.signals.get'].reduce(
    (some, operation) => withState(some, operation, { state: 'truncated' }),
    alerted,
  )
  const { answer } = await askComposite(investigateAlert, { world, args: ARGS })
  assert.deepEqual(answer['ruled_out'], [])
  const errors = answer['errors'] as readonly Readonly<Record<string, unknown>>[]
  assert.deepEqual([errors[0]?.['n'], errors[0]?.['is_new']], [{ at_least: 2 }, null])
})

test('an alert that a half may hide is not said to be over', async () => {
  const world = {
    now: NOW,
    reads: [
      ...prometheus({
        operation: 'alerts.get',
        state: 'truncated',
        carried: { cap: 'by_source', at_least: 0 },
        value: { alert: null, rule: null },
      }),
      ...around,
    ],
  }
  const { answer } = await askComposite(investigateAlert, { world, args: ARGS })
  assert.equal(answer.verdict?.code, 'not_seen')
  assert.equal(answer['alert'], null)
})

test('an incident is investigated by its service, and each grading source can withhold the verdict', async () => {
  const { answer } = await askComposite(investigateIncident, { world: incident, args: { id: 'P1' } })
  assert.equal(answer.verdict?.code, 'ongoing')
  assert.equal((answer['incident'] as { title: string }).title, 'Checkout is down')
  const suspects = answer['suspects'] as readonly Readonly<Record<string, unknown>>[]
  assert.equal(suspects[0]?.['what'], 'rollout of checkout succeeded')
  for (const operation of ['alerts.history.list', 'k8s.events.list', 'logs.search', 'services.signals.get'])
    for (const state of ['truncated', 'denied_by_policy', 'upstream_failed'] as const) {
      const one = await askComposite(investigateIncident, {
        world: withState(incident, operation, { state }),
        args: { id: 'P1' },
      })
      assert.equal(one.answer.verdict?.code, null, `${operation} ${state}`)
      assert.equal((one.answer['incident'] as { id: string }).id, 'P1')
    }
})
