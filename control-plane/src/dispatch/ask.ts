import type { Clock } from '@vedette/proto/clock'
import type { CallRequest, CallResult } from '../bus/types.ts'
import type { AgentView } from '../fleet/types.ts'
import { tierOf } from './approval.ts'
import type { Candidate } from './candidates.ts'
import { coverRead, isWhole, toNotNeeded } from './cover.ts'
import type { Word } from './obstacles.ts'
import { toRead, toUnseen } from './outcomes.ts'
import { type PlannedUnit, toUnasked } from './plan.ts'
import type { PlannedRequest } from './questions.ts'
import type { InstanceRead, ReadContext } from './types.ts'
import type { Unit } from './units.ts'

export type AskOptions = Readonly<{
  callAgent(request: CallRequest, candidate: Candidate): Promise<CallResult>
  clock: Clock
  // Asked once more when the answer is here: who spoke may have come into dispute meanwhile.
  isDisputed(agent: string): boolean
  // The policy that an agent must enforce to answer.
  policyHashOf(view: AgentView): string
  request: PlannedRequest
  context: ReadContext
  // On the clock's monotonic time.
  deadline: number
}>

// One source's share, and the refusal that it gave instead of a reading.
export type Asked = Readonly<{ read: InstanceRead; refusal: Refusal | null }>
export type Refusal = Extract<CallResult, { kind: 'refused' }>['error']

const DISPUTED: Word = Object.freeze({ state: 'unusable', why: 'duplicate_agent' })
// Of the time left, what the first of several may use: the others must have a chance when it stays blind.
const FIRST_SHARE = 0.6

// Asks a unit: its first member, the next ones only while nothing was seen; then what it covers, if it stayed blind.
export async function askUnit(unit: PlannedUnit, options: AskOptions): Promise<readonly Asked[]> {
  const own = await askMembers(unit, { ...options, hasFallback: unit.covers.length > 0 })
  if (unit.covers.length === 0) return own
  const reader = own.find(({ read, refusal }) => read.outcome.seen || refusal !== null)
  if (reader === undefined) {
    const below = await Promise.all(
      unit.covers.map((one) => askMembers(one, { ...options, hasFallback: false })),
    )
    return [...own, ...below.flat()]
  }
  const spared = unit.covers.flatMap((one) =>
    one.members.map(({ candidate }) =>
      toAsked(toUnseen(toUnasked(candidate, toNotNeeded(reader.read)), options.request)),
    ),
  )
  return [...own, ...spared]
}

async function askMembers(
  unit: Unit,
  options: AskOptions & Readonly<{ hasFallback: boolean }>,
): Promise<readonly Asked[]> {
  const { request } = options
  const results: Asked[] = []
  let reader: Asked | null = null
  const askable = unit.members.filter((member) => member.obstacle === null).length
  for (const { candidate, obstacle } of unit.members) {
    const spare = options.hasFallback || results.length + 1 < askable
    if (obstacle !== null) results.push(toAsked(toUnseen(toUnasked(candidate, obstacle), request)))
    else if (reader !== null)
      results.push(toAsked(toUnseen(toUnasked(candidate, toNotNeeded(reader.read)), request)))
    else {
      const asked = await askOne(candidate, { ...options, spare })
      results.push(asked)
      if (asked.read.outcome.seen || asked.refusal !== null) reader = asked
    }
  }
  return reader === null ? results : coverOthers(results, reader)
}

// What could not be seen elsewhere is covered once the same scope was read whole.
function coverOthers(results: readonly Asked[], reader: Asked): readonly Asked[] {
  if (!isWhole(reader.read)) return results
  return results.map((one) => (one === reader ? one : { ...one, read: coverRead(one.read, reader.read) }))
}

async function askOne(
  candidate: Candidate,
  options: AskOptions & Readonly<{ spare: boolean }>,
): Promise<Asked> {
  const { request, clock, callAgent, deadline } = options
  const left = Math.max(1, deadline - clock.monotonic())
  const budget = options.spare ? left * FIRST_SHARE : left
  const result = await callAgent(toCall(candidate, options, budget), candidate).catch(
    (): CallResult => ({ kind: 'lost', part: { scope: {}, state: 'unusable', why: 'internal' } }),
  )
  if (result.kind !== 'lost' && options.isDisputed(candidate.view.agent))
    return toAsked(toUnseen(toUnasked(candidate, DISPUTED), request))
  const read = toRead(result, candidate, request)
  return { read, refusal: result.kind === 'refused' ? result.error : null }
}

function toCall(
  candidate: Candidate,
  { request, context, policyHashOf }: AskOptions,
  budget: number,
): CallRequest {
  const { view, state } = candidate
  const { operation } = request
  return {
    organisation: view.organisation,
    agent: view.agent,
    // A view without an incarnation is offline and never asked.
    incarnation: view.incarnation ?? '',
    operation: operation.id,
    contract: operation.contract,
    instance: state.instance,
    arguments: request.arguments,
    tier: tierOf(candidate, operation),
    principal: context.principal.id,
    ...(context.investigation === undefined ? {} : { investigation: context.investigation }),
    policy_hash: policyHashOf(view),
    budget_ms: budget,
    signal: context.signal,
  }
}

function toAsked(read: InstanceRead): Asked {
  return { read, refusal: null }
}
