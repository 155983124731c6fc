import type { OperationDefinition } from '@vedette/proto/operations'
import { isWriteTier } from '@vedette/proto/policy'
import type { Carried, State } from '@vedette/proto/visibility'
import { isClockOff } from '../fleet/clock-off.ts'
import { findUnanswerable } from '../fleet/unanswerable.ts'
import type { Principal } from '../store/types.ts'
import { toAdmission } from '../tools/rights.ts'
import { type Pending, tierOf } from './approval.ts'
import type { Candidate } from './candidates.ts'

// A state word with what it carries.
export type Word = Readonly<{ state: State }> & Carried

// The moment of planning in epoch milliseconds, the length of a tick, and who asks.
export type PlanContext = Readonly<{
  now: number
  tick_ms: number
  principal: Pick<Principal, 'id' | 'mode' | 'delegated'>
  pending?: Pending
  // Whether what costs money has used up its budget.
  isOverBudget?: boolean
}>

// One question to one instance, as it is planned.
export type Asking = Readonly<{
  operation: OperationDefinition
  arguments: Readonly<Record<string, unknown>>
}>

// A probe every three ticks; two of them make a report of `down` fresh enough not to ask again.
const FRESH_PROBE_TICKS = 6

// Why an instance is not asked, the worst reason first; null when it can be.
export function findObstacle(candidate: Candidate, asking: Asking, context: PlanContext): Word | null {
  const { operation } = asking
  const { view, state } = candidate
  if (view.status === 'disputed') return { state: 'unusable', why: 'duplicate_agent' }
  if (view.status === 'offline' || view.incarnation === null) return toOffline(view.last_seen)
  const { id, contract } = operation
  const denial = state.denied.find((one) => one.id === id)
  if (denial !== undefined) return { state: 'denied_by_policy', rule: denial.rule }
  const served = state.operations.find((one) => one.id === id)
  if (served?.contract !== contract) return { state: 'not_served', agent_version: view.version ?? 'unknown' }
  return findUnwell(candidate, asking, context) ?? findUnapproved(candidate, asking, context)
}

function findUnwell({ view, state }: Candidate, { operation }: Asking, context: PlanContext): Word | null {
  if (isClockOff(view)) return { state: 'unusable', why: 'clock_skew', skew_ms: Math.round(view.skew_ms) }
  // An older probe's word may be over: the read itself finds out.
  if (!isFresh(state.checked_at, view.skew_ms, context)) return null
  if (state.health === 'down')
    return { state: 'connector_down', code: state.code ?? 'down', since: state.since }
  return findUnanswerable(state, operation.id, view.version)
}

// A connector may raise an operation's tier, so a caller that may ask one instance may not ask every one. What changes
// something is never asked like a read, approved or not.
function findUnapproved(candidate: Candidate, { operation }: Asking, context: PlanContext): Word | null {
  const { principal, pending } = context
  const tier = tierOf(candidate, operation)
  const isFree = tier !== 'metered_read' || context.isOverBudget !== true
  if (isFree && !isWriteTier(tier) && toAdmission(tier, principal) === 'runs') return null
  return { state: 'approval_required', pending_action_id: pending?.id ?? 'none' }
}

// The word of an agent that is not connected.
export function toOffline(lastSeen: number): Word {
  return { state: 'agent_offline', last_seen: new Date(lastSeen).toISOString() }
}

// The probe's time is the agent's; its clock is known to be off by the skew.
function isFresh(checkedAt: string | null, skew: number, { now, tick_ms }: PlanContext): boolean {
  const at = checkedAt === null ? Number.NaN : Date.parse(checkedAt)
  return now - (at - skew) <= FRESH_PROBE_TICKS * tick_ms
}
