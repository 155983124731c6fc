import { type OperationDefinition, toToolName } from '@vedette/proto/operations'
import { MAX_ACCOUNTS, MAX_CLUSTERS, sweep } from '@vedette/proto/scope'
import type { Scope } from '@vedette/proto/visibility'
import type { AgentView } from '../fleet/types.ts'
import { toActionPart } from './approval.ts'
import { type Beyond, findBeyond } from './beyond.ts'
import { type Candidate, findCandidates } from './candidates.ts'
import { choiceOf } from './names.ts'
import { findObstacle, type PlanContext, toOffline, type Word } from './obstacles.ts'
import type { PlannedRequest } from './questions.ts'
import { checkChoice, KEY_OF_SCOPE, type Routed, routeCandidates } from './route.ts'
import { groupUnits, isAskable, leaderOf, type Unit } from './units.ts'

// A source that will not be asked, with its word; `candidate` null when it is no instance that we know.
export type Unasked = Readonly<{
  candidate: Candidate | null
  agent: Readonly<{ id: string; name: string }> | null
  connector: string
  word: Word
  // What it would have shown, where no instance says it.
  scope?: Scope
}>

// Everything a request stands on, fixed before anybody is asked.
export type Plan = Readonly<{
  request: PlannedRequest
  // Units to ask, each by its first member; `covers`: units left alone as long as this one is read.
  units: readonly PlannedUnit[]
  unasked: readonly Unasked[]
}>
export type PlannedUnit = Unit & Readonly<{ covers: readonly Unit[] }>

// Fixes the planned set of one request. Throws RoutingError when the question must be put otherwise.
export function planRead(
  request: PlannedRequest,
  facts: Readonly<{ agents: readonly AgentView[]; context: PlanContext; atomic: boolean }>,
): Plan {
  const { operation } = request
  const candidates = findCandidates(facts.agents, operation)
  const routed = routeCandidates(candidates, request)
  const units = groupUnits(routed.having, request, facts.context)
  checkChoice(units.map(leaderOf), { request, atomic: facts.atomic })
  collectPending(units, request, facts.context)
  const { asked, capped } = capUnits(units, request)
  const rest = [
    ...toLacking(routed, request, facts.context),
    ...routed.unconfigured.map(toUnconfigured),
    ...toSilent(routed),
    ...findBeyond(candidates, request).map(toOutOfReach),
  ]
  const nobody = units.length === 0 && rest.length === 0 ? [toNowhere(operation)] : []
  return { request, units: linkCovers(asked), unasked: [...capped, ...rest, ...nobody] }
}

// What only a person keeps from being asked is put together for one.
function collectPending(
  units: readonly Unit[],
  { operation, arguments: args }: PlannedRequest,
  { pending, principal }: PlanContext,
): void {
  if (pending === undefined) return
  for (const unit of units) {
    const { state, name } = leaderOf(unit)
    for (const { candidate, obstacle } of unit.members)
      if (obstacle?.state === 'approval_required')
        pending.add(
          toActionPart({ candidate, operation, arguments: args, requester: principal.id }),
          `${operation.id} ${name} ${state.instance}`,
        )
  }
}

// At most 12 accounts and 200 of anything else that can be asked; the rest share the call that reads them.
function capUnits(
  units: readonly Unit[],
  request: PlannedRequest,
): Readonly<{ asked: readonly Unit[]; capped: readonly Unasked[] }> {
  const { operation } = request
  const key = KEY_OF_SCOPE[operation.scope]
  const limit = operation.scope === 'account' ? MAX_ACCOUNTS : MAX_CLUSTERS
  const askable = units.filter(isAskable)
  if (askable.length <= limit) return { asked: units, capped: [] }
  const byName = Map.groupBy(askable, (unit) => choiceOf(leaderOf(unit), key))
  const orderOf = (name: string) => toOrder(byName.get(name)?.[0])
  const swept = sweep([...byName.keys()], limit, orderOf)
  const out = new Set(swept.capped.flatMap((name) => byName.get(name) ?? []))
  const next = { tool: toToolName(operation.id), args: { ...request.arguments, [key]: swept.next } }
  const capped = [...out].flatMap((unit) =>
    unit.members.map(({ candidate }) => toUnasked(candidate, { state: 'capped', limit, next })),
  )
  return { asked: units.filter((unit) => !out.has(unit)), capped }
}

// The label `sweep_order` puts a scope first; those without come after all numbers.
function toOrder(unit: Unit | undefined): number {
  const label = unit === undefined ? undefined : leaderOf(unit).view.labels['sweep_order']
  const order = label === undefined ? Number.NaN : Number(label)
  return Number.isFinite(order) ? order : Number.MAX_SAFE_INTEGER
}

// Hangs units under the one that the operator's configuration says covers them. A unit that cannot be asked covers
// nothing, and of two that cover each other the first stands for both.
function linkCovers(units: readonly Unit[]): readonly PlannedUnit[] {
  const taken = new Set<Unit>()
  const planned: PlannedUnit[] = []
  const heads = units.filter((unit) => isAskable(unit) && leaderOf(unit).state.covers.length > 0)
  for (const head of heads) {
    if (taken.has(head)) continue
    const covers = units.filter((unit) => unit !== head && !taken.has(unit) && isCovered(head, unit))
    for (const unit of [head, ...covers]) taken.add(unit)
    planned.push({ ...head, covers })
  }
  const rest = units.filter((unit) => !taken.has(unit)).map((unit) => ({ ...unit, covers: [] }))
  return [...planned, ...rest]
}

// Names of instances mean instances of the same agent.
function isCovered(head: Unit, unit: Unit): boolean {
  const { view, state } = leaderOf(head)
  const alone = unit.members.length === 1 ? leaderOf(unit) : null
  return alone !== null && alone.view.agent === view.agent && state.covers.includes(alone.state.instance)
}

function toLacking({ lacking }: Routed, request: PlannedRequest, context: PlanContext): readonly Unasked[] {
  return lacking.flatMap((candidate) => {
    const word = findObstacle(candidate, request, context)
    return word === null ? [] : [toUnasked(candidate, word)]
  })
}

// What an unheard agent has is not known, so it may have this.
function toSilent({ silent }: Routed): readonly Unasked[] {
  return silent.map(({ view, name }) => {
    const facts = { candidate: null, agent: { id: view.agent, name }, connector: 'unknown' }
    if (view.status === 'disputed') return { ...facts, word: { state: 'unusable', why: 'duplicate_agent' } }
    // A cluster registered ahead whose agent never came is known to exist, and nobody reaches it.
    return view.last_seen === 0
      ? { ...facts, word: { state: 'out_of_reach' }, scope: { cluster: name } }
      : { ...facts, word: toOffline(view.last_seen) }
  })
}

// An instance that was asked for and has no credential: its place is known to be left out, beside others that answer.
function toUnconfigured(candidate: Candidate): Unasked {
  return toUnasked(candidate, {
    state: 'not_configured',
    reason: candidate.state.reason ?? 'not_requested',
  })
}

function toOutOfReach({ scope, connector }: Beyond): Unasked {
  return { candidate: null, agent: null, connector, word: { state: 'out_of_reach' }, scope }
}

function toNowhere(operation: OperationDefinition): Unasked {
  const connector = Object.keys(operation.permissions).sort().join('/')
  return {
    candidate: null,
    agent: null,
    connector,
    word: { state: 'not_configured', reason: 'not_requested' },
  }
}

// A known instance that will not be asked.
export function toUnasked(candidate: Candidate, word: Word): Unasked {
  const { view, name, state } = candidate
  return { candidate, agent: { id: view.agent, name }, connector: state.instance, word }
}
