import type { RecordedRead } from '../../control-plane/testing/world.ts'
import type { Random } from '../faults/lab/random.ts'

/** The present of every incident. */
export const NOW = '2030-03-12T03:10:00Z'
export const NOW_MS = Date.parse(NOW)
export const MINUTE = 60_000
const STEP_MS = 120_000
const POINTS = 150

/** RFC 3339 of so many minutes before the present. */
export function ago(minutes: number): string {
  return new Date(NOW_MS - Math.round(minutes * 60) * 1000).toISOString().replace('.000Z', 'Z')
}

export type Shape = 'step' | 'ramp' | 'spikes'
export type Level = Readonly<{ before: number; during: number; onset: number; shape: Shape; noise: number }>

/** A series by two minutes that leaves its level `onset` minutes before the present. */
export function toSeries(
  random: Random,
  { before, during, onset, shape, noise }: Level,
): readonly (readonly [number, number])[] {
  return Array.from({ length: POINTS }, (_, index) => {
    const at = NOW_MS - (POINTS - index) * STEP_MS
    const since = (at - (NOW_MS - onset * MINUTE)) / MINUTE
    const share =
      since < 0
        ? 0
        : shape === 'ramp'
          ? Math.min(1, since / 10)
          : shape === 'spikes' && index % 5 === 4
            ? 0.4
            : 1
    const wobble = 1 + noise * (random.next() + random.next() - 1)
    return [at, Number(((before + (during - before) * share) * wobble).toPrecision(4))] as const
  })
}

/** A read of a backend that the agent `hub` reaches. */
export function onHub(connector: string, read: Omit<RecordedRead, 'agent' | 'connector'>): RecordedRead {
  return { ...read, agent: 'hub', connector }
}

/** A read of one cluster through its own agent. */
export function inCluster(cluster: string, read: Omit<RecordedRead, 'agent' | 'scope'>): RecordedRead {
  return { connector: 'kubernetes', ...read, agent: `agent-${cluster}`, scope: { cluster } }
}

type More = Readonly<Record<string, unknown>>

/** One deploy, `minutes` before the present. */
export function deploy(service: string, minutes: number, more: More = {}): More {
  return {
    id: `d-${service}-${Math.round(minutes * 10)}`,
    kind: 'sync',
    state: 'succeeded',
    service,
    environment: 'prod',
    cluster: null,
    namespace: null,
    workload: service,
    version: `2.${Math.round(minutes)}.0`,
    previous_version: '2.0.9',
    repository: null,
    commit: null,
    started_at: ago(minutes),
    finished_at: ago(minutes - 1),
    by: 'deployer',
    rollback: false,
    url: null,
    ...more,
  }
}

/** One event of a cluster. */
export function event(reason: string, minutes: number, more: More): More {
  return {
    at: ago(minutes),
    first_at: ago(minutes),
    type: 'Warning',
    reason,
    namespace: null,
    count: 1,
    message: null,
    component: 'controller',
    node: null,
    ...more,
  }
}

/** One action in a cloud's audit trail. */
export function action(name: string, resource: string, minutes: number, more: More = {}): More {
  return {
    id: `a-${name}-${Math.round(minutes * 10)}`,
    at: ago(minutes),
    action: name,
    service: 'ec2',
    actor: 'ops-role',
    actor_kind: 'role',
    account: '111122223333',
    region: 'eu-west-1',
    resources: [{ id: resource, type: null }],
    outcome: 'succeeded',
    error: null,
    source_address: null,
    user_agent: null,
    write: true,
    summary: null,
    ...more,
  }
}

/** One alert that fires since `minutes` before the present. */
export function alert(name: string, minutes: number, labels: Readonly<Record<string, string>>): More {
  return {
    id: `fp-${name}`,
    name,
    state: 'firing',
    severity: 'page',
    since: ago(minutes),
    labels,
    annotations: {},
    silenced_by: [],
    inhibited_by: [],
    receivers: ['oncall'],
    delivered: true,
    seen_in: ['rules'],
    url: null,
  }
}

/** Golden signals of one service. */
export function signals(
  service: string,
  levels: Readonly<Record<string, readonly (readonly [number, number])[]>>,
): More {
  return {
    service,
    step_seconds: STEP_MS / 1000,
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
