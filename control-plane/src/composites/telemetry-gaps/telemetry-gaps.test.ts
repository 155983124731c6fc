import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RecordedRead, type RecordedWorld, withState } from '../../../testing/world.ts'
import { askComposite, rowsOf } from '../testing/ask.ts'
import { ago, NOW, onHub } from '../testing/parts.ts'
import { telemetryGaps } from './index.ts'

const START = Date.parse(NOW)

function target(pool: string, state: 'up' | 'down') {
  return {
    pool,
    url: 'http://x',
    labels: {},
    state,
    last_at: null,
    last_seconds: null,
    error: state === 'up' ? null : 'refused',
    interval: null,
  }
}

function rule(name: string, health: string, state = 'inactive') {
  return {
    ...{ id: name, name, folder: null, group: 'g', query: 'q', state, health, error: null, severity: null },
    ...{ for_seconds: null, labels: {}, annotations: {}, active: 0, evaluated_at: ago(1), url: null },
  }
}

function stream(service: string, until: number) {
  const points = Array.from({ length: 72 }, (_, index) => {
    const minutes = (72 - index) * 5
    return [START - minutes * 60_000, minutes >= until ? 12 : 0] as const
  })
  return { labels: { service }, lines: 100, bytes: null, newest_at: ago(until), points }
}

function world(
  facts: Readonly<{
    targets?: readonly unknown[]
    rules?: readonly unknown[]
    streams?: readonly unknown[]
    groups?: readonly unknown[]
  }> = {},
): RecordedWorld {
  const {
    targets = [target('api', 'up')],
    rules = [rule('R', 'ok')],
    streams = [stream('checkout', 5)],
    groups = [],
  } = facts
  const reads: readonly RecordedRead[] = [
    onHub('prometheus', {
      operation: 'metrics.targets.list',
      value: { targets, counts: { up: 1, down: 0, unknown: 0 }, total: targets.length },
    }),
    onHub('prometheus', {
      operation: 'alerts.rules.list',
      value: { rules, total: rules.length, unhealthy: 0 },
    }),
    onHub('loki', {
      operation: 'logs.volume.get',
      value: { unit: 'lines', step_seconds: 300, groups: streams, total: streams.length },
    }),
    onHub('prometheus', {
      operation: 'metrics.freshness.get',
      value: { newest_at: ago(0), age_seconds: 15, groups, total: groups.length },
    }),
  ]
  return { now: NOW, reads }
}

function gapsOf(answer: Readonly<Record<string, unknown>>) {
  return rowsOf(answer['gaps']).map((gap) => [gap['kind'], gap['what'], gap['n']])
}

test('everything sends and is evaluated: no gap', async () => {
  const { answer } = await askComposite(telemetryGaps, { world: world() })
  assert.deepEqual([answer.verdict?.code, answer['total'], answer['gaps']], ['no_gap', 0, []])
})

test('targets, rules, groups and streams that went silent are told, targets folded by pool', async () => {
  const broken = world({
    targets: [target('api', 'down'), target('api', 'down'), target('db', 'up')],
    rules: [rule('Broken', 'error'), rule('Dry', 'ok', 'no_data')],
    streams: [stream('checkout', 5), stream('search', 120)],
    groups: [{ labels: { job: 'batch' }, newest_at: ago(90), age_seconds: 5400 }],
  })
  const { answer } = await askComposite(telemetryGaps, { world: broken })
  assert.equal(answer.verdict?.code, 'gaps')
  assert.deepEqual(gapsOf(answer), [
    ['target', 'api', 2],
    ['rule', 'Broken', 1],
    ['rule', 'Dry', 1],
    ['series', 'job=batch', 1],
    ['stream', 'service=search', 1],
  ])
})

test('no source that was not seen whole lets it say that there is no gap', async () => {
  for (const { operation } of world().reads)
    for (const state of ['truncated', 'unproven', 'stale', 'denied_by_policy', 'timed_out'] as const) {
      const { answer } = await askComposite(telemetryGaps, {
        world: withState(world(), operation, { state }),
      })
      assert.deepEqual([answer.verdict?.code, answer['total']], [null, null], `${operation} ${state}`)
    }
})

test('services without traces are said to have vanished only where now was seen whole', async () => {
  const service = (name: string) => ({
    ...{ name, environment: null, language: null, spans: null, requests_per_s: null, error_ratio: null },
    ...{ p50_ms: null, p95_ms: null, last_seen_at: null },
  })
  const traces = (to: number, ...names: readonly string[]): RecordedRead =>
    onHub('tempo', {
      operation: 'traces.services.list',
      when: { to: ago(to) },
      value: { services: names.map(service), sampling_ratio: null, total: names.length },
    })
  const recorded = {
    now: NOW,
    reads: [...world().reads, traces(0, 'checkout'), traces(1440, 'checkout', 'search')],
  }
  const { answer } = await askComposite(telemetryGaps, { world: recorded })
  assert.deepEqual(gapsOf(answer), [['traces', 'search', 1]])
  assert.equal(answer.verdict?.code, 'no_gap')
  const cut = withState(recorded, 'traces.services.list', {
    state: 'truncated',
    where: (read) => read.when?.['to'] === NOW,
  })
  assert.deepEqual(gapsOf((await askComposite(telemetryGaps, { world: cut })).answer), [])
})
