import type { RecordedRead } from '../../control-plane/testing/world.ts'
import { NOW } from './parts.ts'

export type Staged = Readonly<{ reads: readonly RecordedRead[]; args: Readonly<Record<string, unknown>> }>

const START = Date.parse(NOW)
const ago = (minutes: number) => new Date(START - minutes * 60_000).toISOString()

function at(cluster: string, operation: string, value: unknown): RecordedRead {
  return { operation, agent: `agent-${cluster}`, connector: 'kubernetes', scope: { cluster }, value }
}

function hub(connector: string, operation: string, value: unknown): RecordedRead {
  return { operation, agent: 'agent-hub', connector, value }
}

const NAMED = { namespace: 'shop', name: 'checkout' }
const DEPLOYMENT = {
  ...{ ...NAMED, desired: 2, ready: 1, updated: 2, available: 1, problem: null, message: null },
  ...{
    images: ['registry/checkout:2'],
    revision: '7',
    strategy: null,
    created_at: null,
    progressed_at: null,
  },
}

const edge = (from: string, to: string) => ({
  ...{ from, to, via: 'http', calls_per_s: 3, error_ratio: 0.1, p95_ms: 20, last_seen_at: ago(1) },
})

const graph: Staged = {
  args: { service: 'checkout' },
  reads: [
    hub('tempo', 'traces.dependencies.get', {
      ...{ service: 'checkout', complete: true, sampling_ratio: 1, total: 5 },
      edges: [
        ...[edge('web', 'checkout'), edge('edge', 'web'), edge('checkout', 'orders')],
        ...[edge('checkout', 'jobs'), edge('checkout', 'mail')],
      ],
      nodes: [
        ...[
          ['checkout', 'service'],
          ['web', 'service'],
          ['edge', 'service'],
          ['mail', 'service'],
          ['orders', 'database'],
          ['jobs', 'queue'],
        ].map(([name, kind]) => ({ name, kind })),
      ],
    }),
  ],
}

const container = {
  ...{ name: 'app', image: 'registry/checkout:2', requests: { cpu_cores: 0.1, memory_bytes: 128e6 } },
  ...{ limits: { cpu_cores: 1, memory_bytes: 256e6 }, ports: [], env_from: [], mounts: [] },
  ...{ env: [{ name: 'DB', source: 'configmap', ref: 'checkout-config/db', optional: null }] },
  ...{ liveness: null, readiness: null, startup: null },
}
const exit = {
  ...{ reason: 'OOMKilled', exit_code: 137, signal: 9, started_at: ago(40), finished_at: ago(20) },
}
const POD = 'checkout-7d9f8b6c5-a'

const triage: Staged = {
  args: { ...NAMED, cluster: 'eu-1' },
  reads: [
    at('eu-1', 'k8s.deployments.get', {
      deployment: {
        ...{ ...NAMED, uid: 'u', resource_version: '9', desired: 2, ready: 1, updated: 2, available: 1 },
        ...{ unavailable: 1, problem: null, message: null, paused: false, generation: 3 },
        ...{ observed_generation: 3, revision: '7', change_cause: null, strategy: null, max_surge: null },
        ...{ max_unavailable: null, progress_deadline_seconds: 600, selector: 'app=checkout', labels: {} },
        ...{ annotations: {}, conditions: [], service_account: null, node_selector: {}, tolerations: [] },
        ...{ init_containers: [], containers: [container], volumes: [], created_at: ago(9000) },
      },
    }),
    at('us-1', 'k8s.deployments.list', { deployments: [DEPLOYMENT] }),
    at('eu-1', 'k8s.pods.list', {
      by_status: {},
      pods: [
        {
          ...{ namespace: 'shop', name: POD, phase: 'Running', status: 'CrashLoopBackOff', problem: true },
          ...{ message: null, ready_containers: 0, containers: 1, restarts: 7, node: 'n', images: [] },
          ...{ last_exit: exit, owner: { kind: 'ReplicaSet', name: 'checkout-7d9f8b6c5' }, ip: null },
          ...{ created_at: ago(60), deleting_since: null },
        },
      ],
    }),
    at('eu-1', 'k8s.events.list', {
      by_reason: {},
      events: [
        {
          ...{ at: ago(20), first_at: ago(30), type: 'Warning', reason: 'BackOff', namespace: 'shop' },
          ...{ kind: 'Pod', name: POD, count: 3, message: 'backs off', component: null, node: null },
        },
      ],
    }),
    at('eu-1', 'k8s.pods.get', {
      pod: {
        ...{ namespace: 'shop', name: POD, uid: 'p', phase: 'Running', status: 'CrashLoopBackOff' },
        ...{ problem: true, message: null, node: 'n', host_ip: null, ips: [], service_account: null },
        ...{ owner: { kind: 'ReplicaSet', name: 'checkout-7d9f8b6c5' }, priority_class: null, qos: null },
        ...{ restart_policy: null, grace_seconds: 30, labels: {}, annotations: {}, node_selector: {} },
        ...{ tolerations: [], conditions: [], volumes: [], image_pull_secrets: [], created_at: ago(60) },
        ...{ started_at: ago(60), deleting_since: null },
        containers: [
          {
            ...container,
            ...{ type: 'main', image_id: null, state: 'waiting', reason: 'CrashLoopBackOff', message: null },
            ...{ ready: false, restarts: 7, started_at: null, exit: null, last_exit: exit },
          },
        ],
      },
    }),
    at('eu-1', 'k8s.pods.top', {
      pods: [
        {
          ...{ namespace: 'shop', name: POD, cpu_cores: 0.2, memory_bytes: 2e8, measured_at: ago(0) },
          ...{ window_seconds: 30, containers: [{ name: 'app', cpu_cores: 0.2, memory_bytes: 2e8 }] },
        },
      ],
    }),
    at('eu-1', 'k8s.rollouts.history', {
      kept: 10,
      revisions: [7, 6].map((revision) => ({
        ...{ revision, name: `checkout-${revision}`, current: revision === 7, created_at: ago(45) },
        ...{ images: [`registry/checkout:${revision}`], change_cause: 'deploy', replicas: 2, ready: 0 },
      })),
    }),
    {
      ...hub('prometheus', 'metrics.query_range', {
        ...{ step_seconds: 60, total: 1 },
        series: [
          {
            labels: { container: 'app' },
            points: Array.from({ length: 60 }, (_, n) => [START - (60 - n) * 60_000, 1e8 + n * 1e6]),
          },
        ],
      }),
      ...{ agent: 'agent-eu-1', dialect: 'promql' },
    },
  ],
}

const compare: Staged = {
  args: { name: 'checkout' },
  reads: [
    at('eu-1', 'k8s.deployments.list', { deployments: [DEPLOYMENT] }),
    at('eu-1', 'k8s.hpas.list', {
      hpas: [
        {
          ...{ ...NAMED, target: 'Deployment/checkout', min: 1, max: 5, current: 2, desired: 2 },
          ...{ metrics: [], at_maximum: false, problem: null, message: null },
          ...{ last_scaled_at: null, created_at: null },
        },
      ],
    }),
  ],
}

const health: Staged = {
  args: {},
  reads: [
    hub('datadog', 'slos.list', {
      total: 1,
      slos: [
        {
          ...{ id: 's1', name: 'Checkout', service: 'checkout', kind: 'ratio', objective: 0.999 },
          ...{ period_days: 30, attained: 0.99, budget_left: -9, state: 'breached', tags: null, url: null },
        },
      ],
    }),
    hub('datadog', 'slos.burn.get', {
      ...{ id: 's1', objective: 0.999, budget_left: -9 },
      windows: [{ window: '1h', error_ratio: 0.1, burn_rate: 14 }],
    }),
    { ...at('us-1', 'k8s.nodes.list', {}), state: 'agent_offline' },
  ],
}

const again: Staged = {
  args: { id: 'a1', service: 'checkout' },
  reads: [
    hub('prometheus', 'alerts.get', {
      alert: {
        ...{ id: 'a1', name: 'Slow', state: 'firing', severity: 'page', since: ago(20) },
        ...{ labels: { service: 'checkout' }, annotations: { summary: 'it is slow' }, silenced_by: [] },
        ...{ inhibited_by: [], receivers: ['oncall'], delivered: true, seen_in: ['rules'], url: null },
      },
      rule: {
        ...{ id: 'r1', name: 'Slow', folder: null, group: 'g', query: 'latency > 1', state: 'firing' },
        ...{ health: 'ok', error: null, severity: null, for_seconds: 60, labels: {}, annotations: {} },
        ...{ active: 1, evaluated_at: ago(0), url: null },
      },
    }),
    hub('prometheus', 'alerts.history.list', {
      ...{ precision_seconds: 60, total: 1 },
      spans: [
        {
          ...{ name: 'Slow', state: 'firing', severity: null, labels: {} },
          ...{ started_at: ago(150), ended_at: ago(120) },
        },
      ],
    }),
    hub('prometheus', 'metrics.query_range', {
      ...{ step_seconds: 60, total: 1 },
      series: [{ labels: { service: 'checkout' }, points: [[START - 60_000, 2]] }],
    }),
    hub('argocd', 'deploys.list', { deploys: [], total: 0 }),
  ],
}

type Points = readonly (readonly [number, number])[]

function pointsOf(value: (n: number) => number): Points {
  return Array.from({ length: 120 }, (_, n) => [START - (120 - n) * 60_000, value(n)] as const)
}

const RISEN = pointsOf((n) => (n < 90 ? 0.01 : 0.3) * (1 + 0.02 * Math.sin(n * 1.7)))

function signalsOf(signal: string, series: readonly Readonly<{ labels: object; points: Points }>[]) {
  const what = { signal, preset: 'p', what: signal, unit: 'ratio', query: signal, series }
  const signals = [{ ...what, by: { label: 'service', value: 'checkout' } }]
  return hub('prometheus', 'services.signals.get', {
    ...{ service: 'checkout', step_seconds: 60, not_seen: [], signals },
  })
}

const deployIn = (cluster: string, minutes: number, version: string) => ({
  ...{ id: cluster, kind: 'rollout', state: 'succeeded', service: 'checkout', environment: null, cluster },
  ...{
    namespace: 'shop',
    workload: 'checkout',
    version,
    previous_version: '1',
    repository: null,
    commit: null,
  },
  ...{ started_at: ago(minutes), finished_at: ago(minutes), by: 'ci', rollback: false, url: null },
})

const places: Staged = {
  args: { service: 'checkout', namespace: 'shop' },
  reads: [
    { ...signalsOf('errors', [{ labels: {}, points: RISEN }]), when: { group_by: [] } },
    {
      ...signalsOf(
        'errors',
        ['eu-1', 'ap-1'].map((cluster) => ({ labels: { cluster }, points: RISEN })),
      ),
      when: { group_by: ['cluster'] },
    },
    hub('argocd', 'deploys.list', {
      total: 2,
      deploys: [deployIn('eu-1', 33, '2'), deployIn('us-1', 600, '1')],
    }),
  ],
}

const filling: Staged = {
  args: { service: 'checkout' },
  reads: [signalsOf('saturation', [{ labels: {}, points: pointsOf((n) => 0.3 + n * 0.004) }])],
}

/** Worlds that are set up for what chance hardly brings about, by composite. */
export const STAGED: Readonly<Record<string, readonly Staged[]>> = Object.freeze({
  blast_radius: [graph],
  deploy_correlation: [places],
  fleet_compare: [compare],
  investigate_alert: [again],
  production_health: [health],
  saturation: [filling],
  workload_triage: [triage],
})
