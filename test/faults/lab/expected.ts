import { VENDORS } from './connectors.ts'
import type { Word } from './law.ts'
import { type Item, SHAPES } from './rows.ts'
import {
  type AgentFault,
  type AgentSpec,
  type InstanceSpec,
  refusedNamespaces,
  type VendorFault,
  type WorldSpec,
} from './world.ts'

/** One source as an answer may list it. */
export type Slot = Readonly<{ agent: string | null; connector: string; word: Word }>

/** Sources that are planned together, and every way in which they may truly come out. */
export type Unit = Readonly<{
  operation: string
  alternatives: readonly (readonly Slot[])[]
  instances: readonly InstanceSpec[]
}>

type Input = Readonly<Record<string, unknown>>
type Asking = Readonly<{
  world: WorldSpec
  operation: string
  input: Input
  /** Names that the caller chose; null for all. */
  names: readonly string[] | null
  mode: string
  isComposite: boolean
}>

const PAGE = 7
const MAX_ACCOUNTS = 12

/** Every source of one operation with all that it may truly say, from the world and the faults alone. */
export function expectUnits(asking: Asking): readonly Unit[] {
  const { world, operation, names } = asking
  const having = world.agents.flatMap((agent) =>
    agent.instances
      .filter((one) => isServedBy(one, operation) && isNamed(one, agent, asking))
      .map((instance) => ({ agent, instance })),
  )
  const silent = world.agents.filter((agent) => agent.fault === 'never_heard')
  const known = having.filter(({ agent }) => agent.fault !== 'never_heard')
  const configured = known.filter(({ instance }) => instance.fault !== 'secret_missing')
  const scopeFails = (one: InstanceSpec) => one.fault === 'down_by_probe' || one.fault === 'scope_differs'
  const groups = [
    ...Map.groupBy(configured, ({ instance, agent }) =>
      SHAPES[operation]?.scope === 'backend' || scopeFails(instance)
        ? `${agent.id} ${instance.name}`
        : JSON.stringify(instance.scope),
    ).values(),
  ]
  const units = groups.map((members): Unit => {
    const own = members.map((member) => expectOne(member, asking))
    return {
      operation,
      instances: members.map(({ instance }) => instance),
      alternatives: own.length === 1 ? (own[0] ?? []) : combine(members, own),
    }
  })
  const missing = known
    .filter(({ instance }) => instance.fault === 'secret_missing' && names === null)
    .map(
      ({ instance }): Unit => ({
        operation,
        instances: [],
        alternatives: [[slotOf(instance, 'not_configured')]],
      }),
    )
  const unheard = silent
    .filter((agent) => isAgentNamed(agent, asking))
    .map((agent): Unit => {
      const slot: Slot = { agent: agent.name, connector: 'unknown', word: 'agent_offline' }
      return { operation, instances: [], alternatives: [[slot]] }
    })
  if (units.length + unheard.length + missing.length > 0)
    return [...cap(units, asking), ...missing, ...unheard]
  const nobody: Slot = { agent: null, connector: '*', word: 'not_configured' }
  return [{ operation, instances: [], alternatives: [[nobody]] }]
}

function isServedBy(instance: InstanceSpec, operation: string): boolean {
  return VENDORS[instance.kind]?.operations.includes(operation) === true
}

function isNamed(instance: InstanceSpec, agent: AgentSpec, { names, operation }: Asking): boolean {
  if (names === null) return true
  const scopes = Object.values(instance.scope)
  const own = SHAPES[operation]?.scope === 'backend' ? [`${agent.name}/${instance.name}`, instance.name] : []
  return names.some((name) => [...scopes, ...own].includes(name))
}

function isAgentNamed(agent: AgentSpec, { names }: Asking): boolean {
  return names === null || names.includes(agent.name)
}

/** More accounts than a sweep takes: which of them are left out is not ours to say, only how many. */
function cap(units: readonly Unit[], { operation, world, isComposite }: Asking): readonly Unit[] {
  if (SHAPES[operation]?.scope !== 'account') return units
  const askable = units.filter((unit) =>
    unit.instances.some((instance) => {
      const agent = world.agents.find((one) => one.name === instance.agent)
      const isAway =
        agent?.fault !== null && agent?.fault !== undefined && AGENT_WORDS[agent.fault] !== undefined
      return !isAway && unit.alternatives.some((slots) => slots.some((slot) => canBeAsked(slot.word)))
    }),
  )
  if (askable.length <= MAX_ACCOUNTS) return units
  // A composite reads what its first sweep left out, unless a slow account took the time for it.
  if (isComposite && askable.length <= 2 * MAX_ACCOUNTS && !askable.some((unit) => isSlow(unit, world)))
    return units
  return units.map((unit) =>
    askable.includes(unit)
      ? { ...unit, alternatives: [...unit.alternatives, unit.instances.map((one) => slotOf(one, 'capped'))] }
      : unit,
  )
}

function isSlow({ instances }: Unit, { agents }: WorldSpec): boolean {
  return instances.some(
    ({ agent, fault }) =>
      SLOW.includes(fault) || SLOW.includes(agents.find((one) => one.name === agent)?.fault ?? null),
  )
}

/** Faults that keep a call waiting, some of them to its end. */
const SLOW: readonly (VendorFault | AgentFault | null)[] = [
  'silence',
  'drip',
  'slow_past_deadline',
  'http_429_retry_after',
  'killed_mid_call',
  'partitioned_mid_call',
  'nats_killed',
  'agent_killed',
  'agent_stopped',
  'bystander',
]

function canBeAsked(word: Word): boolean {
  return !['agent_offline', 'connector_down', 'denied_by_policy', 'not_served', 'approval_required'].includes(
    word,
  )
}

/** Of agents that look at one place the first that can be asked is; the others are spared, or asked when it is blind. */
function combine(
  members: readonly Readonly<{ agent: AgentSpec; instance: InstanceSpec }>[],
  own: readonly (readonly (readonly Slot[])[])[],
): readonly (readonly Slot[])[] {
  const joined: (readonly Slot[])[] = []
  own.forEach((alternatives, reader) => {
    for (const slots of alternatives) {
      const others = members.flatMap((_, at) => (at === reader ? [] : [at]))
      const isSeen = slots.some((slot) => canCoverFor(slot.word))
      let ways: readonly (readonly Slot[])[] = [slots]
      for (const at of others) {
        const instance = members[at]?.instance
        const spared = instance === undefined || !isSeen ? [] : [[slotOf(instance, 'not_needed')]]
        ways = ways.flatMap((way) =>
          [...(own[at] ?? []).filter(isUnread), ...spared].map((more) => [...way, ...more]),
        )
      }
      joined.push(...ways)
    }
  })
  return joined
}

function canCoverFor(word: Word): boolean {
  return ['read', 'empty', 'unproven', 'truncated', 'stale'].includes(word)
}

function isUnread(slots: readonly Slot[]): boolean {
  return !slots.some((slot) => canCoverFor(slot.word))
}

function slotOf(instance: InstanceSpec, word: Word): Slot {
  return { agent: instance.agent, connector: instance.name, word }
}

/** Every way in which one instance may come out, its agent's fault before its vendor's. */
function expectOne(
  { agent, instance }: Readonly<{ agent: AgentSpec; instance: InstanceSpec }>,
  asking: Asking,
): readonly (readonly Slot[])[] {
  const as = (...words: readonly Word[]) => words.map((word) => slotOf(instance, word))
  const { operation, input, mode } = asking
  const isRaised = instance.fault === 'approval_needed' && mode !== 'auto'
  const before = AGENT_WORDS[agent.fault ?? 'superseded']
  // A clock that is off is told after the tier: either reason is true.
  if (before !== undefined)
    return agent.fault === 'skew_large' && isRaised ? [as(before), as('approval_required')] : [as(before)]
  if (isDenied(agent, operation)) return [as('denied_by_policy')]
  if (isRaised) return [as('approval_required')]
  if (instance.fault === 'down_by_probe' || instance.fault === 'scope_differs') return [as('connector_down')]
  if (isNarrowlyDenied(agent, { operation, input })) return [as('denied_by_policy')]
  const vendor = expectVendor(instance, { operation, input })
  return spoil(agent.fault, { vendor, as, instance })
}

/** What an agent's fault makes of each of its instances before any is asked. */
const AGENT_WORDS: Readonly<Partial<Record<AgentFault, Word>>> = {
  offline: 'agent_offline',
  duplicate_identity: 'unusable',
  skew_large: 'unusable',
  contract_skew: 'not_served',
}

type Spoiling = Readonly<{
  vendor: readonly (readonly Slot[])[]
  as: (...words: readonly Word[]) => readonly Slot[]
  instance: InstanceSpec
}>

/** What an agent's fault makes of an answer on its way. */
function spoil(fault: AgentFault | null, { vendor, as, instance }: Spoiling): readonly (readonly Slot[])[] {
  switch (fault) {
    case 'killed_mid_call':
      return [as('timed_out'), as('agent_offline'), ...(isReached(instance) ? [] : vendor)]
    case 'partitioned_mid_call':
      return [as('timed_out'), ...(isReached(instance) ? [] : vendor)]
    case 'nats_killed':
    case 'agent_killed':
    case 'agent_stopped':
    case 'bystander':
      return [...vendor, as('timed_out'), as('agent_offline')]
    case 'reply_not_json':
    case 'reply_of_another':
    case 'reply_hostile_keys':
      return [as('unusable')]
    case 'reply_unknown_state':
    case 'reply_without_items':
      return [...vendor.flatMap((slots) => leveled(slots, ['unusable'])), as('unusable')]
    case 'reply_without_proof':
      return [...vendor.flatMap((slots) => leveled(slots, ['unproven', 'unusable'])), as('unusable')]
    case 'reply_bad_hash':
    case 'reply_bad_schema':
    case 'reply_wrong_scope':
      return vendor.map((slots) => (isUnread(slots) ? slots : as('unusable')))
    default:
      return vendor
  }
}

/** Every part under one word; parts that no longer differ are one source. */
function leveled(slots: readonly Slot[], words: readonly Word[]): readonly (readonly Slot[])[] {
  return words.flatMap((word) =>
    slots.map((_, at) => slots.slice(0, at + 1).map((slot): Slot => ({ ...slot, word }))),
  )
}

/** Whether requests arrive at the vendor at all, so that something can happen on their arrival. */
function isReached({ fault }: InstanceSpec): boolean {
  return fault !== 'refused' && fault !== 'tls_mismatch'
}

function isDenied(agent: AgentSpec, operation: string): boolean {
  return agent.rules.some((rule) => rule.deny === operation && rule.namespace === undefined)
}

function isNarrowlyDenied(
  agent: AgentSpec,
  { operation, input }: Readonly<{ operation: string; input: Input }>,
): boolean {
  const namespace = input['namespace']
  return agent.rules.some(
    (rule) =>
      rule.deny === operation &&
      rule.namespace !== undefined &&
      (namespace === undefined || namespace === rule.namespace),
  )
}

type Meant = Readonly<{ operation: string; input: Input }>

/** Every way in which a vendor with its fault may be told of. */
function expectVendor(instance: InstanceSpec, meant: Meant): readonly (readonly Slot[])[] {
  const { fault } = instance
  const lists = toLists(instance, meant)
  const each = (word: (list: List) => readonly Word[]) =>
    lists.flatMap((list) => word(list).map((one) => slotOf(instance, one)))
  const truth = each((list) => [wordOf(list)])
  const whole = fault === null ? undefined : WHOLE_WORDS[fault]
  if (whole !== undefined) return whole.map((word) => [slotOf(instance, word)])
  switch (fault) {
    case 'http_403_some_namespaces':
      if (meant.operation !== 'k8s.pods.list') return [truth]
      return [
        each((list) =>
          list.ns !== null && refusedNamespaces(instance).includes(list.ns) ? ['forbidden'] : [wordOf(list)],
        ),
      ]
    case 'http_503_once':
      return expectRetried(instance, { lists, truth })
    case 'partial_success':
      return [each(() => ['truncated'])]
    case 'missing_last_page':
      return [each((list) => (list.total > PAGE ? ['truncated', 'upstream_failed'] : [wordOf(list)]))]
    case 'gone_always':
      return [each((list) => (list.total > PAGE ? ['truncated', 'unusable'] : [wordOf(list)]))]
    case 'account_unreachable':
      return [[...truth, ...(instance.kind === 'aws' ? [slotOf(instance, 'out_of_reach')] : [])]]
    case 'stale':
      return [each(() => ['stale'])]
    case 'unknown_name':
      return [each(() => ['unproven'])]
    default:
      return [truth]
  }
}

/** A retry mends it while the client's budget of retries lasts; one list of several may be the one that it fails. */
function expectRetried(
  instance: InstanceSpec,
  { lists, truth }: Readonly<{ lists: readonly List[]; truth: readonly Slot[] }>,
): readonly (readonly Slot[])[] {
  const failed = slotOf(instance, 'upstream_failed')
  const one = lists.length < 2 ? [] : truth.map((_, at) => truth.map((slot, n) => (n === at ? failed : slot)))
  return [truth, [failed], ...one]
}

/** Faults that leave one word for all that was asked; several where chance or order may decide. */
const WHOLE_WORDS: Readonly<Partial<Record<VendorFault, readonly Word[]>>> = {
  // The first refusal takes the instance down; a call that comes after it is not sent.
  http_401: ['unauthorized', 'connector_down'],
  http_403: ['forbidden'],
  http_429: ['throttled'],
  http_429_retry_after: ['throttled'],
  http_500: ['upstream_failed'],
  slow_past_deadline: ['timed_out'],
  silence: ['timed_out'],
  drip: ['timed_out'],
  reset: ['upstream_failed'],
  tls_mismatch: ['upstream_failed'],
  refused: ['upstream_failed'],
  login_page: ['unusable'],
  error_with_200: ['unusable'],
  truncated_json: ['unusable'],
  too_large: ['unusable'],
}

type List = Readonly<{ ns: string | null; total: number; shown: number; limit: number }>

function toLists(instance: InstanceSpec, { operation, input }: Meant): readonly List[] {
  const namespace = input['namespace']
  const namespaces =
    operation !== 'k8s.pods.list' ? [null] : typeof namespace === 'string' ? [namespace] : instance.namespaces
  const limit = typeof input['limit'] === 'number' ? input['limit'] : 100
  return namespaces.map((ns) => {
    const all = (instance.items[operation] ?? []).filter((item) => ns === null || item.ns === ns)
    return { ns, total: all.length, shown: trueItems(all, { operation, input }).length, limit }
  })
}

function wordOf({ shown, limit }: List): Word {
  if (shown > limit) return 'truncated'
  return shown === 0 ? 'empty' : 'read'
}

/** Items that the question means, of those that there truly are. */
export function trueItems(items: readonly Item[], { operation, input }: Meant): readonly Item[] {
  const isNarrowed =
    input['problem_only'] === true ||
    input['unhealthy_only'] === true ||
    input['expiring_within_days'] !== undefined
  const onlyBad =
    operation === 'metrics.targets.list'
      ? input['state'] === 'down'
      : operation.startsWith('k8s.') && isNarrowed
  return onlyBad ? items.filter((item) => item.bad) : items
}
