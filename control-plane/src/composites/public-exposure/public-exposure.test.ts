import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RecordedRead, type RecordedWorld, withState } from '../../../testing/world.ts'
import { askComposite } from '../testing/ask.ts'
import { inCluster, NOW } from '../testing/parts.ts'
import { publicExposure } from './index.ts'

const AT = { account: '1', region: 'eu-west-1', tags: null } as const

function cloud(operation: string, key: string, ...rows: readonly unknown[]): RecordedRead {
  return {
    operation,
    connector: 'aws',
    scope: { account: '1' },
    items: rows.length,
    value: { [key]: rows, total: rows.length },
  }
}

function group(from_port: number | null, to_port: number | null, attached: number | null = 2) {
  return {
    ...{
      id: 'sg-1',
      name: 'web',
      ...AT,
      network: null,
      description: null,
      ingress_rules: 1,
      egress_rules: 1,
    },
    open_to_internet: [{ protocol: 'tcp', from_port, to_port, cidr: '0.0.0.0/0' }],
    attached,
  }
}

const closed: RecordedWorld = {
  now: NOW,
  reads: [
    cloud('cloud.security_groups.list', 'groups'),
    cloud('cloud.load_balancers.list', 'load_balancers'),
    cloud('cloud.public_ips.list', 'addresses'),
    cloud('cloud.databases.list', 'databases'),
    cloud('cloud.buckets.list', 'buckets'),
    inCluster('eu-1', { operation: 'k8s.services.list', items: 0, value: { services: [] } }),
    inCluster('eu-1', { operation: 'k8s.ingresses.list', items: 0, value: { ingresses: [] } }),
  ],
}

function withRead(read: RecordedRead): RecordedWorld {
  return { ...closed, reads: closed.reads.map((one) => (one.operation === read.operation ? read : one)) }
}

test('nothing is exposed where everything that could be was seen whole', async () => {
  const { answer } = await askComposite(publicExposure, { world: closed })
  assert.deepEqual([answer.verdict?.code, answer['total']], ['nothing_exposed', 0])
})

test('each source that was not seen whole withholds that nothing is exposed', async () => {
  for (const { operation } of closed.reads)
    for (const state of [
      'truncated',
      'capped',
      'denied_by_policy',
      'forbidden',
      'out_of_reach',
      'unproven',
    ] as const) {
      const { answer } = await askComposite(publicExposure, {
        world: withState(closed, operation, { state }),
      })
      assert.deepEqual([answer.verdict?.code, answer['total']], [null, null], `${operation} ${state}`)
    }
})

test('open groups are exposed, sensitive by their ports, unknown where their use is not told, nothing unused', async () => {
  const cases = [
    [443, 443, 2, 'exposed'],
    [22, 22, 2, 'exposed_sensitive'],
    [3000, 6000, 2, 'exposed_sensitive'],
    [null, null, 2, 'exposed_sensitive'],
    [22, 22, null, 'unknown_reach'],
    [22, 22, 0, 'nothing_exposed'],
  ] as const
  for (const [from, to, attached, code] of cases) {
    const world = withRead(cloud('cloud.security_groups.list', 'groups', group(from, to, attached)))
    const { answer } = await askComposite(publicExposure, { world })
    assert.equal(answer.verdict?.code, code, `${from}-${to} ${attached}`)
  }
})

test('what does not tell its reach is never taken for closed', async () => {
  const bucket = {
    ...{
      id: 'b',
      name: 'b',
      ...AT,
      public: null,
      public_because: null,
      encryption: 'unknown',
      versioning: null,
    },
    ...{ storage_class: null, created_at: null },
  }
  const balancer = {
    ...{
      id: 'lb',
      name: 'lb',
      ...AT,
      kind: 'network',
      exposure: 'unknown',
      state: null,
      dns_names: [],
      addresses: [],
    },
    ...{ network: null, zones: null, listeners: null, created_at: null },
  }
  const ingress = {
    ...{
      namespace: 'shop',
      name: 'front',
      class: null,
      hosts: ['a.example'],
      rules: [],
      tls: [],
      addresses: [],
    },
    ...{ internal: null, created_at: null },
  }
  for (const read of [
    cloud('cloud.buckets.list', 'buckets', bucket),
    cloud('cloud.load_balancers.list', 'load_balancers', balancer),
    inCluster('eu-1', { operation: 'k8s.ingresses.list', value: { ingresses: [ingress] } }),
  ]) {
    const { answer } = await askComposite(publicExposure, { world: withRead(read) })
    assert.deepEqual([answer.verdict?.code, answer['not_told']], ['unknown_reach', 1], read.operation)
  }
})
