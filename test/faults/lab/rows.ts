import { MORE_SHAPES } from './more-rows.ts'
import type { Facts, Item, Row, Shape } from './shape.ts'

export type { Item, Shape } from './shape.ts'

const all = () => true
const total = (_: readonly Item[], rows: readonly Row[]) => ({ total: rows.length })

function toPod({ id, ns, bad, word, text }: Item, { now }: Facts): Row {
  return {
    namespace: ns,
    name: id,
    phase: bad && word === 'Pending' ? 'Pending' : 'Running',
    status: bad ? word : 'Running',
    problem: bad,
    message: bad ? text : null,
    ready_containers: bad ? 0 : 1,
    containers: 1,
    restarts: bad ? 7 : 0,
    last_exit: null,
    node: 'node-a',
    owner: { kind: 'StatefulSet', name: id },
    images: ['registry.test/app:1'],
    ip: null,
    created_at: now,
    deleting_since: null,
  }
}

function toNode({ id, bad, word, text }: Item): Row {
  return {
    name: id,
    ready: !bad,
    problems: bad ? [word] : [],
    problem_since: null,
    message: bad ? text : null,
    roles: [],
    zone: null,
    instance_type: null,
    provider_id: null,
    internal_ip: null,
    kubelet_version: 'v1.36.0',
    os_image: null,
    runtime: null,
    allocatable: { cpu_cores: 4, memory_bytes: 16e9 },
    max_pods: 110,
    taints: [],
    created_at: null,
  }
}

function toDeployment({ id, ns, bad, word, text }: Item): Row {
  const available = word === 'unavailable' ? 0 : 1
  return {
    namespace: ns,
    name: id,
    desired: 2,
    ready: bad ? available : 2,
    updated: 2,
    available: bad ? available : 2,
    problem: bad ? word : null,
    message: bad ? text : null,
    images: ['registry.test/app:1'],
    revision: '3',
    strategy: 'RollingUpdate',
    created_at: null,
    progressed_at: null,
  }
}

function toAlert({ id, word, text }: Item, { now }: Facts): Row {
  return {
    id,
    name: id,
    state: 'firing',
    severity: word,
    since: now,
    labels: {},
    annotations: { summary: text },
    silenced_by: [],
    inhibited_by: [],
    receivers: ['oncall'],
    delivered: true,
    seen_in: ['rules'],
    url: null,
  }
}

function toIncident({ id, word, text }: Item, { now }: Facts): Row {
  return {
    id,
    number: null,
    title: text,
    state: 'triggered',
    vendor_state: 'triggered',
    severity: word,
    urgency: 'high',
    services: [],
    teams: null,
    created_at: now,
    acknowledged_at: null,
    resolved_at: null,
    assigned_to: null,
    alerts: null,
    url: null,
  }
}

function toSlo({ id, bad }: Item): Row {
  return {
    id,
    name: id,
    service: null,
    kind: 'ratio',
    objective: 0.999,
    period_days: 30,
    attained: bad ? 0.99 : 0.9999,
    budget_left: bad ? -1 : 0.9,
    state: bad ? 'breached' : 'met',
    tags: null,
    url: null,
  }
}

function toDeploy({ id, text }: Item, { now }: Facts): Row {
  return {
    id,
    kind: 'sync',
    state: 'succeeded',
    service: `service-${id}`,
    environment: null,
    cluster: null,
    namespace: null,
    workload: null,
    version: '2',
    previous_version: '1',
    repository: null,
    commit: null,
    started_at: now,
    finished_at: now,
    by: text,
    rollback: false,
    url: null,
  }
}

function toGroup({ id, bad, text }: Item, { account }: Facts): Row {
  return {
    id,
    name: id,
    account,
    region: 'eu-west-1',
    tags: null,
    network: 'vpc-1',
    description: text,
    ingress_rules: 1,
    egress_rules: 1,
    open_to_internet: bad ? [{ protocol: 'tcp', from_port: 22, to_port: 22, cidr: '0.0.0.0/0' }] : [],
    attached: null,
  }
}

function toCloudEvent({ id, text }: Item, { account, now }: Facts): Row {
  return {
    id,
    account,
    region: 'eu-west-1',
    service: 'EC2',
    kind: 'issue',
    state: 'open',
    title: text,
    description: null,
    started_at: now,
    ended_at: null,
    updated_at: null,
    affected: null,
    url: null,
  }
}

function toSample({ id }: Item, { now }: Facts): Row {
  return { labels: { series: id }, value: 1, at: now }
}

function byStatus(items: readonly Item[]): Row {
  const counts = new Map<string, number>()
  for (const { bad, word } of items)
    counts.set(bad ? word : 'Running', (counts.get(bad ? word : 'Running') ?? 0) + 1)
  return { by_status: Object.fromEntries(counts) }
}

/** Every operation of the laboratory. */
export const SHAPES: Readonly<Record<string, Shape>> = Object.freeze({
  ...MORE_SHAPES,
  'k8s.pods.list': {
    list: 'pods',
    key: 'name',
    scope: 'cluster',
    keep: ({ bad }, input) => input['problem_only'] !== true || bad,
    toRow: toPod,
    beside: byStatus,
  },
  'k8s.nodes.list': {
    list: 'nodes',
    key: 'name',
    scope: 'cluster',
    keep: ({ bad }, input) => input['problem_only'] !== true || bad,
    toRow: toNode,
    beside: (items) => ({ read: items.length, not_ready: items.filter((one) => one.bad).length }),
  },
  'k8s.deployments.list': {
    list: 'deployments',
    key: 'name',
    scope: 'cluster',
    keep: ({ bad }, input) => input['unhealthy_only'] !== true || bad,
    toRow: toDeployment,
    beside: () => ({}),
  },
  'alerts.active.list': {
    list: 'alerts',
    key: 'id',
    scope: 'backend',
    keep: all,
    toRow: toAlert,
    beside: (_, rows) => ({ source: ['rules'], total: rows.length }),
  },
  'incidents.list': {
    list: 'incidents',
    key: 'id',
    scope: 'backend',
    keep: all,
    toRow: toIncident,
    beside: total,
  },
  'slos.list': { list: 'slos', key: 'id', scope: 'backend', keep: all, toRow: toSlo, beside: total },
  'deploys.list': { list: 'deploys', key: 'id', scope: 'backend', keep: all, toRow: toDeploy, beside: total },
  'metrics.query': {
    list: 'samples',
    key: 'labels',
    scope: 'backend',
    keep: all,
    toRow: toSample,
    beside: (_, rows) => ({ result: 'vector', total: rows.length }),
  },
  'cloud.security_groups.list': {
    list: 'groups',
    key: 'id',
    scope: 'account',
    keep: all,
    toRow: toGroup,
    beside: total,
  },
  'cloud.service_health.list': {
    list: 'events',
    key: 'id',
    scope: 'account',
    keep: all,
    toRow: toCloudEvent,
    beside: (_, rows) => ({ view: 'account', total: rows.length }),
  },
})
