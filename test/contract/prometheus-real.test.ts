import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { CONNECTORS } from '@vedette/connectors/registry'
import { systemClock } from '@vedette/proto/clock'
import { ArgumentError, type Connector, type Reading } from '@vedette/proto/connector'
import {
  createFolder,
  eventually,
  findTool,
  getFreePort,
  startAlertmanager,
  startPrometheus,
} from '@vedette/test/kit'
import fc from 'fast-check'

type Answer = Readonly<{ value: Record<string, unknown>; reading: Reading<unknown> }>

const RULES = [
  {
    name: 'g',
    rules: [
      { record: 'job:up:sum', expr: 'sum by (job) (up)' },
      { alert: 'TargetDown', expr: 'up == 0', labels: { severity: 'critical' } },
      { alert: 'NeverFires', expr: 'up > 5', labels: { severity: 'warning' } },
    ],
  },
]
const ROUTES = {
  route: {
    receiver: 'quiet',
    group_by: ['alertname'],
    routes: [{ receiver: 'hook', matchers: ['severity="critical"'], continue: true }],
  },
  receivers: [
    { name: 'quiet' },
    { name: 'hook', webhook_configs: [{ url: 'http://127.0.0.1:9/secret-path' }] },
  ],
}

// An hour that ended three hours ago, on a whole minute.
const OLD_END = Math.floor(systemClock.now() / 60_000) * 60_000 - 3 * 3_600_000
const OLD = { from: new Date(OLD_END - 3_600_000).toISOString(), to: new Date(OLD_END).toISOString() }

const connector = await findConnector()

describe('the Prometheus connector over real servers', { timeout: 120_000 }, () => {
  let client: unknown
  const undos: (() => void | Promise<void>)[] = []
  const cleanup = { after: (undo: () => void | Promise<void>) => void undos.push(undo) }
  let stopManager: () => Promise<void>

  before(async () => {
    const manager = await startAlertmanager(cleanup, { config: ROUTES })
    const dead = `127.0.0.1:${await getFreePort()}`
    const folder = createFolder(cleanup)
    backfill(folder)
    const prometheus = await startPrometheus(cleanup, {
      folder,
      targets: [dead],
      ruleGroups: RULES,
      alertmanagerUrl: manager.url,
    })
    const config = connector.config.parse({ url: prometheus.url, alertmanager: { url: manager.url } })
    client = connector.connect(config, {
      clock: systemClock,
      instance: 'prometheus',
      readSecret: () => assert.fail('no secret is configured'),
    })
    stopManager = () => manager.stop()
    await eventually(
      async () => {
        const { value } = await ask('alerts.active.list')
        const alerts = value.alerts as { delivered: boolean | null }[]
        // Rates need two scrapes.
        const rates = await ask('metrics.query', { expr: 'rate(prometheus_http_requests_total[1m])' })
        return alerts.some((one) => one.delivered === true) && Number(rates.value.total) > 0
      },
      { timeoutMs: 60_000, everyMs: 500 },
    )
  })
  after(async () => {
    await connector.close?.(client)
    for (const undo of undos.reverse()) await undo()
  })

  async function ask(operation: string, input: Record<string, unknown> = {}): Promise<Answer> {
    const served = connector.operations.find((one) => one.operation.id === operation)
    assert.ok(served, `${operation} is not served`)
    const now = systemClock.now()
    const takesWindow = Object.hasOwn(served.operation.input.shape, 'from')
    const window = takesWindow
      ? { from: new Date(now - 600_000).toISOString(), to: new Date(now).toISOString() }
      : {}
    const context = { clock: systemClock, signal: new AbortController().signal, deadline: now + 15_000 }
    const reading = await served.run(client, { ...window, ...input }, context)
    return { value: served.operation.output.parse(reading.value), reading }
  }
  const states = ({ reading }: Answer) => reading.parts.map((part) => part.state)
  const whys = ({ reading }: Answer) => reading.parts.map((part) => part.why)

  test('the probe finds both servers up with their versions', async () => {
    const context = {
      clock: systemClock,
      signal: new AbortController().signal,
      deadline: systemClock.now() + 15_000,
    }
    const result = await connector.probe(client, context)
    assert.equal(result.health, 'up')
    assert.deepEqual(
      result.servers?.map((one) => [one.name, one.health, /^\d+\.\d+/.test(one.version ?? '')]),
      [
        ['prometheus', 'up', true],
        ['alertmanager', 'up', true],
      ],
    )
  })

  test('an instant query gives one value per target, the dead one included', async () => {
    const answer = await ask('metrics.query', { expr: 'sum by (job) (up)' })
    const samples = answer.value.samples as { labels: { job: string }; value: number }[]
    assert.deepEqual(samples.map((one) => [one.labels.job, one.value]).sort(), [
      ['extra', 0],
      ['node', 1],
      ['prometheus', 1],
    ])
    assert.deepEqual(states(answer), ['read'])
  })

  test('an unknown metric, an unknown value and a filter are told apart', async () => {
    const unknown = await ask('metrics.query', { expr: 'nosuch_metric' })
    assert.deepEqual([states(unknown), whys(unknown)], [['unproven'], ['metric_unknown']])
    const typo = await ask('metrics.query', { expr: 'up{job="prometheos"}' })
    assert.deepEqual([states(typo), whys(typo)], [['unproven'], ['label_value_unknown']])
    const young = await ask('metrics.query', { expr: 'up{job="node"} > 5' })
    assert.deepEqual([states(young), whys(young)], [['unproven'], ['not_reporting_at_end']])
    const filtered = await ask('metrics.query', { expr: 'old_requests{code="500"} > 5', at: OLD.to })
    assert.deepEqual(states(filtered), ['empty'])
    assert.equal(filtered.reading.parts[0]?.proof, 'existence_checked')
  })

  test('an empty result is proved only where the question was sound over the whole window', async () => {
    for (const [expr, state, why] of [
      ['old_requests > 5', 'empty', undefined],
      ['rate(old_requests[5m]) > 0', 'empty', undefined],
      // Scraped each 15 s: a range of 10 s never holds two samples.
      ['rate(old_requests[10s])', 'unproven', 'range_too_short'],
      ['old_gap > 5', 'unproven', 'window_not_covered'],
      ['old_ended > 5', 'stale', undefined],
      ['old_requests / on (code) old_ended > 5', 'unproven', 'join_may_not_match'],
      ['old_requests @ end() > 5', 'unproven', 'time_hidden'],
    ] as const) {
      // Later than the first sample, because a rate looks back.
      const from = new Date(Date.parse(OLD.from) + 900_000).toISOString()
      const { reading } = await ask('metrics.query_range', { expr, from, to: OLD.to })
      const [part] = reading.parts
      assert.deepEqual([part?.state, part?.why], [state, why], expr)
    }
  })

  test('a series that ends is stale, a filter that ends over a living one is read', async () => {
    const ended = await ask('metrics.query_range', { expr: 'old_ended', ...OLD })
    assert.deepEqual(states(ended), ['stale'])
    const filter = await ask('metrics.query_range', { expr: 'old_ramp < 60', ...OLD })
    assert.deepEqual(states(filter), ['read'])
  })

  test('a comparison with an earlier hour finds what rose and what is gone', async () => {
    const half = new Date(Date.parse(OLD.from) + 1_800_000).toISOString()
    const expr = '{__name__=~"old_ramp|old_requests"}'
    const answer = await ask('metrics.baseline.compare', {
      expr,
      from: half,
      to: OLD.to,
      baseline_seconds: 1800,
    })
    const [first] = answer.value.series as { labels: Record<string, string>; change_percent: number }[]
    assert.equal(first?.labels.__name__, 'old_ramp')
    assert.ok(Number(first?.change_percent) > 150)
    assert.deepEqual([answer.value.appeared, answer.value.gone], [0, 0])
  })

  test('a fallback cannot turn an unknown metric into a zero that looks measured', async () => {
    const answer = await ask('metrics.query', { expr: 'sum(nosuch_errors_total) or vector(0)' })
    assert.equal((answer.value.samples as unknown[]).length, 1)
    assert.deepEqual([states(answer), whys(answer)], [['unproven'], ['metric_unknown']])
  })

  test('a query that the server refuses names the argument and says nothing of the server', async () => {
    await assert.rejects(ask('metrics.query', { expr: 'rate(up)' }), (error) => {
      assert.ok(error instanceof ArgumentError)
      assert.equal(error.field, 'expr')
      assert.match(error.message, /wrong kind of value at line 1, column \d+/)
      return true
    })
  })

  test('the server reads an encoded string as the text that it was made of', async () => {
    const texts = fc.sample(fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }), {
      numRuns: 200,
      seed: 7,
    })
    for (const text of texts) {
      // The replacement's own placeholders begin with a dollar sign.
      const literal = JSON.stringify(text.replaceAll('$', '$$$$'))
      const { value } = await ask('metrics.query', {
        expr: `label_replace(vector(1), "x", ${literal}, "", "")`,
      })
      const [sample] = value.samples as { labels: Record<string, string> }[]
      assert.equal(sample?.labels.x, text)
    }
  })

  test('every metadata operation reads the real server', async () => {
    const names = await ask('metrics.names.list', { contains: 'node_cpu' })
    assert.ok((names.value.names as string[]).includes('node_cpu_seconds_total'))
    const metadata = await ask('metrics.metadata.get', { metric: 'node_cpu_seconds_total' })
    assert.deepEqual(
      (metadata.value.entries as { type: string }[]).map((one) => one.type),
      ['counter'],
    )
    const labels = await ask('metrics.labels.list', { metric: 'node_cpu_seconds_total' })
    assert.deepEqual(labels.value.labels, ['__name__', 'cpu', 'instance', 'job', 'mode'])
    const values = await ask('metrics.label_values.list', { label: 'job', metric: 'up' })
    assert.deepEqual(values.value.values, ['extra', 'node', 'prometheus'])
    const match = [{ label: 'job', value: 'node' }]
    const series = await ask('metrics.series.list', { metric: 'up', match })
    assert.equal(series.value.total, 1)
  })

  test('targets, rules and alert rules are listed with their health', async () => {
    const down = await ask('metrics.targets.list', { state: 'down' })
    assert.deepEqual(down.value.counts, { up: 2, down: 1, unknown: 0 })
    const unknown = await ask('metrics.targets.list', { state: 'unknown' })
    assert.deepEqual([states(unknown), unknown.reading.parts[0]?.proof], [['empty'], 'enumerated'])
    const rules = await ask('metrics.rules.list')
    assert.equal(rules.value.total, 3)
    const alertRules = await ask('alerts.rules.list', { state: 'firing' })
    const [rule] = alertRules.value.rules as { id: string; name: string; health: string }[]
    assert.deepEqual([rule?.name, rule?.health], ['TargetDown', 'ok'])
    const one = await ask('alerts.rules.get', { id: rule?.id })
    assert.equal((one.value.alerts as unknown[]).length, 1)
  })

  test('a firing alert is one row of both halves, found again by its fingerprint', async () => {
    const answer = await ask('alerts.active.list')
    const [alert] = answer.value.alerts as { id: string; seen_in: string[]; receivers: string[] }[]
    assert.equal(answer.value.total, 1)
    assert.deepEqual([alert?.seen_in, alert?.receivers], [['alertmanager', 'prometheus'], ['hook']])
    assert.deepEqual(states(answer), ['read', 'read'])
    const one = await ask('alerts.get', { id: alert?.id })
    assert.equal((one.value.rule as { name: string }).name, 'TargetDown')
    const warnings = await ask('alerts.active.list', { severity: 'warning' })
    assert.deepEqual(states(warnings), ['empty', 'empty'])
    const typo = await ask('alerts.active.list', { severity: 'critcal' })
    assert.deepEqual(whys(typo), ['severity_unknown', 'severity_unknown'])
  })

  test('routing tells receivers by kind and keeps their addresses', async () => {
    const answer = await ask('alerts.routing.get')
    assert.deepEqual(answer.value.receivers, [
      { name: 'quiet', kinds: [] },
      { name: 'hook', kinds: ['webhook'] },
    ])
    assert.deepEqual(
      (answer.value.routes as { receiver: string; depth: number; matchers: string[] }[]).map((one) => [
        one.receiver,
        one.depth,
        one.matchers,
      ]),
      [
        ['quiet', 0, []],
        ['hook', 1, ['severity="critical"']],
      ],
    )
    assert.doesNotMatch(JSON.stringify(answer), /secret-path/)
    assert.deepEqual(states(await ask('alerts.silences.list')), ['empty'])
  })

  test('signals come from what the process exports, and the others are missing, not zero', async () => {
    const answer = await ask('services.signals.get', { service: 'prometheus' })
    const signals = answer.value.signals as { signal: string; preset: string; query: string }[]
    assert.deepEqual(
      signals.map((one) => one.preset),
      ['process_cpu', 'process_memory', 'process_descriptors', 'go_goroutines'],
    )
    assert.deepEqual(
      (answer.value.not_seen as { signal: string; why: string }[]).map((one) => [one.signal, one.why]),
      ['traffic', 'errors', 'latency'].map((signal) => [signal, 'no_known_instrumentation']),
    )
    const typo = await ask('services.signals.get', { service: 'prometheos' })
    assert.deepEqual([...new Set(whys(typo))], ['service_unknown'])
  })

  test('signals of an instrumented service have the values that its samples say', async () => {
    const from = new Date(Date.parse(OLD.from) + 900_000).toISOString()
    const answer = await ask('services.signals.get', { service: 'shop', from, to: OLD.to })
    const signals = answer.value.signals as {
      signal: string
      what: string
      by: { label: string }
      series: { points: [number, number][] }[]
    }[]
    assert.deepEqual(
      signals.map(({ signal, what, by, series }) => {
        const last = series[0]?.points.at(-1)?.[1] ?? Number.NaN
        return [signal, what, by.label, Math.round(last * 1000) / 1000]
      }),
      [
        ['traffic', 'requests', 'app', 10],
        ['errors', 'failed requests', 'app', 0.1],
        ['latency', 'p50 of request time', 'app', 0.1],
        ['latency', 'p99 of request time', 'app', 0.492],
      ],
    )
    assert.deepEqual(states(answer), ['read', 'read', 'read', 'read', 'unproven'])
  })

  test('a histogram gives its quantile, a summary only those that it has', async () => {
    const answer = await ask('metrics.quantile', { metric: 'prometheus_http_request_duration_seconds' })
    assert.equal(answer.value.kind, 'histogram')
    assert.equal(answer.value.highest_bucket, 120)
    assert.ok((answer.value.series as unknown[]).length > 0)
    await assert.rejects(ask('metrics.quantile', { metric: 'go_gc_duration_seconds', quantile: 0.98 }), {
      name: 'ArgumentError',
      fix: 'ask for one of 0, 0.25, 0.5, 0.75, 1',
    })
  })

  test('freshness, comparison and history read the real series', async () => {
    const fresh = await ask('metrics.freshness.get', { metric: 'up', group_by: ['job'] })
    assert.equal(fresh.value.total, 3)
    assert.ok(Number(fresh.value.age_seconds) < 60)
    const history = await ask('alerts.history.list', { rule: 'TargetDown' })
    assert.deepEqual(
      (history.value.spans as { state: string; ended_at: string | null }[]).map((one) => [
        one.state,
        one.ended_at,
      ]),
      [['firing', null]],
    )
    const quiet = await ask('alerts.history.list', { rule: 'NeverFires' })
    assert.deepEqual(whys(quiet), ['rules_changed_in_window'])
    const compared = await ask('metrics.baseline.compare', { expr: 'up', baseline_seconds: 86_400 })
    assert.deepEqual([states(compared), compared.value.appeared], [['unproven'], null])
  })

  test('with Alertmanager gone its half is blind and the other goes on', async () => {
    await stopManager()
    const answer = await ask('alerts.active.list')
    assert.deepEqual(states(answer).sort(), ['read', 'upstream_failed'])
    assert.deepEqual(answer.value.source, ['prometheus'])
    assert.equal((answer.value.alerts as { delivered: unknown }[])[0]?.delivered, null)
  })
})

// Writes an hour of old samples, one each 15 s, as blocks that Prometheus finds when it starts.
function backfill(folder: string): void {
  const from = Date.parse(OLD.from) / 1000
  const lines = (name: string, at: (index: number) => number | undefined) =>
    Array.from({ length: 241 }, (_, index) => [at(index), from + index * 15] as const).flatMap(
      ([value, time]) => (value === undefined ? [] : [`${name} ${value} ${time}`]),
    )
  const text = [
    '# TYPE old_requests gauge',
    ...lines('old_requests{code="500"}', () => 1),
    '# TYPE old_gap gauge',
    ...lines('old_gap', (index) => (index > 80 && index < 160 ? undefined : 1)),
    '# TYPE old_ended gauge',
    ...lines('old_ended{code="500"}', (index) => (index < 120 ? 1 : undefined)),
    '# TYPE old_ramp gauge',
    ...lines('old_ramp', (index) => index),
    '# TYPE http_requests counter',
    ...lines('http_requests_total{app="shop",code="200"}', (index) => index * 15 * 9),
    ...lines('http_requests_total{app="shop",code="500"}', (index) => index * 15),
    '# TYPE http_request_duration_seconds histogram',
    ...lines('http_request_duration_seconds_bucket{app="shop",le="0.1"}', (index) => index * 15 * 5),
    ...lines('http_request_duration_seconds_bucket{app="shop",le="0.5"}', (index) => index * 15 * 10),
    ...lines('http_request_duration_seconds_bucket{app="shop",le="+Inf"}', (index) => index * 15 * 10),
    '# EOF',
  ].join('\n')
  writeFileSync(join(folder, 'old.txt'), `${text}\n`)
  const tool = findTool('promtool')
  assert.ok(tool, 'promtool comes with the package prometheus')
  execFileSync(tool, [
    'tsdb',
    'create-blocks-from',
    'openmetrics',
    join(folder, 'old.txt'),
    join(folder, 'data'),
  ])
}

async function findConnector(): Promise<Connector> {
  const found = await CONNECTORS.find((one) => one.id === 'prometheus')?.load()
  assert.ok(found, 'the registry has no prometheus')
  return found
}
