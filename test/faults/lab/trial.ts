import { type Judgement, judge, TOOLS } from './judge.ts'
import type { Random } from './random.ts'
import { createRandom, toTrialSeed } from './random.ts'
import { type Item, SHAPES } from './rows.ts'
import { type Performance, type Plants, perform, type Question } from './stage.ts'
import type { Wire } from './wire.ts'
import { AGENT_FAULTS, createWorldSpec, VENDOR_FAULTS, type WorldSpec } from './world.ts'

export type Trial = Readonly<{
  world: WorldSpec
  question: Question
  faults: readonly string[]
  performance: Performance
  judgement: Judgement
}>

/** Plays and judges trial `number` of a run: a world, one to three faults at once, and a question. */
export async function runTrial(
  facts: Readonly<{ seed: number; number: number; wire: Wire; plants?: Plants }>,
): Promise<Trial> {
  const random = createRandom(toTrialSeed(facts.seed, facts.number))
  const world = createWorldSpec(random)
  const faults = strike(world, random)
  const question = ask(world, random)
  const { wire, plants } = facts
  const performance = await perform(world, question, {
    wire,
    random,
    ...(plants === undefined ? {} : { plants }),
  })
  return { world, question, faults, performance, judgement: judge(world, question, performance) }
}

/** Sets one to three faults, each on an agent or an instance that has none yet. */
function strike(world: WorldSpec, random: Random): readonly string[] {
  const struck: string[] = []
  const n = random.between(1, 3)
  for (let at = 0; at < n; at += 1) {
    const chance = random.next()
    if (chance < 0.02) {
      world.own = 'audit_fails'
      struck.push('audit_fails')
    } else if (chance < 0.42) strikeAgent(world, { random, struck })
    else strikeVendor(world, { random, struck })
  }
  return struck
}

/** What only one word comes of is struck more often, so that each word is reached. */
const LIKELY = Object.freeze([...VENDOR_FAULTS, 'approval_needed', 'stale', 'http_401', 'http_403'] as const)

type Striking = Readonly<{ random: Random; struck: string[] }>

function strikeAgent(world: WorldSpec, { random, struck }: Striking): void {
  const free = world.agents.filter((agent) => agent.fault === null)
  if (free.length === 0) return
  const agent = random.pick(free)
  const fault = random.pick(AGENT_FAULTS)
  agent.fault = fault
  if (fault === 'denied') agent.rules = [{ id: 'rule-1', deny: random.pick(operationsOf(world)) }]
  if (fault === 'denied_narrowed')
    agent.rules = [{ id: 'rule-2', deny: 'k8s.pods.list', namespace: random.pick(['pay', 'shop', 'core']) }]
  struck.push(fault)
}

function strikeVendor(world: WorldSpec, { random, struck }: Striking): void {
  const free = world.agents.flatMap((agent) => agent.instances).filter((one) => one.fault === null)
  if (free.length === 0) return
  const instance = random.pick(free)
  const isCloud = instance.kind === 'aws' && random.chance(0.25)
  const fault = isCloud ? 'account_unreachable' : random.pick(LIKELY)
  // Two agents that look at one vendor meet it as it is: the fault is the vendor's.
  for (const one of world.agents.flatMap((agent) => agent.instances))
    if (one.vendor === instance.vendor) one.fault = fault
  struck.push(fault)
}

function operationsOf(world: WorldSpec): readonly string[] {
  return [
    ...new Set(world.agents.flatMap((agent) => agent.instances.flatMap((one) => Object.keys(one.items)))),
  ]
}

/** A question that this world gives a reason to ask. */
function ask(world: WorldSpec, random: Random): Question {
  const mode = random.chance(0.2) ? 'auto' : 'cautious'
  // A sweep is asked about more often than chance would: only it reaches its limit.
  const isSweep = world.agents.some((agent) => agent.name === 'clouds') && random.chance(0.3)
  if (!isSweep && random.chance(0.2)) return { tool: 'production_health', args: {}, mode }
  if (!isSweep && random.chance(0.7)) return { ...toComposite(world, random), mode }
  const operations = operationsOf(world)
  const likely = Object.entries(TOOLS).filter(([, operation]) => operations.includes(operation))
  const clouds = likely.filter(([, operation]) => operation.startsWith('cloud.'))
  const [tool, operation] = random.pick(
    isSweep ? clouds : random.chance(0.95) && likely.length > 0 ? likely : Object.entries(TOOLS),
  )
  return { tool, args: toArguments(world, { random, operation }), mode }
}

/** A composite that asks after something that is truly there. */
function toComposite(world: WorldSpec, random: Random): Omit<Question, 'mode'> {
  const thing = (operation: string) => {
    const items = world.agents.flatMap((agent) =>
      agent.instances.flatMap((one) => one.items[operation] ?? []),
    )
    return items.length === 0 ? null : random.pick(items)
  }
  const named = (tool: string, operation: string, toArgs: (item: Item) => Question['args'], weight = 1) => {
    const item = thing(operation)
    return item === null ? [] : Array.from({ length: weight }, () => ({ tool, args: toArgs(item) }))
  }
  const ofWorkload = ({ id, ns }: Item) => ({ name: id, namespace: ns })
  // Things that few worlds have are asked after more often where they are.
  const all: readonly Omit<Question, 'mode'>[] = [
    ...['cert_expiry', 'change_timeline', 'public_exposure', 'saturation'].map((tool) => ({
      tool,
      args: {},
    })),
    ...named('blast_radius', 'k8s.services.list', ({ id }) => ({ service: id })),
    ...named('deploy_correlation', 'deploys.list', ({ id }) => ({ service: `service-${id}` }), 3),
    ...named('fleet_compare', 'k8s.deployments.list', ofWorkload),
    ...named('investigate_alert', 'alerts.active.list', ({ id }) => ({ id }), 12),
    ...named('investigate_incident', 'incidents.list', ({ id }) => ({ id }), 12),
    ...named('node_triage', 'k8s.nodes.list', ({ id }) => ({ node: id })),
    ...named('telemetry_gaps', 'metrics.targets.list', () => ({}), 3),
    ...named('workload_triage', 'k8s.deployments.list', ofWorkload),
  ]
  return random.pick(all)
}

function toArguments(
  world: WorldSpec,
  { random, operation }: Readonly<{ random: Random; operation: string }>,
): Readonly<Record<string, unknown>> {
  const scope = SHAPES[operation]?.scope ?? 'backend'
  const instances = world.agents.flatMap((agent) => agent.instances).filter((one) => operation in one.items)
  const names = instances.map((one) =>
    scope === 'backend' ? `${one.agent}/${one.name}` : (Object.values(one.scope)[0] ?? ''),
  )
  const one =
    names.length > 0 && (operation === 'metrics.query' || random.chance(0.25))
      ? { [scope]: random.pick(names) }
      : {}
  const all =
    scope === 'account' && Object.keys(one).length === 0 && random.chance(0.9) ? { account: 'all' } : {}
  return {
    ...one,
    ...all,
    ...(operation === 'metrics.query' ? { expr: 'lab_series' } : {}),
    ...(operation === 'k8s.pods.list' && random.chance(0.3)
      ? { namespace: random.pick(['pay', 'shop', 'core']) }
      : {}),
    ...(operation === 'k8s.pods.list' && random.chance(0.3) ? { problem_only: true } : {}),
    ...(random.chance(0.1) ? { limit: random.between(1, 10) } : {}),
  }
}
