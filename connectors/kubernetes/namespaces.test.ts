import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SourceError } from '@vedette/proto/connector'
import { type Attributes, createFakeApi, list, pod, refuse } from './testing/fake-api.ts'

const NINE = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']
const namespaces = (names: readonly string[]) => list(names.map((name) => ({ metadata: { name } })))
const placeOf = (path: string) => /\/namespaces\/([^/]+)\/pods$/.exec(path)?.[1] ?? ''

test('an identity that may list pods in seven of nine namespaces gets seven lists and two named refusals', async () => {
  const allows = ({ verb, resource, namespace }: Attributes) =>
    verb === 'list' &&
    (resource === 'namespaces' || (namespace !== undefined && !['c', 'h'].includes(namespace)))
  const api = await createFakeApi({
    allows,
    respond: ({ path }) => {
      if (path === '/api/v1/namespaces') return namespaces(NINE)
      return list(placeOf(path) === 'b' ? [] : [pod(placeOf(path), 'web-1'), pod(placeOf(path), 'web-2')])
    },
  })
  const { value, parts } = await api.run('k8s.pods.list')
  await api.stop()
  const said = parts.map(({ scope, state, items, proof, missing }) => [
    scope.namespace,
    state,
    items ?? missing,
    proof,
  ])
  assert.deepEqual(said, [
    ['a', 'read', 2, undefined],
    ['b', 'empty', 0, 'enumerated'],
    ['c', 'forbidden', 'list pods in namespace c', undefined],
    ['d', 'read', 2, undefined],
    ['e', 'read', 2, undefined],
    ['f', 'read', 2, undefined],
    ['g', 'read', 2, undefined],
    ['h', 'forbidden', 'list pods in namespace h', undefined],
    ['i', 'read', 2, undefined],
  ])
  assert.equal((value as { pods: unknown[] }).pods.length, 12)
  const listed = api.asked.map((one) => placeOf(one.path)).filter((one) => one !== '')
  assert.deepEqual(listed.sort(), ['a', 'b', 'd', 'e', 'f', 'g', 'i'], 'a refused namespace is not asked')
})

test('without the list of namespaces the configured ones are read, and one that is not there is unproven', async () => {
  const api = await createFakeApi({
    allows: ({ namespace }) => namespace !== undefined,
    respond: ({ path }) => {
      if (path === '/api/v1/namespaces/gone') return refuse(404, 'NotFound', 'gone')
      if (path === '/api/v1/namespaces/hidden') return refuse(403, 'Forbidden', 'hidden')
      return list(placeOf(path) === 'shop' ? [pod('shop', 'web')] : [])
    },
  })
  const { parts } = await api.run('k8s.pods.list', {}, { namespaces: ['shop', 'gone', 'hidden'] })
  await api.stop()
  assert.deepEqual(
    parts.map(({ scope, state, why }) => [scope.namespace, state, why]),
    [
      ['gone', 'unproven', 'namespace_does_not_exist'],
      ['hidden', 'unproven', 'namespace_not_readable'],
      ['shop', 'read', undefined],
    ],
  )
})

test('an identity that may list nowhere is refused by the name of the right, before a list is asked', async () => {
  const api = await createFakeApi({ allows: () => false, respond: () => list([]) })
  const error = await api.run('k8s.pods.list').catch((one: unknown) => one)
  await api.stop()
  assert.ok(error instanceof SourceError)
  assert.deepEqual([error.state, error.carried.missing], ['forbidden', 'list pods'])
  assert.deepEqual(
    api.asked.filter((one) => one.path.endsWith('/pods')),
    [],
  )
})

test('namespaces beyond a hundred are left out by name, each with the call that reads it', async () => {
  const names = Array.from({ length: 102 }, (_, at) => `ns-${String(at).padStart(3, '0')}`)
  const api = await createFakeApi({
    allows: ({ resource, namespace }) => resource === 'namespaces' || namespace !== undefined,
    respond: ({ path }) => (path === '/api/v1/namespaces' ? namespaces(names) : list([])),
  })
  const { parts } = await api.run('k8s.pods.list', { problem_only: true })
  await api.stop()
  const left = parts.filter((one) => one.state === 'capped')
  assert.deepEqual(
    left.map(({ scope, limit, next }) => [scope.namespace, limit, next?.tool, next?.args['namespace']]),
    [
      ['ns-100', 100, 'k8s_pods_list', 'ns-100'],
      ['ns-101', 100, 'k8s_pods_list', 'ns-101'],
    ],
  )
  assert.equal(parts.filter((one) => one.state === 'empty').length, 100)
})

test('one namespace that fails is a part of its own beside those that were read', async () => {
  const api = await createFakeApi({
    allows: ({ resource, namespace }) => resource === 'namespaces' || namespace !== undefined,
    respond: ({ path }) => {
      if (path === '/api/v1/namespaces') return namespaces(['a', 'b'])
      return placeOf(path) === 'a' ? refuse(500, 'InternalError') : list([pod('b', 'web')])
    },
  })
  const { parts } = await api.run('k8s.pods.list')
  await api.stop()
  assert.deepEqual(
    parts.map(({ scope, state, status }) => [scope.namespace, state, status]),
    [
      ['a', 'upstream_failed', 500],
      ['b', 'read', undefined],
    ],
  )
})

test('a review that the server could not decide is not taken for a refusal', async () => {
  const api = await createFakeApi({
    review: () => ({ allowed: false, evaluationError: 'webhook is down' }),
    respond: () => list([pod('shop', 'web')]),
  })
  const { parts } = await api.run('k8s.pods.list', { namespace: 'shop' })
  await api.stop()
  assert.deepEqual(
    parts.map(({ state, items }) => [state, items]),
    [['read', 1]],
  )
})
