import type { DenyRule } from '@vedette/proto/policy'
import { VENDORS } from './connectors.ts'
import type { Random } from './random.ts'
import type { Item } from './rows.ts'

/** Faults of one vendor, as its requests meet them. */
export const VENDOR_FAULTS = Object.freeze([
  'http_401',
  'http_403',
  'http_403_some_namespaces',
  'http_429',
  'http_429_retry_after',
  'http_503_once',
  'http_500',
  'slow_within_deadline',
  'slow_past_deadline',
  'silence',
  'drip',
  'reset',
  'tls_mismatch',
  'refused',
  'login_page',
  'error_with_200',
  'truncated_json',
  'too_large',
  'partial_success',
  'missing_last_page',
  'gone_once',
  'gone_always',
  'stale',
  'unknown_name',
  'account_unreachable',
  'down_by_probe',
  'secret_missing',
  'scope_differs',
  'approval_needed',
] as const)
export type VendorFault = (typeof VENDOR_FAULTS)[number]

/** Faults of one agent. */
export const AGENT_FAULTS = Object.freeze([
  'never_heard',
  'offline',
  'killed_mid_call',
  'partitioned_mid_call',
  'superseded',
  'duplicate_identity',
  'skew_small',
  'skew_large',
  'contract_skew',
  'denied',
  'denied_narrowed',
  'reply_not_json',
  'reply_of_another',
  'reply_unknown_state',
  'reply_without_proof',
  'reply_without_items',
  'reply_bad_hash',
  'reply_wrong_scope',
  'reply_bad_schema',
  'reply_hostile_keys',
] as const)

/** Faults of real servers and processes; a slow vendor is one as well, beside others that are well. */
export const BUS_FAULTS = Object.freeze([
  'nats_killed',
  'agent_killed',
  'agent_stopped',
  'vendor_slow',
] as const)
export type BusFault = (typeof BUS_FAULTS)[number]
/** `bystander`: a real process that is well and yet may miss a beat on a busy machine. */
export type AgentFault = (typeof AGENT_FAULTS)[number] | BusFault | 'bystander'

/** Faults of the control plane itself. */
export const OWN_FAULTS = Object.freeze(['audit_fails'] as const)
export type OwnFault = (typeof OWN_FAULTS)[number]

/** One connector instance of one agent, with what its vendor truly holds. */
export type InstanceSpec = {
  readonly agent: string
  readonly name: string
  /** Kind of vendor, and the vendor's own key on the wire: two instances may look at one vendor. */
  readonly kind: string
  readonly vendor: string
  readonly scope: Readonly<Record<string, string>>
  readonly namespaces: readonly string[]
  readonly items: Readonly<Record<string, readonly Item[]>>
  fault: VendorFault | null
}

export type AgentSpec = {
  readonly id: string
  readonly name: string
  readonly instances: readonly InstanceSpec[]
  fault: AgentFault | null
  rules: readonly DenyRule[]
}

export type WorldSpec = Readonly<{ agents: readonly AgentSpec[]; canaries: readonly string[] }> & {
  own: OwnFault | null
}

/** Namespaces that a vendor with the fault of some namespaces refuses: 1 of up to 5, 2 of up to 10. */
export function refusedNamespaces({ namespaces }: Pick<InstanceSpec, 'namespaces'>): readonly string[] {
  return namespaces.slice(0, Math.ceil(namespaces.length / 5))
}

const NAMESPACES = ['pay', 'shop', 'core']
const POD_WORDS = ['CrashLoopBackOff', 'ImagePullBackOff', 'Pending']
const WORDS: Readonly<Record<string, readonly string[]>> = {
  'k8s.pods.list': POD_WORDS,
  'k8s.nodes.list': ['NotReady', 'MemoryPressure'],
  'k8s.deployments.list': ['unavailable', 'rollout_stuck'],
  'alerts.active.list': ['critical', 'warning', 'info'],
  'incidents.list': ['P1', 'P3'],
}
/** Things of which some are well; of the others each one that exists is something to see. */
const PARTLY_WELL = [
  'k8s.pods.list',
  'k8s.nodes.list',
  'k8s.deployments.list',
  'k8s.services.list',
  'k8s.certificates.list',
  'k8s.nodes.top',
  'alerts.rules.list',
  'cloud.certificates.list',
  'metrics.targets.list',
  'slos.list',
]
/** What looks at the same things as another. */
const SAME_THINGS: Readonly<Record<string, string>> = {
  'k8s.deployments.get': 'k8s.deployments.list',
  'k8s.endpoints.list': 'k8s.services.list',
  'alerts.get': 'alerts.active.list',
  'incidents.get': 'incidents.list',
}
/** Of these there is nothing anywhere. */
const NOTHING = ['alerts.history.list', 'k8s.events.list', 'k8s.ingresses.list']

/** A fleet with what is true in it. `sick` is the share of things that something is wrong with. */
export function createWorldSpec(random: Random): WorldSpec {
  const sick = random.pick([0, 0, 0.15, 0.5])
  const canaries: string[] = []
  const facts = { random, sick, canaries }
  const isCloudSweep = random.chance(0.15)
  const clusters = isCloudSweep ? 1 : random.between(1, 4)
  const agents: AgentSpec[] = []
  for (let at = 0; at < clusters; at += 1) {
    const name = `site-${at}`
    const kinds = [
      'kubernetes',
      ...random.some(['prometheus', 'pagerduty', 'datadog', 'argocd', 'aws', 'tempo'], random.between(0, 3)),
    ]
    agents.push({
      id: `ag_${at}`,
      name,
      instances: kinds.map((kind) => createInstance({ ...facts, agent: name, kind, at: `${at}` })),
      fault: null,
      rules: [],
    })
  }
  if (isCloudSweep) {
    const accounts = random.between(11, 16)
    const instances = Array.from({ length: accounts }, (_, at) =>
      createInstance({ ...facts, agent: 'clouds', kind: 'aws', at: `s${at}`, name: `aws-${at}` }),
    )
    agents.push({ id: 'ag_clouds', name: 'clouds', instances, fault: null, rules: [] })
  }
  if (random.chance(0.2)) agents.push(createTwin(agents[0], 'twin'))
  return { agents, canaries, own: null }
}

type Making = Readonly<{
  random: Random
  sick: number
  canaries: string[]
  agent: string
  kind: string
  at: string
  name?: string
}>

function createInstance({ random, sick, canaries, agent, kind, at, name = kind }: Making): InstanceSpec {
  const namespaces = random.some(NAMESPACES, random.between(1, 3))
  const operations = VENDORS[kind]?.operations ?? []
  const own = new Map(
    operations
      .filter((operation) => SAME_THINGS[operation] === undefined)
      .map((operation) => [
        operation,
        NOTHING.includes(operation) ? [] : createItems({ random, sick, canaries, operation, at, namespaces }),
      ]),
  )
  const items = Object.fromEntries(
    operations.map((operation) => [operation, own.get(SAME_THINGS[operation] ?? operation) ?? []]),
  )
  return {
    agent,
    name,
    kind,
    vendor: `${kind}-${at}`,
    scope: scopeOf(kind, at),
    namespaces,
    items,
    fault: null,
  }
}

function scopeOf(kind: string, at: string): Readonly<Record<string, string>> {
  if (kind === 'kubernetes') return { cluster: `cluster-${at}` }
  if (kind === 'aws') return { account: `account-${at}` }
  return { backend: `${kind}-${at}` }
}

type Filling = Pick<Making, 'random' | 'sick' | 'canaries' | 'at'> &
  Readonly<{ operation: string; namespaces: readonly string[] }>

function createItems({ random, sick, canaries, operation, at, namespaces }: Filling): readonly Item[] {
  const noun = operation.split('.').at(-2) ?? 'thing'
  const isPartly = PARTLY_WELL.includes(operation)
  const quiet = sick === 0 ? 0 : random.between(0, 4)
  const count =
    operation === 'cloud.security_groups.list' ||
    operation === 'deploys.list' ||
    operation === 'metrics.query'
      ? random.between(0, 20)
      : isPartly
        ? random.between(1, 18)
        : random.chance(0.3)
          ? quiet * 3
          : quiet
  return Array.from({ length: count }, (_, index) => {
    const canary = `ca${random.int(1e9).toString(36)}na${random.int(1e9).toString(36)}ry9Z`
    canaries.push(canary)
    return {
      id: `${noun.replaceAll('_', '-')}-${at}-${index}`,
      bad: isPartly ? random.chance(sick) : operation !== 'deploys.list' && random.chance(0.5),
      word: random.pick(WORDS[operation] ?? ['bad']),
      ns: random.pick(namespaces),
      text: `refused, password=${canary} for host`,
    }
  })
}

/** Another agent that looks at the very same cluster. */
function createTwin(agent: AgentSpec | undefined, name: string): AgentSpec {
  const kube = agent?.instances.find((one) => one.kind === 'kubernetes')
  const instances = kube === undefined ? [] : [{ ...kube, agent: name }]
  return { id: `ag_${name}`, name, instances, fault: null, rules: [] }
}
