import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RecordedRead, type RecordedWorld, withState } from '../../../testing/world.ts'
import { askComposite } from '../testing/ask.ts'
import { ago, crashing, inCluster, NOW, pod } from '../testing/parts.ts'
import { workloadTriage } from './index.ts'

const ARGS = { namespace: 'shop', name: 'checkout' }

function container(more: Readonly<Record<string, unknown>> = {}) {
  return {
    name: 'app',
    image: 'registry/checkout:2',
    requests: { cpu_cores: 0.1, memory_bytes: 128e6 },
    limits: { cpu_cores: null, memory_bytes: 256e6 },
    ports: [],
    env: [{ name: 'DB', source: 'configmap', ref: 'checkout-config/db', optional: null }],
    env_from: [],
    mounts: [],
    liveness: null,
    readiness: null,
    startup: null,
    ...more,
  }
}

function deploymentRead(cluster: string, more: Readonly<Record<string, unknown>> = {}): RecordedRead {
  return inCluster(cluster, {
    operation: 'k8s.deployments.get',
    value: {
      deployment: {
        ...{ namespace: 'shop', name: 'checkout', uid: 'u', resource_version: '9' },
        ...{ desired: 2, ready: 2, updated: 2, available: 2, unavailable: 0, problem: null, message: null },
        ...{ paused: false, generation: 3, observed_generation: 3, revision: '7', change_cause: null },
        ...{
          strategy: 'RollingUpdate',
          max_surge: null,
          max_unavailable: null,
          progress_deadline_seconds: 600,
        },
        ...{ selector: 'app=checkout', labels: {}, annotations: {}, conditions: [], service_account: null },
        ...{
          node_selector: {},
          tolerations: [],
          init_containers: [],
          containers: [container()],
          volumes: [],
        },
        created_at: ago(9000),
        ...more,
      },
    },
  })
}

function podDetail(name: string) {
  return {
    ...{
      namespace: 'shop',
      name,
      uid: 'p',
      phase: 'Running',
      status: 'CrashLoopBackOff',
      problem: true,
      message: null,
    },
    ...{ owner: { kind: 'ReplicaSet', name: 'checkout-7d9f8b6c5' }, node: 'node-1', host_ip: null, ips: [] },
    ...{ service_account: null, priority_class: null, qos: null, restart_policy: null, grace_seconds: 30 },
    ...{ labels: {}, annotations: {}, node_selector: {}, tolerations: [], conditions: [], volumes: [] },
    ...{ image_pull_secrets: [], created_at: ago(60), started_at: ago(60), deleting_since: null },
    containers: [
      {
        ...container(),
        ...{
          type: 'main',
          image_id: null,
          state: 'waiting',
          reason: 'CrashLoopBackOff',
          message: null,
          ready: false,
        },
        ...{ restarts: 7, started_at: null, exit: null, last_exit: null },
      },
    ],
  }
}

function around(
  cluster: string,
  pods: readonly unknown[],
  events: readonly unknown[] = [],
): readonly RecordedRead[] {
  return [
    inCluster(cluster, { operation: 'k8s.pods.list', items: pods.length, value: { pods, by_status: {} } }),
    inCluster(cluster, {
      operation: 'k8s.events.list',
      items: events.length,
      value: { events, by_reason: {} },
    }),
    inCluster(cluster, {
      operation: 'k8s.pods.logs',
      value: {
        lines: [
          { at: ago(21), container: 'app', run: 'previous', message: 'heap is 251 MiB' },
          { at: ago(20), container: 'app', run: 'previous', message: 'heap is 255 MiB' },
        ],
      },
    }),
    inCluster(cluster, { operation: 'k8s.pods.get', value: { pod: podDetail('checkout-7d9f8b6c5-a') } }),
    inCluster(cluster, {
      operation: 'k8s.configmaps.list',
      items: 0,
      value: { configmaps: [] },
    }),
    inCluster(cluster, {
      operation: 'k8s.rollouts.history',
      value: {
        revisions: [
          {
            ...{ revision: 7, name: 'checkout-7d9f8b6c5', current: true, created_at: ago(45) },
            ...{ images: ['registry/checkout:2'], change_cause: null, replicas: 2, ready: 0 },
          },
          {
            ...{ revision: 6, name: 'checkout-5b', current: false, created_at: ago(4000) },
            ...{ images: ['registry/checkout:1'], change_cause: null, replicas: 0, ready: 0 },
          },
        ],
        kept: 10,
      },
    }),
  ]
}

function event(reason: string, message: string, more: Readonly<Record<string, unknown>> = {}) {
  return {
    ...{ at: ago(5), first_at: ago(30), type: 'Warning', reason, namespace: 'shop', kind: 'Pod' },
    ...{ name: 'checkout-7d9f8b6c5-a', count: 9, message, component: 'kubelet', node: 'node-1' },
    ...more,
  }
}

const well: RecordedWorld = {
  now: NOW,
  reads: [
    deploymentRead('eu-1'),
    ...around('eu-1', [pod('checkout-7d9f8b6c5-a'), pod('checkout-7d9f8b6c5-b')]),
  ],
}
const oom: RecordedWorld = {
  now: NOW,
  reads: [
    deploymentRead('eu-1', { ready: 0, available: 0, problem: 'unavailable' }),
    ...around('eu-1', [crashing('checkout-7d9f8b6c5-a')]),
  ],
}

function diagnosisOf(answer: Readonly<Record<string, unknown>>) {
  return answer['diagnosis'] as Readonly<Record<string, unknown>>
}

test('a workload whose object, pods and events are well is healthy, and no pod is read further', async () => {
  const { answer, world } = await askComposite(workloadTriage, { world: well, args: ARGS })
  assert.equal(answer.visibility, 'full')
  assert.equal(answer.verdict?.code, 'healthy')
  assert.equal(diagnosisOf(answer)['code'], 'healthy')
  assert.ok(!world.asked.some((one) => one.operation.id === 'k8s.pods.logs'))
})

test('a killed container is diagnosed with since, its last lines, its limits and the revision before', async () => {
  const { answer } = await askComposite(workloadTriage, { world: oom, args: ARGS })
  assert.equal(answer.verdict?.code, 'oom')
  const { because, ...diagnosis } = diagnosisOf(answer)
  assert.deepEqual(diagnosis, { code: 'oom', container: 'app', since: ago(20) })
  assert.equal((because as { code: string }[])[0]?.code, 'oom_killed')
  const logs = answer['last_logs'] as Readonly<Record<string, unknown>>
  assert.deepEqual([logs['previous'], logs['complete']], [true, true])
  assert.deepEqual(logs['patterns'], [{ template: 'heap is <n> MiB', n: 2 }])
  assert.equal((answer['memory_cpu'] as { limit: { memory_bytes: number } }).limit.memory_bytes, 256e6)
  const change = answer['change'] as Readonly<Record<string, unknown>>
  assert.deepEqual([change['from'], change['to'], change['lag_s']], [6, 7, 1500])
  assert.deepEqual(change['diff'], [
    { path: 'images', from: 'registry/checkout:1', to: 'registry/checkout:2' },
  ])
  assert.deepEqual(answer['refs'], [{ kind: 'configmap', name: 'checkout-config', key: 'db', exists: false }])
})

test('each sign leads to its diagnosis', async () => {
  const bad = (status: string) => [
    pod('checkout-7d9f8b6c5-a', { status, problem: true, ready_containers: 0 }),
  ]
  const cases: readonly (readonly [string, readonly unknown[], readonly unknown[]])[] = [
    ['image_pull', bad('ImagePullBackOff'), []],
    ['config_missing', bad('CreateContainerConfigError'), []],
    ['config_missing', bad('ContainerCreating'), [event('FailedMount', 'configmap "x" not found')]],
    ['volume', bad('ContainerCreating'), [event('FailedAttachVolume', 'multi-attach')]],
    ['unschedulable', bad('Unschedulable'), []],
    ['unschedulable', bad('Pending'), [event('FailedScheduling', '0/5 nodes')]],
    [
      'quota',
      bad('Pending'),
      [event('FailedCreate', 'exceeded quota: cpu', { kind: 'ReplicaSet', name: 'checkout-7d9f8b6c5' })],
    ],
    ['probe', bad('CrashLoopBackOff'), [event('Unhealthy', 'Liveness probe failed')]],
    ['probe', bad('Running'), [event('Unhealthy', 'Readiness probe failed')]],
    ['crash_on_start', bad('CrashLoopBackOff'), []],
    ['evicted', bad('Evicted'), []],
    ['unexplained', bad('Running'), []],
  ]
  for (const [code, pods, events] of cases) {
    const world = { now: NOW, reads: [deploymentRead('eu-1', { ready: 1 }), ...around('eu-1', pods, events)] }
    const { answer } = await askComposite(workloadTriage, { world, args: ARGS })
    assert.equal(answer.verdict?.code, code, `${code} ${JSON.stringify(events)}`)
    assert.equal(diagnosisOf(answer)['code'], code === 'unexplained' ? null : code)
  }
})

test('a stuck rollout and a workload that lacks pods are never healthy', async () => {
  const stuck = {
    now: NOW,
    reads: [deploymentRead('eu-1', { problem: 'rollout_stuck' }), ...around('eu-1', [])],
  }
  assert.equal(
    (await askComposite(workloadTriage, { world: stuck, args: ARGS })).answer.verdict?.code,
    'rollout_stuck',
  )
  const lacking = {
    now: NOW,
    reads: [deploymentRead('eu-1', { ready: 1 }), ...around('eu-1', [pod('checkout-7d9f8b6c5-a')])],
  }
  assert.equal(
    (await askComposite(workloadTriage, { world: lacking, args: ARGS })).answer.verdict?.code,
    'unexplained',
  )
})

test('healthy is said only where pods and events were seen whole', async () => {
  for (const operation of ['k8s.pods.list', 'k8s.events.list'])
    for (const state of ['truncated', 'denied_by_policy', 'timed_out', 'unproven', 'stale'] as const) {
      const { answer } = await askComposite(workloadTriage, {
        world: withState(well, operation, { state }),
        args: ARGS,
      })
      assert.equal(answer.verdict?.code, null, `${operation} ${state}`)
      assert.equal(diagnosisOf(answer)['code'], null, `${operation} ${state}`)
    }
})

test('logs that could not be read withhold the verdict and leave the diagnosis', async () => {
  const { answer } = await askComposite(workloadTriage, {
    world: withState(oom, 'k8s.pods.logs', { state: 'forbidden' }),
    args: ARGS,
  })
  assert.equal(answer.verdict?.code, null)
  assert.equal(diagnosisOf(answer)['code'], 'oom')
  assert.equal(answer['last_logs'], null)
})

test('pods that were cut or not read are never counted as all, nor as none', async () => {
  for (const state of ['truncated', 'unproven', 'timed_out'] as const) {
    const { answer } = await askComposite(workloadTriage, {
      world: withState(oom, 'k8s.pods.list', { state }),
      args: ARGS,
    })
    const { bad, total } = answer['pods'] as Readonly<Record<string, unknown>>
    assert.deepEqual([bad, total], [null, null], state)
  }
})

test('an object that could not be read is not called healthy by its pods alone', async () => {
  const { answer } = await askComposite(workloadTriage, {
    world: withState(well, 'k8s.deployments.get', { state: 'forbidden' }),
    args: ARGS,
  })
  assert.equal(answer.verdict?.code, 'unknown')
  assert.equal(diagnosisOf(answer)['code'], null)
  assert.equal(answer['replicas'], null)
})

test('a name in two clusters gives both to choose from, and the chosen one is triaged where it is', async () => {
  const two = { now: NOW, reads: [...oom.reads, deploymentRead('us-1'), ...around('us-1', [])] }
  const { answer } = await askComposite(workloadTriage, { world: two, args: ARGS })
  assert.equal(answer.verdict?.code, null)
  assert.deepEqual(
    (answer['candidates'] as { cluster: string }[]).map((one) => one.cluster),
    ['eu-1', 'us-1'],
  )
  const one = await askComposite(workloadTriage, { world: two, args: { ...ARGS, cluster: 'eu-1' } })
  assert.equal(one.answer.verdict?.code, 'oom')
  // The other clusters are only compared with.
  const clusters = one.world.asked
    .filter(({ operation }) => operation.id !== 'k8s.deployments.list')
    .map((request) => request.routing.cluster)
  assert.deepEqual([...new Set(clusters)], ['eu-1'])
})
