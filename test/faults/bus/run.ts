import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type { Cleanup } from '@vedette/test/kit'
import { judge } from '../lab/judge.ts'
import { createRandom, type Random, toTrialSeed } from '../lab/random.ts'
import type { Question } from '../lab/stage.ts'
import { addEntry, type Tally } from '../lab/table.ts'
import { type AgentSpec, BUS_FAULTS, type BusFault, createWorldSpec, type WorldSpec } from '../lab/world.ts'
import { createStand, type Stand } from './stand.ts'

const BUDGET_MS = 2_500
const LATE_MS = 500

export type BusRun = Readonly<{
  seed: number
  trials: number
  tally: Tally
  onWrong(complaint: string): void
}>

/** Plays trials with a real nats-server and real agent processes, one world for all of them. */
export async function runBusTrials({ seed, trials, tally, onWrong }: BusRun): Promise<void> {
  const undo: (() => void | Promise<void>)[] = []
  const cleanup: Cleanup = { after: (one) => void undo.push(one) }
  try {
    const world = createSmallWorld(seed)
    const stand = await createStand(cleanup, world)
    for (let number = 0; number < trials; number += 1) {
      await stand.whole()
      const random = createRandom(toTrialSeed(seed, number))
      const complaint = await runOne(stand, { world, random, tally, number })
      if (complaint !== null) onWrong(complaint)
    }
  } finally {
    for (let one = undo.pop(); one !== undefined; one = undo.pop()) await one()
  }
}

/** Three sites without a fault of their own. */
function createSmallWorld(seed: number): WorldSpec {
  for (let at = 0; ; at += 1) {
    const world = createWorldSpec(createRandom(toTrialSeed(seed, at)))
    if (world.agents.length === 3 && world.agents.every((agent) => agent.name.startsWith('site')))
      return world
  }
}

type One = Readonly<{ world: WorldSpec; random: Random; tally: Tally; number: number }>

async function runOne(stand: Stand, { world, random, tally, number }: One): Promise<string | null> {
  const fault = random.pick(BUS_FAULTS)
  const agent = random.pick(world.agents)
  const question: Question = random.chance(0.5)
    ? { tool: 'k8s_pods_list', args: {}, mode: 'cautious' }
    : { tool: 'production_health', args: {}, mode: 'cautious' }
  const struck = strike(world, { fault, agent })
  stand.play(struck)
  stand.vendors().arm()
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const begun = performance.now()
  const answered = stand.surface.call(question.tool, question.args, {
    principal: { organisation: 'acme', id: 'tok_1', name: 'lab', mode: question.mode, role: 'admin' },
    signal: new AbortController().signal,
    budget_ms: BUDGET_MS,
    progress: () => {},
  })
  await wait(random.between(0, 25))
  const mended = act(stand, { fault, agent })
  const result = await answered
  const took_ms = performance.now() - begun
  delay.disable()
  await mended
  await mend(stand, { fault, agent })
  const allowed_ms = BUDGET_MS + LATE_MS + delay.max / 1e6
  const performed = {
    result,
    took_ms,
    allowed_ms,
    audit: stand.audit,
    faults: [...stand.problems],
    now: Date.now(),
  }
  const judgement = judge(struck, question, performed)
  addEntry(tally, {
    tool: question.tool,
    faults: [fault],
    words: judgement.words,
    outcome: judgement.outcome,
    isWrong: judgement.wrong.length > 0,
    isOverrun: judgement.isOverrun,
  })
  if (judgement.wrong.length === 0) return null
  return `bus trial ${number} [${fault} ${agent.name}] ${question.tool}: ${judgement.wrong.slice(0, 3).join('; ')}`
}

type Striking = Readonly<{ fault: BusFault; agent: AgentSpec }>

/** The world with this fault in it: a dead bus is everybody's, a slow vendor's one agent's; nobody else has one. */
function strike(world: WorldSpec, { fault, agent }: Striking): WorldSpec {
  const agents = world.agents.map((one): AgentSpec => {
    const isHit = fault === 'nats_killed' || (fault !== 'vendor_slow' && one === agent)
    const slow = fault === 'vendor_slow' && one === agent
    const instances = one.instances.map((instance) => ({
      ...instance,
      fault: slow ? ('silence' as const) : null,
    }))
    return { ...one, fault: isHit ? fault : 'bystander', instances }
  })
  return { ...world, agents }
}

async function act(stand: Stand, { fault, agent }: Striking): Promise<void> {
  if (fault === 'nats_killed') await stand.killNats()
  else if (fault === 'agent_killed') stand.signal(agent.name, 'SIGKILL')
  else if (fault === 'agent_stopped') stand.signal(agent.name, 'SIGSTOP')
}

async function mend(stand: Stand, { fault, agent }: Striking): Promise<void> {
  if (fault === 'agent_killed') await stand.restart(agent.name)
  else if (fault === 'agent_stopped') stand.signal(agent.name, 'SIGCONT')
}
