import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SourceError } from '@vedette/proto/connector'
import { type Answer, createFakeApi, list, pod, refuse } from './testing/fake-api.ts'

const page = (from: number, next?: string): Answer =>
  list(
    Array.from({ length: 3 }, (_, at) => pod('shop', `web-${from + at}`)),
    next,
  )

test('an expired cursor starts the list again once, and the second list is whole', async () => {
  let expired = false
  const api = await createFakeApi({
    respond: ({ query }) => {
      if (query.get('continue') === null) return page(0, 'c1')
      if (expired) return page(3)
      expired = true
      return refuse(410, 'Expired')
    },
  })
  const { parts, value } = await api.run('k8s.pods.list')
  await api.stop()
  assert.deepEqual(
    parts.map(({ state, items, total }) => [state, items, total]),
    [['read', 6, 6]],
  )
  const names = (value as { pods: { name: string }[] }).pods.map((one) => one.name)
  assert.deepEqual(names, ['web-0', 'web-1', 'web-2', 'web-3', 'web-4', 'web-5'])
})

test('a cursor that expires twice leaves a cut list whose count never falls', async () => {
  let starts = 0
  const api = await createFakeApi({
    respond: ({ query }) => {
      const cursor = query.get('continue')
      if (cursor === null) starts += 1
      if (cursor === null) return page(0, 'c1')
      return cursor === 'c1' && starts === 1 ? page(3, 'c2') : refuse(410, 'Expired')
    },
  })
  const { parts } = await api.run('k8s.pods.list')
  await api.stop()
  assert.equal(starts, 2)
  assert.deepEqual(
    parts.map(({ state, cap, at_least }) => [state, cap, at_least]),
    [['truncated', 'by_source', 6]],
  )
})

test('a later page that fails leaves what was read, cut, beside the word of the failure', async () => {
  const api = await createFakeApi({
    respond: ({ query }) => (query.get('continue') === null ? page(0, 'c1') : refuse(500, 'InternalError')),
  })
  const { parts } = await api.run('k8s.pods.list')
  await api.stop()
  assert.deepEqual(
    parts.map(({ state, at_least, status }) => [state, at_least, status]),
    [
      ['truncated', 3, undefined],
      ['upstream_failed', undefined, 500],
    ],
  )
})

test('a page over the body cap is asked again smaller', async () => {
  const sizes: string[] = []
  const heavy = 'x'.repeat(1024 * 1024)
  const api = await createFakeApi({
    respond: ({ query }) => {
      const size = Number(query.get('limit'))
      sizes.push(String(size))
      const count = Math.min(size, 12)
      return list(
        Array.from({ length: count }, (_, at) => ({
          metadata: { namespace: 'shop', name: `web-${at}`, annotations: { heavy } },
          spec: { containers: [] },
          status: { phase: 'Running' },
        })),
      )
    },
  })
  const error = await api.run('k8s.pods.list').catch((one: unknown) => one)
  await api.stop()
  assert.deepEqual(sizes, ['250', '62', '15', '10'])
  assert.equal(
    (error as { carried: { why: string } }).carried.why,
    'too_large',
    'ten such pods are too many still',
  )
})

test('a list that goes round in a circle is not shown as one', async () => {
  const api = await createFakeApi({ respond: () => page(0, 'same') })
  const error = await api.run('k8s.pods.list').catch((one: unknown) => one)
  await api.stop()
  assert.equal((error as { carried: { why: string } }).carried.why, 'schema_mismatch')
})

test('a list without its items is unusable, one whose items are null is empty', async () => {
  const states = async (body: object) => {
    const api = await createFakeApi({ respond: () => ({ json: body }) })
    try {
      const { parts } = await api.run('k8s.nodes.list')
      return parts.map(({ state }) => state)
    } catch (error) {
      return error instanceof SourceError ? [error.state, error.carried.why] : assert.fail(String(error))
    } finally {
      await api.stop()
    }
  }
  const kind = 'NodeList'
  assert.deepEqual(await states({ kind, metadata: {}, items: null }), ['empty'])
  assert.deepEqual(await states({ kind, metadata: {} }), ['unusable', 'schema_mismatch'])
})
