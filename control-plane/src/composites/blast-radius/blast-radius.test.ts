import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RecordedRead, type RecordedWorld, withState } from '../../../testing/world.ts'
import { askComposite } from '../testing/ask.ts'
import { ago, inCluster, NOW, onHub } from '../testing/parts.ts'
import { blastRadius } from './index.ts'

function edge(from: string, to: string, calls_per_s: number, error_ratio = 0) {
  return { from, to, via: 'http', calls_per_s, error_ratio, p95_ms: null, last_seen_at: ago(2) }
}

function traces(edges: readonly unknown[], complete: boolean | null = true): RecordedRead {
  return onHub('tempo', {
    operation: 'traces.dependencies.get',
    value: {
      ...{ service: 'checkout', edges, complete, sampling_ratio: 1, total: edges.length },
      nodes: [
        { name: 'checkout', kind: 'service' },
        { name: 'orders-db', kind: 'database' },
      ],
    },
  })
}

function service(more: Readonly<Record<string, unknown>> = {}): RecordedRead {
  return inCluster('eu-1', {
    operation: 'k8s.services.list',
    value: {
      services: [
        {
          ...{
            namespace: 'shop',
            name: 'checkout',
            type: 'ClusterIP',
            exposed: false,
            internal: null,
            pending: false,
          },
          ...{
            cluster_ips: [],
            external: [],
            ports: [],
            selector: 'app=checkout',
            source_ranges: [],
            created_at: null,
          },
          ...more,
        },
      ],
    },
  })
}

function endpoints(ready: number): RecordedRead {
  const endpoint = (index: number) => ({
    ...{
      namespace: 'shop',
      service: 'checkout',
      slice: 's',
      address: `10.0.0.${index}`,
      ready: index < ready,
    },
    ...{
      serving: true,
      terminating: false,
      target: null,
      node: null,
      zone: index % 2 === 0 ? 'a' : 'b',
      ports: [],
    },
  })
  return inCluster('eu-1', {
    operation: 'k8s.endpoints.list',
    value: { endpoints: [endpoint(0), endpoint(1)], services: [] },
  })
}

function ingresses(...rules: readonly string[]): RecordedRead {
  const ingress = {
    ...{
      namespace: 'shop',
      name: 'front',
      class: null,
      hosts: ['shop.example'],
      rules,
      tls: [],
      addresses: [],
    },
    ...{ internal: false, created_at: null },
  }
  return inCluster('eu-1', {
    operation: 'k8s.ingresses.list',
    items: rules.length,
    value: { ingresses: rules.length === 0 ? [] : [ingress] },
  })
}

const EDGES = [
  edge('web', 'checkout', 40, 0.2),
  edge('mobile', 'checkout', 90),
  edge('cdn', 'web', 10),
  edge('checkout', 'orders-db', 100),
]
const args = { service: 'checkout' }
const reached: RecordedWorld = {
  now: NOW,
  reads: [traces(EDGES), service(), endpoints(1), ingresses('shop.example/pay -> checkout:80')],
}
const alone: RecordedWorld = { now: NOW, reads: [traces([]), service(), endpoints(2), ingresses()] }

test('callers, callers of callers, entry points, stores and single points are told', async () => {
  const { answer } = await askComposite(blastRadius, { world: reached, args })
  assert.equal(answer.verdict?.code, 'reaches_users')
  const direct = answer['direct'] as readonly Readonly<Record<string, unknown>>[]
  assert.deepEqual(
    direct.map((one) => [one['service'], one['rps']]),
    [
      ['mobile', 90],
      ['web', 40],
    ],
  )
  assert.deepEqual(answer['indirect'], { n: 1, top: ['cdn'] })
  assert.deepEqual(
    (answer['entry_points'] as readonly { what: string }[]).map((one) => one.what),
    ['shop/front'],
  )
  assert.deepEqual(answer['data'], { queues: [], dbs: ['orders-db'] })
  const [point] = answer['single_points'] as readonly Readonly<Record<string, unknown>>[]
  assert.deepEqual([point?.['ready'], point?.['replicas'], point?.['zones']], [1, 2, 1])
  assert.deepEqual(answer['graph'], { as_of: NOW, complete: true })
})

test('failing now shows only callers with errors, or of which it is not known', async () => {
  const { answer } = await askComposite(blastRadius, {
    world: reached,
    args: { ...args, mode: 'failing_now' },
  })
  assert.deepEqual(
    (answer['direct'] as readonly { service: string }[]).map((one) => one.service),
    ['web'],
  )
})

test('contained is said only of a complete graph and whole lists', async () => {
  assert.equal((await askComposite(blastRadius, { world: alone, args })).answer.verdict?.code, 'contained')
  const half = { now: NOW, reads: [traces([], false), ...alone.reads.slice(1)] }
  assert.equal((await askComposite(blastRadius, { world: half, args })).answer.verdict?.code, 'unknown')
  for (const operation of ['k8s.services.list', 'k8s.endpoints.list'])
    for (const state of ['truncated', 'denied_by_policy', 'forbidden'] as const) {
      const { answer } = await askComposite(blastRadius, {
        world: withState(alone, operation, { state }),
        args,
      })
      assert.equal(answer.verdict?.code, null, `${operation} ${state}`)
    }
  for (const operation of ['traces.dependencies.get', 'k8s.ingresses.list']) {
    const { answer } = await askComposite(blastRadius, {
      world: withState(alone, operation, { state: 'timed_out' }),
      args,
    })
    assert.equal(answer.verdict?.code, 'unknown', operation)
  }
})

test('a service that traces do not know is left to the other inputs', async () => {
  const world = {
    now: NOW,
    reads: [{ ...traces([]), when: { service: 'other' } }, service(), endpoints(2), ingresses()],
  }
  const { answer } = await askComposite(blastRadius, { world, args })
  assert.equal(answer.verdict?.code, 'unknown')
  assert.deepEqual(answer['graph'], { as_of: NOW, complete: false })
})

test('addresses that were cut are no redundancy and no single point, and nobody is proved untouched by a sample', async () => {
  const reads = [traces([edge('checkout', 'mail', 1)]), service(), endpoints(1)]
  const ask = async (world: RecordedWorld) =>
    (await askComposite(blastRadius, { world, args: { service: 'checkout' } })).answer
  const cut = await ask(withState({ now: NOW, reads }, 'k8s.endpoints.list', { state: 'truncated' }))
  const { redundancy } = cut['target'] as Readonly<{
    redundancy: readonly Readonly<Record<string, unknown>>[]
  }>
  assert.deepEqual(
    redundancy.map(({ ready, replicas, zones }) => [ready, replicas, zones]),
    [[null, null, null]],
  )
  assert.deepEqual(cut['single_points'], [])
  const [graph, ...rest] = reads
  assert.ok(graph !== undefined)
  const nodes = ['checkout', 'mail'].map((name) => ({ name, kind: 'service' }))
  const sampled = async (sampling_ratio: number) => {
    const value = { ...(graph.value as object), nodes, sampling_ratio }
    return (await ask({ now: NOW, reads: [{ ...graph, value }, ...rest] }))['unaffected_proven']
  }
  assert.deepEqual(await sampled(1), ['mail'])
  assert.equal(await sampled(0.1), null)
  assert.equal(
    (await ask(withState({ now: NOW, reads }, 'traces.dependencies.get', { state: 'truncated' })))[
      'unaffected_proven'
    ],
    null,
  )
})
