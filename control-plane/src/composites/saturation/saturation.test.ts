import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RecordedRead, type RecordedWorld, withState } from '../../../testing/world.ts'
import { askComposite } from '../testing/ask.ts'
import { ago, inCluster, NOW, onHub, signals } from '../testing/parts.ts'
import { hoursTo } from './headroom.ts'
import { saturation } from './index.ts'

const START = Date.parse(NOW)

function top(
  cpu_percent: number | null,
  memory_percent: number,
  unmeasured: readonly string[] = [],
): RecordedRead {
  return inCluster('eu-1', {
    operation: 'k8s.nodes.top',
    value: {
      nodes: [
        {
          ...{ name: 'node-1', cpu_cores: 1, memory_bytes: 1e9, cpu_percent, memory_percent },
          ...{ measured_at: ago(1), window_seconds: 60 },
        },
      ],
      unmeasured,
    },
  })
}

function world(...reads: readonly RecordedRead[]): RecordedWorld {
  return { now: NOW, reads }
}

test('headroom everywhere is ok; what is nearly full is tight, full is exhausted, the fullest first', async () => {
  const codeOf = async (read: RecordedRead) =>
    (await askComposite(saturation, { world: world(read) })).answer.verdict?.code
  assert.equal(await codeOf(top(20, 50)), 'ok')
  assert.equal(await codeOf(top(20, 88)), 'tight')
  assert.equal(await codeOf(top(99, 88)), 'exhausted')
  const { answer } = await askComposite(saturation, { world: world(top(99, 88)) })
  const rows = answer['resources'] as readonly Readonly<Record<string, unknown>>[]
  assert.deepEqual(
    rows.map((row) => [row['resource'], row['used_percent']]),
    [
      ['node_cpu', 99],
      ['node_memory', 88],
    ],
  )
  assert.deepEqual([answer['tight'], answer['looked_at']], [2, [{ what: 'k8s.nodes.top', n: 1 }]])
})

test('what has no measurement is not ok', async () => {
  for (const read of [top(20, 50, ['node-2']), top(null, 50)]) {
    const { answer } = await askComposite(saturation, { world: world(read) })
    assert.equal(answer.verdict?.code, 'unmeasured')
  }
})

test('each source that was not seen whole withholds the verdict and the count', async () => {
  const quotas: RecordedRead = {
    operation: 'cloud.quotas.list',
    connector: 'aws',
    scope: { account: '1' },
    items: 0,
    value: { quotas: [], total: 0 },
  }
  for (const operation of ['k8s.nodes.top', 'cloud.quotas.list'])
    for (const state of ['truncated', 'stale', 'forbidden', 'denied_by_policy'] as const) {
      const recorded = withState(world(top(20, 50), quotas), operation, { state })
      const { answer } = await askComposite(saturation, { world: recorded })
      assert.deepEqual([answer.verdict?.code, answer['tight']], [null, null], `${operation} ${state}`)
    }
})

test('a steady rise is told with the hours that are left, a level or noise is not', () => {
  const rise = Array.from(
    { length: 60 },
    (_, index) => [START + index * 60_000, 0.4 + index * 0.005] as const,
  )
  assert.equal(hoursTo(rise, 1), 1)
  assert.equal(
    hoursTo(
      rise.map(([at]) => [at, 0.5] as const),
      1,
    ),
    null,
  )
  assert.equal(hoursTo(rise.slice(0, 4), 1), null)
})

test('a service is measured where it is named, and old samples are not taken for now', async () => {
  const points = Array.from({ length: 60 }, (_, index) => [START - (60 - index) * 60_000, 0.3] as const)
  const value = signals('checkout', { saturation: points })
  const ratio = {
    ...value,
    signals: (value['signals'] as readonly object[]).map((one) => ({ ...one, unit: 'ratio' })),
  }
  const freshness = (age_seconds: number) =>
    onHub('prometheus', {
      operation: 'metrics.freshness.get',
      value: { newest_at: ago(1), age_seconds, groups: [], total: 1 },
    })
  const read = onHub('prometheus', { operation: 'services.signals.get', value: ratio })
  const args = { service: 'checkout' }
  const fresh = await askComposite(saturation, { world: world(read, freshness(30)), args })
  assert.equal(fresh.answer.verdict?.code, 'ok')
  const old = await askComposite(saturation, { world: world(read, freshness(4000)), args })
  assert.equal(old.answer.verdict?.code, 'unmeasured')
})
