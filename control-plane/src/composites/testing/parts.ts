import type { RecordedRead } from '../../../testing/world.ts'

// The present of the recorded worlds here.
export const NOW = '2030-01-15T12:00:00Z'
const START = Date.parse(NOW)

// RFC 3339 so many minutes before the present.
export function ago(minutes: number): string {
  return new Date(START - minutes * 60_000).toISOString().replace('.000Z', 'Z')
}

// A read of one cluster, through its own agent.
export function inCluster(cluster: string, read: Omit<RecordedRead, 'scope' | 'agent'>): RecordedRead {
  return { connector: 'kubernetes', ...read, agent: `agent-${cluster}`, scope: { cluster } }
}

// A read of a backend that the agent `agent-hub` reaches.
export function onHub(connector: string, read: Omit<RecordedRead, 'agent' | 'connector'>): RecordedRead {
  return { ...read, agent: 'agent-hub', connector }
}

// One pod as k8s.pods.list gives it.
export function pod(name: string, more: Readonly<Record<string, unknown>> = {}) {
  return {
    namespace: 'shop',
    name,
    phase: 'Running',
    status: 'Running',
    problem: false,
    message: null,
    ready_containers: 1,
    containers: 1,
    restarts: 0,
    last_exit: null,
    node: 'node-1',
    owner: { kind: 'ReplicaSet', name: 'checkout-7d9f8b6c5' },
    images: ['registry/checkout:2'],
    ip: null,
    created_at: ago(600),
    deleting_since: null,
    ...more,
  }
}

// A crashing pod, since `minutes` ago.
export function crashing(name: string, minutes = 20) {
  return pod(name, {
    status: 'CrashLoopBackOff',
    problem: true,
    ready_containers: 0,
    restarts: 7,
    last_exit: {
      reason: 'OOMKilled',
      exit_code: 137,
      signal: null,
      started_at: null,
      finished_at: ago(minutes),
    },
  })
}

// One node as k8s.nodes.list gives it.
export function node(name: string, more: Readonly<Record<string, unknown>> = {}) {
  return {
    name,
    ready: true,
    problems: [],
    problem_since: null,
    message: null,
    roles: [],
    zone: 'a',
    instance_type: null,
    provider_id: null,
    internal_ip: null,
    kubelet_version: 'v1.31.0',
    os_image: null,
    runtime: null,
    allocatable: { cpu_cores: 8, memory_bytes: 32e9 },
    max_pods: 110,
    taints: [],
    created_at: ago(90_000),
    ...more,
  }
}

// One deployment as k8s.deployments.list gives it.
export function deployment(name: string, more: Readonly<Record<string, unknown>> = {}) {
  return {
    namespace: 'shop',
    name,
    desired: 3,
    ready: 3,
    updated: 3,
    available: 3,
    problem: null,
    message: null,
    images: [`registry/${name}:2`],
    revision: '7',
    strategy: 'RollingUpdate',
    created_at: ago(90_000),
    progressed_at: ago(60),
    ...more,
  }
}

// One alert as alerts.active.list gives it.
export function alert(name: string, more: Readonly<Record<string, unknown>> = {}) {
  return {
    id: `fp-${name}`,
    name,
    state: 'firing',
    severity: 'page',
    since: ago(15),
    labels: { service: 'checkout', namespace: 'shop' },
    annotations: {},
    silenced_by: [],
    inhibited_by: [],
    receivers: ['oncall'],
    delivered: true,
    seen_in: ['alertmanager', 'rules'],
    url: null,
    ...more,
  }
}

// One deploy as deploys.list gives it.
export function deploy(service: string, minutes: number, more: Readonly<Record<string, unknown>> = {}) {
  return {
    id: `d-${service}-${minutes}`,
    kind: 'rollout',
    state: 'succeeded',
    service,
    environment: 'prod',
    cluster: null,
    namespace: 'shop',
    workload: service,
    version: '2.4.0',
    previous_version: '2.3.9',
    repository: null,
    commit: null,
    started_at: ago(minutes),
    finished_at: ago(minutes - 2),
    by: 'deployer',
    rollback: false,
    url: null,
    ...more,
  }
}

// A series by the minute that ends at the present: `before` until `onset` minutes ago, then `during`.
export function steppedSeries(
  { before, during, onset }: Readonly<{ before: number; during: number; onset: number }>,
  minutes = 120,
): readonly (readonly [number, number])[] {
  return Array.from({ length: minutes }, (_, index) => {
    const back = minutes - index
    const wobble = 1 + 0.02 * Math.sin(index * 1.7)
    return [START - back * 60_000, (back > onset ? before : during) * wobble] as const
  })
}

// Golden signals of a service as services.signals.get gives them.
export function signals(
  service: string,
  levels: Readonly<Record<string, readonly (readonly [number, number])[]>>,
): Readonly<Record<string, unknown>> {
  return {
    service,
    step_seconds: 60,
    signals: Object.entries(levels).map(([signal, points]) => ({
      signal,
      preset: 'otel_http_server',
      what: signal,
      unit: signal === 'latency' ? 'seconds' : signal === 'errors' ? 'ratio' : 'per_second',
      by: { label: 'service', value: service },
      query: `${signal}_of_${service}`,
      series: [{ labels: {}, points }],
    })),
    not_seen: [],
  }
}
