import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RecordedRead, type RecordedWorld, withState } from '../../../testing/world.ts'
import { askComposite } from '../testing/ask.ts'
import { inCluster, NOW } from '../testing/parts.ts'
import { certExpiry } from './index.ts'

function cloud(...certificates: readonly unknown[]): RecordedRead {
  return {
    operation: 'cloud.certificates.list',
    connector: 'aws',
    scope: { account: '1' },
    items: certificates.length,
    value: { certificates, total: certificates.length },
  }
}

function cloudCertificate(days_left: number | null, more: Readonly<Record<string, unknown>> = {}) {
  return {
    ...{
      id: 'arn:1',
      name: 'shop',
      account: '1',
      region: 'eu-west-1',
      tags: null,
      domains: ['shop.example'],
    },
    ...{ issuer: 'Amazon', state: 'issued', not_before: null, not_after: null, days_left, managed: true },
    ...{ renewal: 'automatic', used_by: null, key_algorithm: null, ...more },
  }
}

function kubernetes(...certificates: readonly unknown[]): RecordedRead {
  return inCluster('eu-1', {
    operation: 'k8s.certificates.list',
    items: certificates.length,
    value: { certificates },
  })
}

const unissued = {
  ...{
    namespace: 'shop',
    name: 'web',
    ready: false,
    reason: 'DoesNotExist',
    message: null,
    expires_at: null,
  },
  ...{ days_left: null, renews_at: null, names: ['web.example'], issuer: 'letsencrypt', secret: 'web-tls' },
  created_at: null,
}
const ingress = inCluster('eu-1', {
  operation: 'k8s.ingresses.list',
  value: {
    ingresses: [
      {
        ...{
          namespace: 'shop',
          name: 'front',
          class: null,
          hosts: ['web.example'],
          rules: [],
          tls: ['web-tls: web.example'],
        },
        ...{ addresses: [], internal: null, created_at: null },
      },
    ],
  },
})

const none: RecordedWorld = { now: NOW, reads: [cloud(), kubernetes()] }

test('no certificate that ends soon is ok, of clusters and clouds together', async () => {
  const { answer } = await askComposite(certExpiry, { world: none })
  assert.deepEqual([answer.verdict?.code, answer['total'], answer['expired']], ['ok', 0, 0])
})

test('certificates stand soonest first, the never issued and ended ones at the top, with what uses them', async () => {
  const world = {
    now: NOW,
    reads: [cloud(cloudCertificate(9), cloudCertificate(-2, { id: 'arn:2' })), kubernetes(unissued), ingress],
  }
  const { answer } = await askComposite(certExpiry, { world })
  assert.equal(answer.verdict?.code, 'expired')
  const rows = answer['certificates'] as readonly Readonly<Record<string, unknown>>[]
  assert.deepEqual(
    rows.map((row) => [row['name'], row['days_left']]),
    [
      ['shop', -2],
      ['shop/web', null],
      ['shop', 9],
    ],
  )
  assert.deepEqual(rows[1]?.['used_by'], ['ingress front'])
  assert.deepEqual([answer['expired'], answer['total']], [1, 3])
})

test('a cloud or a cluster that was not seen whole withholds the verdict, and none is never said', async () => {
  for (const operation of ['cloud.certificates.list', 'k8s.certificates.list'])
    for (const state of ['truncated', 'capped', 'forbidden', 'denied_by_policy', 'unproven'] as const) {
      const { answer } = await askComposite(certExpiry, { world: withState(none, operation, { state }) })
      assert.deepEqual([answer.verdict?.code, answer['total']], [null, null], `${operation} ${state}`)
    }
})
