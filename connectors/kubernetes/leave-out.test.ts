import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFakeClock } from '@vedette/connectors/kit/testing'
import type { Reading } from '@vedette/proto/connector'
import { kubernetesConnector } from './index.ts'
import { createFakeApi, list, NOW, pod } from './testing/fake-api.ts'

async function run(
  url: string,
  operation: string,
  config: Record<string, unknown> = {},
): Promise<Reading<unknown>> {
  const clock = createFakeClock(NOW)
  const parsed = kubernetesConnector.config.parse({ server: url, cluster: 'prod', ...config })
  const client = kubernetesConnector.connect(parsed, {
    clock,
    instance: 'kubernetes',
    readSecret: async () => 't',
  })
  const served = kubernetesConnector.operations.find((one) => one.operation.id === operation)
  assert.equal(served?.leavesOutNamespaces, true, operation)
  const input =
    operation === 'k8s.events.list' ? { from: '2026-11-30T15:00:00Z', to: '2026-11-30T16:00:00Z' } : {}
  const { signal } = new AbortController()
  const context = {
    clock,
    signal,
    deadline: NOW + 10_000,
    isNamespaceDenied: (one: string) => one === 'payments',
  }
  try {
    return await served.run(client, input, context)
  } finally {
    await kubernetesConnector.close?.(client)
  }
}

test('every list that says so leaves the denied namespace out, whatever of it the server sends', async () => {
  const secret = {
    metadata: { namespace: 'payments', name: 'payments', uid: 'u', labels: { mark: 'denied' } },
  }
  const api = await createFakeApi({ respond: () => list([secret]) })
  const ids = kubernetesConnector.operations.flatMap((one) =>
    one.leavesOutNamespaces === true ? [one.operation.id] : [],
  )
  assert.equal(ids.length, 23)
  for (const id of ids) {
    const { value } = await run(api.url, id)
    assert.doesNotMatch(JSON.stringify(value), /payments|denied/, id)
  }
  await api.stop()
})

test('what is allowed is read as before, and counts speak of it alone', async () => {
  const api = await createFakeApi({
    respond: () => list([pod('payments', 'a'), pod('web', 'b'), pod('payments', 'c')]),
  })
  const { value, parts } = await run(api.url, 'k8s.pods.list')
  await api.stop()
  const { pods, by_status } = value as { pods: { name: string }[]; by_status: Record<string, number> }
  assert.deepEqual([pods.map((one) => one.name), by_status], [['b'], { Running: 1 }])
  assert.deepEqual(
    parts.map(({ state, items, total }) => [state, items, total]),
    [['read', 1, 1]],
  )
})

test('where namespaces are read one by one the denied one is not asked for at all', async () => {
  const api = await createFakeApi({
    allows: ({ resource, namespace }) => resource !== 'namespaces' && namespace !== undefined,
    respond: ({ path }) => list([pod(path.includes('payments') ? 'payments' : 'web', 'x')]),
  })
  const { parts } = await run(api.url, 'k8s.pods.list', { namespaces: ['payments', 'web'] })
  await api.stop()
  assert.deepEqual(
    parts.map(({ scope, state }) => [scope['namespace'], state]),
    [['web', 'read']],
  )
  assert.deepEqual(
    api.asked.filter(({ path, body }) => `${path} ${JSON.stringify(body)}`.includes('payments')),
    [],
  )
})

test('an event that stands elsewhere and is about an object of the denied namespace is left out', async () => {
  const event = (namespace: string) => ({
    metadata: { namespace: 'default', name: `of-${namespace}`, creationTimestamp: '2026-11-30T15:10:00Z' },
    involvedObject: { kind: 'Pod', name: 'x', namespace },
  })
  const api = await createFakeApi({ respond: () => list([event('payments'), event('web')]) })
  const { value } = await run(api.url, 'k8s.events.list')
  await api.stop()
  assert.deepEqual(
    (value as { events: { event: string }[] }).events.map((one) => one.event),
    ['of-web'],
  )
})
