import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { describeConnector } from '@vedette/connectors/kit/testing'
import { kubernetesConnector } from './index.ts'
import { renderClusterRole } from './permissions.ts'
import { RESOURCES } from './resources.ts'
import { createFakeApi, list, refuse } from './testing/fake-api.ts'
import { withhold } from './withhold.ts'

describeConnector({
  connector: kubernetesConnector,
  folder: import.meta.dirname,
  config: ({ baseUrl }) => ({ server: baseUrl, cluster: 'prod', token: { env: 'KUBE_TOKEN' } }),
})

const ALL = kubernetesConnector.operations.map((one) => one.operation)
const OPERATIONS = ALL.filter(({ tier }) => tier !== 'high_risk')

test('the README holds the least ClusterRole, as the operations declare it', () => {
  const readme = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8')
  assert.ok(
    readme.includes(renderClusterRole(OPERATIONS)),
    `write this into the README:\n${renderClusterRole(OPERATIONS)}`,
  )
})

test('the ClusterRole has no wildcard, no Secret, no exec, no node proxy and no verb that writes', () => {
  const role = renderClusterRole(OPERATIONS)
  assert.doesNotMatch(role, /\*|secrets|exec|proxy|attach|portforward|impersonate|escalate|bind\b/)
  const verbs = [...role.matchAll(/verbs: \[([^\]]*)\]/g)].flatMap((one) => (one[1] ?? '').split(', '))
  assert.deepEqual([...new Set(verbs)].sort(), ['get', 'list'])
  assert.equal(
    Object.values(RESOURCES).some((one) => /secret/.test(one.plural)),
    false,
  )
})

test('switching the restart on adds the patch of three kinds and nothing else', () => {
  const verbs = (operations: typeof ALL) => renderClusterRole(operations).split('\n')
  const added = verbs(ALL).filter((line) => !verbs(OPERATIONS).includes(line))
  assert.deepEqual(added, [
    '    resources: [replicasets]',
    '    resources: [daemonsets, deployments, statefulsets]',
    '    verbs: [get, list, patch]',
  ])
})

test('every operation but the two generic ones declares rights that the ClusterRole can hold', () => {
  const bare = OPERATIONS.filter((one) => !renderClusterRole([one]).includes('apiGroups')).map(
    (one) => one.id,
  )
  assert.deepEqual(bare.sort(), [
    'k8s.api_resources.list',
    'k8s.rbac.can_i',
    'k8s.resources.get',
    'k8s.resources.list',
  ])
})

test('Secrets are refused under every spelling before anything is asked', async () => {
  const api = await createFakeApi({
    respond: () => ({
      json: {
        kind: 'APIResourceList',
        resources: [{ name: 'secrets', kind: 'Odd', namespaced: true, verbs: ['list'] }],
      },
    }),
  })
  for (const kind of ['Secret', 'secret', 'SECRETS', 'SecretList', 'Odd']) {
    for (const operation of ['k8s.resources.list', 'k8s.resources.get']) {
      const named = operation.endsWith('get') ? { name: 'x', namespace: 'a' } : {}
      const error = await api
        .run(operation, { api_version: 'v1', kind, ...named })
        .catch((one: unknown) => one)
      assert.equal((error as { field?: string }).field, 'kind', `${operation} ${kind}`)
    }
  }
  await api.stop()
  assert.deepEqual(
    api.asked.filter((one) => one.path.includes('secret')),
    [],
  )
})

test('an object is shown without managed fields, the copy of kubectl, variables and the data of value holders', () => {
  const pod = {
    metadata: {
      name: 'a',
      managedFields: [{}],
      annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{}', team: 'pay' },
    },
    spec: {
      containers: [
        {
          name: 'c',
          env: [
            { name: 'P', value: 'hidden' },
            { name: 'Q', valueFrom: {} },
          ],
        },
      ],
    },
  }
  assert.deepEqual(withhold(pod, 'Pod'), {
    object: {
      metadata: { name: 'a', annotations: { team: 'pay' } },
      spec: { containers: [{ name: 'c', env: [{ name: 'P' }, { name: 'Q', valueFrom: {} }] }] },
    },
    withheld: ['spec.containers[0].env[0].value'],
  })
  assert.deepEqual(withhold({ spec: { stringData: { k: 'hidden' } } }, 'ClusterSecretStore'), {
    object: { spec: { stringData: { k: null } } },
    withheld: ['spec.stringData.k'],
  })
})

test('a kind that another server serves is not_served only when the list of groups confirms it', async () => {
  const api = await createFakeApi({
    respond: ({ path }) =>
      path === '/apis' ? { json: { kind: 'APIGroupList', groups: [] } } : refuse(404, 'NotFound'),
  })
  const error = await api.run('k8s.certificates.list').catch((one: unknown) => one)
  await api.stop()
  const { state, carried } = error as { state: string; carried: { why: string } }
  assert.deepEqual(
    [state, carried.why],
    ['not_served', 'the cluster does not serve certificates.cert-manager.io v1'],
  )
})

test('equal rights are reviewed once in a while, and the cluster is identified once', async () => {
  const api = await createFakeApi({ respond: () => list([]) })
  await api.run('k8s.rbac.list')
  await api.stop()
  const count = (end: string) => api.asked.filter((one) => one.path.endsWith(end)).length
  assert.deepEqual([count('/selfsubjectaccessreviews'), count('/kube-system')], [4, 1])
})
