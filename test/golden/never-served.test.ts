import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CONNECTORS } from '@vedette/connectors/registry'
import { OPERATIONS } from '@vedette/proto/operations'

// Rights that no operation of Kubernetes may need: a shell in a pod, what a kubelet serves, and values of Secrets.
const KUBERNETES = /\b(?:pods\/(?:exec|attach|portforward)|nodes\/proxy|secrets|impersonate|escalate|bind)\b/
// Actions that hand out the value of a secret, by vendor.
const VALUES =
  /GetSecretValue|BatchGetSecretValue|ssm:GetParameter|kms:Decrypt|secretmanager\.versions\.access/
const SHELL = /(?:^|\.)(?:exec|attach|shell|port_forward|proxy)(?:\.|$)/

test('no operation of the catalogue opens a shell, a port or a proxy', () => {
  assert.deepEqual(
    OPERATIONS.map(({ id }) => id).filter((id) => SHELL.test(id)),
    [],
  )
})

test('no operation needs a shell in a pod, the proxy of a node or the Secrets of a cluster', () => {
  const asking = OPERATIONS.flatMap(({ id, permissions }) =>
    (permissions['kubernetes'] ?? [])
      .filter((right) => KUBERNETES.test(right))
      .map((right) => `${id}: ${right}`),
  )
  assert.deepEqual(asking, [])
})

test('no operation needs an action that hands out the value of a secret', () => {
  const asking = OPERATIONS.flatMap(({ id, permissions }) =>
    Object.values(permissions)
      .flat()
      .filter((action) => VALUES.test(action))
      .map((action) => `${id}: ${action}`),
  )
  assert.deepEqual(asking, [])
})

test('the connector of Kubernetes serves nothing that reads the records of Helm, which are Secrets', async () => {
  const records = OPERATIONS.filter(({ permissions }) =>
    (permissions['helm'] ?? []).some((right) => /^(?:get|list) secrets\b/.test(right)),
  ).map(({ id }) => id)
  assert.ok(records.length > 0)
  for (const { id, load } of CONNECTORS) {
    if (id !== 'kubernetes') continue
    const { operations } = await load()
    const served = operations.map(({ operation }) => operation.id)
    assert.deepEqual(
      served.filter((one) => records.includes(one)),
      [],
    )
  }
})
