import type { Clock } from '@vedette/proto/clock'
import type { CallAgent, CallResult } from '../bus/types.ts'
import type { AgentView, Fleet } from '../fleet/types.ts'
import type { Buckets, Readings } from '../sharing/index.ts'
import { type AskOptions, askUnit } from './ask.ts'
import type { Budget } from './budget.ts'
import { toUnseen } from './outcomes.ts'
import { type Plan, planRead } from './plan.ts'
import { withQuestions } from './questions.ts'
import { settleRefusals } from './refusals.ts'
import type { Dispatch, InstanceRead, ReadContext, ReadRequest, ReadResult } from './types.ts'

export type DispatchOptions = Readonly<{
  fleet: Pick<Fleet, 'agents'>
  callAgent: CallAgent
  clock: Clock
  // Milliseconds of one tick of the fleet.
  tick_ms: number
  // What may be spent at vendors without asking; absent, as much as is asked for.
  budget?: Budget
  // What equal questions share; absent, each is asked.
  readings?: Readings
  // How often one instance is asked; absent, as often as anybody asks.
  buckets?: Buckets
  // The policy hash that an agent must enforce to be asked; absent, the one that it reports.
  policyHashOf?(view: AgentView): string
}>

// The one way from a question to its sources: every plan stands before the first call leaves, all are asked side by
// side under one deadline, and each planned source comes back with its word.
export function createDispatch(options: DispatchOptions): Dispatch {
  const { fleet, clock, tick_ms } = options
  return async (requests, context) => {
    const agents = fleet.agents(context.principal.organisation)
    const { principal, pending } = context
    const loading = options.budget?.load(principal.organisation)
    // What costs nothing waits for no store.
    if (loading !== undefined && mayCost(requests, agents)) await loading
    const isOverBudget = options.budget?.isSpent(principal.organisation) === true
    const plan = { now: clock.now(), tick_ms, principal, isOverBudget, ...(pending && { pending }) }
    const atomic = context.composite !== true && requests.length === 1 && requests[0]?.role === 'input'
    const plans = withQuestions(requests).map((request) =>
      planRead(request, { agents, context: plan, atomic }),
    )
    const deadline = clock.monotonic() + context.budget_ms
    return Promise.all(plans.map((plan) => runPlan(plan, { options, context, deadline })))
  }
}

async function runPlan(
  { request, units, unasked }: Plan,
  run: Readonly<{ options: DispatchOptions; context: ReadContext; deadline: number }>,
): Promise<ReadResult> {
  const { clock, fleet, readings } = run.options
  const send = limitCalls(run.options)
  const { principal, fresh = false } = run.context
  const callAgent: AskOptions['callAgent'] = (asked, { state }) =>
    readings === undefined
      ? send(asked)
      : readings.read(asked, { freshness: request.operation.freshness, principal, state, fresh }, send)
  const policyHashOf = run.options.policyHashOf ?? toReportedHash
  const { context, deadline } = run
  const others = unasked.map((one) => toUnseen(one, request))
  const isDisputed = (agent: string) =>
    fleet
      .agents(context.principal.organisation)
      .some((view) => view.agent === agent && view.status === 'disputed')
  const asked = await Promise.all(
    units.map((unit) =>
      askUnit(unit, { callAgent, clock, isDisputed, policyHashOf, request, context, deadline }),
    ),
  )
  const reads = settleRefusals(asked.flat(), { request, others })
  return { request, instances: [...reads, ...others].sort(compareReads) }
}

// The door to agents behind the bucket of each instance, with what costs money counted. What is throttled never left.
function limitCalls({ callAgent, buckets, budget }: DispatchOptions): CallAgent {
  return (request) => {
    const { organisation, agent, instance, tier } = request
    const retry_after_ms = buckets?.take(`${organisation} ${agent} ${instance}`) ?? 0
    if (retry_after_ms > 0) return Promise.resolve(toThrottled(retry_after_ms))
    if (tier === 'metered_read') budget?.spend(organisation)
    return callAgent(request)
  }
}

// Tells whether any of it is metered, by its definition or by a connector that says so.
function mayCost(requests: readonly ReadRequest[], agents: readonly AgentView[]): boolean {
  return requests.some(
    ({ operation: { id, tier } }) =>
      tier === 'metered_read' ||
      agents.some(({ connectors }) =>
        connectors.some(({ operations }) =>
          operations.some((one) => one.id === id && one.tier === 'metered_read'),
        ),
      ),
  )
}

function toThrottled(retry_after_ms: number): CallResult {
  return { kind: 'lost', part: { scope: {}, state: 'throttled', by: 'us', retry_after_ms } }
}

function toReportedHash({ policy }: AgentView): string {
  return policy?.effective_hash ?? ''
}

function compareReads(a: InstanceRead, b: InstanceRead): number {
  return keyOf(a) < keyOf(b) ? -1 : 1
}

function keyOf({ agent_name, agent, instance }: InstanceRead): string {
  return JSON.stringify([agent_name ?? '', instance, agent ?? ''])
}
