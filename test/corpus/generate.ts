import type { RecordedRead } from '../../control-plane/testing/world.ts'
import { createRandom, type Random, toTrialSeed } from '../faults/lab/random.ts'
import { type Place, SEEN_BY_DEPLOYS, type Trace, toHerring, toTrace } from './causes.ts'
import { CAUSES, type CauseKind, type Incident } from './incident.ts'
import { action, ago, alert, deploy, event, inCluster, NOW, onHub, signals, toSeries } from './parts.ts'

/** How many incidents there are, and the seed of them all. */
export const INCIDENTS = 72
const SEED = 1_907

const SERVICES = ['checkout', 'search', 'basket', 'profile', 'pricing', 'mailer', 'ledger', 'ingest']
const CALLEES = ['payments', 'stock', 'sessions', 'geo']
const SOURCES = ['deploys.list', 'cloud.audit_events.search', 'k8s.rollouts.history']

/** Every incident of the corpus: a third without a cause in view, a third with a louder red herring. */
export function createIncidents(): readonly Incident[] {
  return Array.from({ length: INCIDENTS }, (_, number) => createIncident(number))
}

function createIncident(number: number): Incident {
  const random = createRandom(toTrialSeed(SEED, number))
  const isHidden = number % 3 === 2
  const hasHerring = number % 3 === 1 || (isHidden && random.chance(0.5))
  const kind = CAUSES[Math.floor(number / 3) % CAUSES.length] ?? 'deploy'
  const tool = toTool(random, kind)
  const place: Place = {
    random,
    service: random.pick(SERVICES),
    ns: random.pick(['shop', 'core', 'edge']),
    cluster: random.pick(['eu-1', 'us-1']),
    callee: random.pick(CALLEES),
    onset: random.between(24, 95),
  }
  const cause = isHidden ? null : toTrace(kind, place)
  const herring = hasHerring ? toHerring(place) : null
  const unread = isHidden && random.chance(0.4) ? [random.pick(SOURCES)] : []
  const traces = [cause, herring].filter((one) => one !== null)
  return {
    id: `i${String(number).padStart(2, '0')}`,
    tool,
    args: toArguments(tool, place),
    story: `${cause?.story ?? 'the cause is not in view'}${herring === null ? '' : `; ${herring.story}`}`,
    label: {
      cause: cause === null ? null : { kinds: cause.kinds, at: ago(cause.at), within_s: cause.within_s },
      herring: herring?.story ?? null,
      unread,
    },
    world: { now: NOW, reads: withUnread(toReads({ place, traces, cause, tool }), unread) },
  }
}

function toTool(random: Random, kind: CauseKind): Incident['tool'] {
  const all = ['investigate_alert', 'investigate_incident', 'deploy_correlation'] as const
  return random.pick(SEEN_BY_DEPLOYS.includes(kind) ? all : all.slice(0, 2))
}

function toArguments(tool: Incident['tool'], { service, ns }: Place): Readonly<Record<string, unknown>> {
  if (tool === 'investigate_alert') return { id: 'fp-HighErrors' }
  if (tool === 'investigate_incident') return { id: 'INC-1', namespace: ns }
  return { service, namespace: ns, release: service, app: service }
}

type Making = Readonly<{
  place: Place
  traces: readonly Trace[]
  cause: Trace | null
  tool: Incident['tool']
}>

function toReads({ place, traces, cause, tool }: Making): readonly RecordedRead[] {
  const { random, service, ns, cluster, callee, onset } = place
  const list = (key: 'deploys' | 'events' | 'audit' | 'active') => traces.flatMap((trace) => trace[key] ?? [])
  const deploys = [...list('deploys'), ...toNoiseDeploys(place)]
  const audit = [...list('audit'), ...toNoiseActions(place)]
  const events = [...list('events'), ...toNoiseEvents(place)]
  const active = [alert('HighErrors', onset - 3, { service, namespace: ns, cluster }), ...list('active')]
  const times = {
    noise: random.pick([0.04, 0.08, 0.15]),
    shape: random.pick(['step', 'step', 'ramp', 'spikes'] as const),
  }
  const isLatency = random.chance(0.3)
  const rises = cause?.traffic
  const levels = {
    ...(isLatency
      ? {}
      : { errors: toSeries(random, { before: 0.01, during: 0.1 + random.next() / 3, onset, ...times }) }),
    latency: toSeries(random, { before: 0.2, during: isLatency ? 1.4 : 0.2, onset, ...times }),
    traffic: toSeries(random, {
      before: 80,
      during: 80 * (rises?.times ?? 1),
      onset: onset + (rises?.minutes ?? 0),
      shape: 'step',
      noise: times.noise,
    }),
  }
  return [
    ...toSubject(tool, place),
    onHub('prometheus', {
      operation: 'services.signals.get',
      when: { group_by: [] },
      value: signals(service, levels),
    }),
    onHub('prometheus', {
      operation: 'services.signals.get',
      when: { group_by: ['cluster'] },
      value: toByCluster(place, { levels, noise: times.noise }),
    }),
    onHub('argocd', toList('deploys.list', deploys, { deploys, total: deploys.length })),
    {
      ...toList('cloud.audit_events.search', audit, { events: audit, trails: ['main'], total: audit.length }),
      agent: 'hub',
      connector: 'aws',
      scope: { account: '111122223333' },
    },
    inCluster(cluster, toList('k8s.events.list', events, { events, by_reason: {} })),
    inCluster(cluster, {
      operation: 'k8s.rollouts.history',
      value: { revisions: [toOldRevision(service)], kept: 10 },
    }),
    onHub(
      'prometheus',
      toList('alerts.active.list', active, { alerts: active, source: ['rules'], total: active.length }),
    ),
    onHub('tempo', {
      operation: 'traces.dependencies.get',
      value: {
        service,
        edges: [edge('web', service), edge(service, callee), edge(service, 'cache')],
        nodes: [],
        complete: true,
        sampling_ratio: 1,
        total: 3,
      },
    }),
    onHub('prometheus', {
      operation: 'alerts.history.list',
      items: 0,
      value: { precision_seconds: 60, spans: [], total: 0 },
    }),
    ...(tool === 'deploy_correlation' ? toHistories(place) : []),
  ]
}

type Levels = Readonly<Record<string, readonly (readonly [number, number])[]>>

/** The same signals by cluster: only the one that suffers shows them. */
function toByCluster(
  { random, service, cluster }: Place,
  { levels, noise }: Readonly<{ levels: Levels; noise: number }>,
) {
  const calm = { before: 0.01, during: 0.01, onset: 0, shape: 'step', noise } as const
  const value = signals(service, levels)
  const kept = value['signals'] as readonly Readonly<Record<string, unknown>>[]
  return {
    ...value,
    signals: kept
      .filter((one) => one['signal'] !== 'traffic')
      .map((one) => ({
        ...one,
        series: ['eu-1', 'us-1', 'ap-1'].map((name) => ({
          labels: { cluster: name },
          points: name === cluster ? levels[String(one['signal'])] : toSeries(random, calm),
        })),
      })),
  }
}

function toList(operation: string, rows: readonly unknown[], value: unknown) {
  return { operation, items: rows.length, value }
}

function edge(from: string, to: string) {
  return { from, to, via: 'http', calls_per_s: 40, error_ratio: null, p95_ms: null, last_seen_at: null }
}

function toOldRevision(service: string) {
  return {
    revision: 11,
    name: `${service}-5c`,
    current: true,
    created_at: ago(5_000),
    images: ['registry.test/app:2'],
    change_cause: null,
    replicas: 3,
    ready: 3,
  }
}

function toHistories({ service, ns, cluster }: Place): readonly RecordedRead[] {
  return [
    onHub('datadog', { operation: 'feature_flags.list', items: 0, value: { flags: [], total: 0 } }),
    inCluster(cluster, {
      operation: 'helm.releases.history',
      connector: 'helm',
      value: { namespace: ns, release: service, revisions: [], total: 0 },
    }),
    inCluster(cluster, {
      operation: 'gitops.apps.history',
      connector: 'argocd',
      value: { app: service, syncs: [], total: 0 },
    }),
  ]
}

function toSubject(tool: Incident['tool'], { service, ns, cluster, onset }: Place): readonly RecordedRead[] {
  if (tool === 'investigate_alert')
    return [
      onHub('prometheus', {
        operation: 'alerts.get',
        value: { alert: alert('HighErrors', onset - 3, { service, namespace: ns, cluster }), rule: null },
      }),
    ]
  if (tool === 'investigate_incident')
    return [
      onHub('pagerduty', {
        operation: 'incidents.get',
        value: {
          incident: {
            ...{
              id: 'INC-1',
              number: 1,
              title: `${service} is not well`,
              state: 'triggered',
              vendor_state: 'triggered',
            },
            ...{
              severity: 'P2',
              urgency: 'high',
              services: [service],
              teams: null,
              created_at: ago(onset - 4),
            },
            ...{ acknowledged_at: null, resolved_at: null, assigned_to: null, alerts: null, url: null },
          },
          ...{
            description: null,
            customer_impact: null,
            root_cause: null,
            resolution: null,
            detected_at: null,
          },
          ...{ impact_started_at: null, impact_ended_at: null, commander: null, responders: null },
          ...{ escalation_policy: null, dedup_keys: null, links: [], fields: {} },
        },
      }),
    ]
  return []
}

/** What always happens: other teams ship, machines come and go. */
function toNoiseDeploys({ random, service, onset }: Place) {
  const others = [...SERVICES, 'billing', 'reports', 'admin'].filter((name) => name !== service)
  return Array.from({ length: random.between(2, 9) }, () => {
    const minutes = random.chance(0.4) ? onset + random.next() * 20 : random.between(2, 300)
    return deploy(random.pick(others), minutes, { namespace: random.pick(['finance', 'batch', 'tools']) })
  })
}

function toNoiseActions({ random, onset }: Place) {
  return Array.from({ length: random.between(0, 5) }, (_, n) => {
    const minutes = random.chance(0.4) ? onset + random.next() * 15 : random.between(5, 280)
    const name = random.pick(['CreateTags', 'PutBucketPolicy', 'StartInstances', 'UpdateParameter'])
    return action(name, `other-${n}`, minutes)
  })
}

function toNoiseEvents({ random, onset }: Place) {
  return Array.from({ length: random.between(0, 6) }, (_, n) =>
    event('ScalingReplicaSet', onset + random.between(0, 60), {
      ...{ type: 'Normal', kind: 'Deployment', namespace: 'batch', name: `batch-${n}` },
      message: 'Scaled up replica set',
    }),
  )
}

function withUnread(reads: readonly RecordedRead[], unread: readonly string[]): readonly RecordedRead[] {
  return reads.map((read) =>
    unread.includes(read.operation) ? { ...read, state: 'forbidden' as const } : read,
  )
}
