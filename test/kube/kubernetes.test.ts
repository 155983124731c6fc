import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ArgumentError, type Reading, SourceError } from '@vedette/proto/connector'
import { isWriteTier } from '@vedette/proto/policy'
import { STATES } from '@vedette/proto/visibility'
import { API_SERVER, type Cluster, NO_CLUSTER, startCluster, type User } from './cluster.ts'
import { type Asking, connectAs } from './connector.ts'
import { bind, makeNamespace, toPod, toStatus } from './objects.ts'
import { readReadmeRules } from './role.ts'
import { makeSamples, toInput } from './samples.ts'

const NINE = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'].map(
  (name) => `team-${name}`,
)
const REFUSED = ['team-four', 'team-nine']
const MANY = 5000
const skip = API_SERVER === undefined ? 'run by npm run test:kube, which prepares the API server' : false

// Left out, the cluster is never asked for: every test is then skipped.
const cluster = API_SERVER === undefined ? NO_CLUSTER : await startCluster({ after })
const askings: Asking[] = []

async function as(user: User | 'stranger', settings?: object): Promise<Asking> {
  const asking = await connectAs(cluster, user, settings)
  askings.push(asking)
  return asking
}

describe('the kubernetes connector on a real API server', { skip, timeout: 540_000 }, () => {
  before(async () => {
    await Promise.all([...NINE, 'inc', 'quiet', 'many'].map((name) => makeNamespace(cluster, name)))
    await bind(cluster, { user: 'reader', name: 'vedette-agent', rules: readReadmeRules() })
    await bind(cluster, {
      user: 'blind',
      name: 'pods-only',
      rules: [{ verbs: ['list'], apiGroups: [''], resources: ['pods'] }],
    })
    await bind(cluster, {
      user: 'seven',
      name: 'namespaces',
      rules: [{ verbs: ['get', 'list'], apiGroups: [''], resources: ['namespaces'] }],
    })
    const rules = [{ verbs: ['get', 'list'], apiGroups: [''], resources: ['pods'] }]
    for (const namespace of [
      ...NINE,
      'inc',
      'quiet',
      'many',
      'default',
      'kube-system',
      'kube-public',
      'kube-node-lease',
    ])
      if (!REFUSED.includes(namespace)) await bind(cluster, { user: 'seven', name: 'pods', rules, namespace })
  })
  after(async () => {
    for (const asking of askings) await asking.close()
  })

  test('the scope is the alias with the UID of kube-system, and without a right to it there is no proof', async () => {
    const { json } = await cluster.ask('GET', '/api/v1/namespaces/kube-system')
    const { uid } = (json as { metadata: { uid: string } }).metadata
    const known = await (await as('reader')).probe()
    assert.deepEqual(known.scopes, [{ cluster: 'bench', cluster_uid: uid }])
    assert.deepEqual([known.health, known.servers?.[0]?.version?.startsWith('v1.')], ['up', true])
    const blind = await (await as('blind')).probe()
    assert.deepEqual(
      [blind.health, blind.code, blind.scopes],
      ['degraded', 'scope_unproven', [{ cluster_alias: 'bench' }]],
    )
    const nodes = { operation: 'k8s.nodes.list', missing: 'list nodes' }
    assert.deepEqual(
      blind.forbidden?.find((one) => typeof one !== 'string' && one.operation === nodes.operation),
      nodes,
    )
    assert.equal(known.forbidden, undefined)
    const stranger = await (await as('stranger')).probe()
    assert.deepEqual([stranger.health, stranger.code, stranger.scopes], ['down', 'unauthorized', []])
  })

  test('pods say what is wrong with them, as their patched status has it', async () => {
    const ended = {
      reason: 'OOMKilled',
      exitCode: 137,
      startedAt: '2026-01-01T00:00:00Z',
      finishedAt: '2026-01-01T00:01:00Z',
    }
    const rows = [
      [
        'oom',
        toStatus({
          phase: 'Running',
          restarts: 4,
          state: { waiting: { reason: 'CrashLoopBackOff', message: 'back-off' } },
          last: { terminated: ended },
        }),
      ],
      [
        'badimg',
        toStatus({
          phase: 'Pending',
          state: { waiting: { reason: 'ImagePullBackOff', message: 'no such image' } },
        }),
      ],
      [
        'web',
        toStatus({
          phase: 'Running',
          ready: true,
          state: { running: { startedAt: '2026-01-01T00:00:00Z' } },
        }),
      ],
      ['slow', toStatus({ phase: 'Running', state: { running: { startedAt: '2026-01-01T00:00:00Z' } } })],
    ] as const
    for (const [name, status] of rows) {
      await cluster.make('POST', '/api/v1/namespaces/inc/pods', toPod(name, { app: name }))
      await cluster.make('PATCH', `/api/v1/namespaces/inc/pods/${name}/status`, status)
    }
    const reader = await as('reader')
    const listed = await reader.run('k8s.pods.list', { namespace: 'inc' })
    const { pods } = listed.value as { pods: { name: string; status: string; problem: boolean }[] }
    assert.deepEqual(
      pods.map((one) => [one.name, one.status, one.problem]),
      [
        ['badimg', 'ImagePullBackOff', true],
        ['oom', 'CrashLoopBackOff', true],
        ['slow', 'NotReady', true],
        ['web', 'Running', false],
      ],
    )
    const web = await reader.run('k8s.pods.list', { namespace: 'inc', label_selector: 'app in (web,other)' })
    assert.deepEqual(toStates(web), [['read', 1]])
    const one = await reader.run('k8s.pods.get', { namespace: 'inc', name: 'oom' })
    const [container] = (one.value as { pod: { containers: { last_exit: object; restarts: number }[] } }).pod
      .containers
    assert.deepEqual(
      [container?.restarts, container?.last_exit],
      [
        4,
        {
          reason: 'OOMKilled',
          exit_code: 137,
          signal: null,
          started_at: ended.startedAt,
          finished_at: ended.finishedAt,
        },
      ],
    )
    assert.doesNotMatch(JSON.stringify(one.value), /plain-canary/)
  })

  test('an identity that may list pods in seven of nine namespaces gives exactly that accounting', async () => {
    await Promise.all(
      NINE.map((name) => cluster.make('POST', `/api/v1/namespaces/${name}/pods`, toPod('web'))),
    )
    const { parts } = await (await as('seven')).run('k8s.pods.list', { limit: 5000 })
    const teams = parts.filter((part) => part.scope.namespace?.startsWith('team-'))
    assert.deepEqual(
      teams.map((part) => [part.scope.namespace, part.state, part.items ?? part.missing]),
      [...NINE]
        .sort()
        .map((name) =>
          REFUSED.includes(name) ? [name, 'forbidden', `list pods in namespace ${name}`] : [name, 'read', 1],
        ),
    )
    const quiet = parts.find((part) => part.scope.namespace === 'quiet')
    assert.deepEqual([quiet?.state, quiet?.proof], ['empty', 'enumerated'])
  })

  test('five thousand pods are listed in pages to the end, and given page by page', async () => {
    const names = Array.from({ length: MANY }, (_, at) => `p-${String(at).padStart(4, '0')}`)
    const work = async (queue: IterableIterator<string>) => {
      for (const name of queue) await cluster.make('POST', '/api/v1/namespaces/many/pods', toPod(name))
    }
    const queue = names.values()
    await Promise.all(Array.from({ length: 48 }, () => work(queue)))
    const reader = await as('reader')
    const before = await countLists(cluster)
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await reader.run('k8s.pods.list', {
        namespace: 'many',
        limit: 2000,
        ...(cursor === undefined ? {} : { cursor }),
      })
      const [part] = page.parts
      assert.deepEqual([part?.state, part?.total], ['read', MANY])
      seen.push(...(page.value as { pods: { name: string }[] }).pods.map((one) => one.name))
      cursor = part?.cursor
    } while (cursor !== undefined)
    assert.deepEqual(seen, names)
    assert.equal((await countLists(cluster)) - before, 3 * (MANY / 250), 'three answers of twenty pages each')
  })

  test('zero items are empty where the namespace exists, and a namespace that does not is refused', async () => {
    const reader = await as('reader')
    const quiet = await reader.run('k8s.pods.list', { namespace: 'quiet' })
    assert.deepEqual(
      quiet.parts.map(({ state, proof }) => [state, proof]),
      [['empty', 'existence_checked']],
    )
    const blind = await (await as('blind')).run('k8s.pods.list', { namespace: 'nowhere' })
    assert.deepEqual(
      blind.parts.map(({ state, why }) => [state, why]),
      [['unproven', 'namespace_not_readable']],
    )
    await assert.rejects(
      reader.run('k8s.pods.list', { namespace: 'nowhere' }),
      (error) => error instanceof ArgumentError && error.field === 'namespace' && error.code === 'not_found',
    )
    await assert.rejects(
      reader.run('k8s.pods.list', { field_selector: 'spec.hostname=x' }),
      (error) => error instanceof ArgumentError && error.field === 'field_selector',
    )
  })

  test('a log that nothing has written is not an empty one, and a node that is not there is not an empty log', async () => {
    const reader = await as('reader')
    const window = { from: '2026-01-01T00:00:00Z', to: '2030-01-01T00:00:00Z', limit: 50 }
    await cluster.make('POST', '/api/v1/namespaces/inc/pods', toPod('waiting'))
    const waiting = await reader.run('k8s.pods.logs', { namespace: 'inc', name: 'waiting', ...window })
    assert.deepEqual(
      waiting.parts.map(({ state, why }) => [state, why]),
      [['unproven', 'container_not_started']],
    )
    const unbound = await reader.run('k8s.pods.logs', { namespace: 'inc', name: 'oom', ...window })
    assert.deepEqual(
      unbound.parts.map(({ scope, state }) => [scope.run, STATES[state].effects.includes('P')]),
      [
        ['previous', true],
        ['current', true],
      ],
    )
  })

  test('the role of the README is enough for every operation that reads, and no answer holds a secret', async () => {
    const secret = { metadata: { name: 'hidden' }, stringData: { password: 'secret-canary' } }
    await cluster.make('POST', '/api/v1/namespaces/inc/secrets', secret)
    await makeSamples(cluster)
    const reader = await as('reader')
    const said: string[] = []
    // A write has a role and tests of its own.
    const reading = reader.connector.operations.filter(({ operation }) => !isWriteTier(operation.tier))
    for (const { operation } of reading) {
      const outcome = await reader.run(operation.id, toInput(operation.id)).catch((error: unknown) => error)
      const text = JSON.stringify(outcome)
      assert.doesNotMatch(text, /secret-canary|plain-canary/, operation.id)
      if (outcome instanceof Error)
        said.push(`${operation.id} ${outcome instanceof SourceError ? outcome.state : String(outcome)}`)
      else {
        const bad = (outcome as Reading<unknown>).parts.filter((part) => STATES[part.state].class !== 'read')
        for (const part of bad)
          said.push(`${operation.id} ${part.state} ${part.missing ?? part.status ?? ''}`)
      }
    }
    assert.deepEqual(said, EXPECTED)
    await assert.rejects(
      reader.run('k8s.resources.get', {
        api_version: 'v1',
        kind: 'Secret',
        namespace: 'inc',
        name: 'hidden',
      }),
      (error) => error instanceof ArgumentError && error.field === 'kind',
    )
  })

  test('a right that is missing is named, operation by operation', async () => {
    const nobody = await as('nobody')
    for (const [operation, missing] of [
      ['k8s.nodes.list', 'list nodes'],
      ['k8s.deployments.list', 'list deployments.apps'],
      ['k8s.crds.list', 'list customresourcedefinitions.apiextensions.k8s.io'],
    ] as const) {
      await assert.rejects(
        nobody.run(operation, {}),
        (error) =>
          error instanceof SourceError && error.state === 'forbidden' && error.carried.missing === missing,
      )
    }
  })
})

// What this cluster cannot answer: it has no metrics API, KEDA, cert-manager or Gateway API, and no kubelet.
const EXPECTED = [
  'k8s.certificates.list not_served',
  'k8s.gateways.list not_served',
  'k8s.nodes.top not_served ',
  'k8s.pods.top not_served',
  'k8s.scaledobjects.list not_served',
]

function toStates(reading: Reading<unknown>) {
  return reading.parts.map(({ state, items }) => [state, items])
}

async function countLists(cluster: Cluster): Promise<number> {
  const { json } = await cluster.ask('GET', '/metrics')
  const rows = String(json).matchAll(/^apiserver_request_total\{([^}]*)\} (\d+)/gm)
  return [...rows]
    .filter(
      ([, labels = '']) =>
        /resource="pods"/.test(labels) && /verb="LIST"/.test(labels) && /code="200"/.test(labels),
    )
    .reduce((sum, [, , count]) => sum + Number(count), 0)
}
