import { findChanges, toEvent } from './changes.ts'
import { hearAgain, hearFirst, type Sign, signOfBeat, signOfReport, toUnheard } from './hear.ts'
import {
  type AgentAction,
  type AgentMessage,
  type AgentProcess,
  type AgentState,
  isAlive,
  isSameIdentity,
  type Moment,
  type Reduced,
} from './state.ts'
import type { AgentStatus, FleetEvent } from './types.ts'

// The one rule of what a message makes of an agent. Pure: the same state, message and moment give the same result.
//
// - A sign counts only when its sequence is higher than all before of its process (else `replayed`), and it is a sign
//   of life only when it echoes a recent nonce of ours (else `deaf`).
// - A gap, a new digest or a missing report asks for the full state, at most every half tick.
// - Of one identity the process that started last is the agent; the one before is told to stop at once.
// - Disputed: an identity other than the enrolled one, or a replaced process that echoes a nonce issued after it was
//   told to stop. It stays until a key is revoked, also over a restart of ours.
export function reduceAgent(state: AgentState, message: AgentMessage, now: Moment): Reduced {
  switch (message.kind) {
    case 'beat':
      return settle(state, hear(state, signOfBeat(message.beat, message.issued_at), now), now)
    case 'report':
      return settle(state, hear(state, signOfReport(message.report, message.issued_at), now), now)
    case 'gone':
      return settle(state, reduceGone(state), now)
    case 'sweep':
      return settle(state, { state: dropSilent(state, now), events: [], actions: [] }, now)
    case 'enrolment':
      return settle(state, reduceEnrolment(state, message.enrolment), now)
    case 'resolved':
      return settle(state, unchanged(clearDispute(state)), now)
    case 'disputed':
      return recallDispute(state, message.dispute, now)
    default:
      return message satisfies never
  }
}

// The status follows from the processes; events follow from the change.
function settle(before: AgentState, reduced: Reduced, now: Moment): Reduced {
  const { state } = reduced
  const status: AgentStatus =
    state.status === 'disputed' ? 'disputed' : isServing(state, now) ? 'connected' : 'offline'
  if (status === before.status) {
    return state.status === status ? reduced : { ...reduced, state: { ...state, status } }
  }
  const next = { ...state, status, since: now.wall }
  const kind = STATUS_EVENTS[status]
  return { ...reduced, state: next, events: [...reduced.events, toEvent(next, now, { kind })] }
}

const STATUS_EVENTS = Object.freeze({
  connected: 'agent_connected',
  offline: 'agent_offline',
  disputed: 'agent_disputed',
} as const)

function isServing({ process }: AgentState, now: Moment): boolean {
  return process !== null && process.report !== null && isAlive(process, now)
}

function hear(state: AgentState, sign: Sign, now: Moment): Reduced {
  const replaced = state.replaced.find((one) => one.incarnation === sign.incarnation && isOf(one, sign))
  if (replaced !== undefined) return hearReplaced(state, { sign, stopped_at: replaced.stopped_at }, now)
  const isIts = (one: AgentProcess) => one.incarnation === sign.incarnation && isOf(one, sign)
  const { process } = state
  const known = process !== null && isIts(process) ? process : state.others.find(isIts)
  if (known !== undefined) return hearKnown(state, { known, sign }, now)
  return hearUnknown(state, sign, now)
}

function isOf(one: Readonly<{ identity: Sign['identity'] }>, sign: Sign): boolean {
  return isSameIdentity(one.identity, sign.identity)
}

function hearKnown(
  state: AgentState,
  { known, sign }: Readonly<{ known: AgentProcess; sign: Sign }>,
  now: Moment,
): Reduced {
  if (sign.sequence <= known.sequence) return { ...unchanged(state), dropped: 'replayed' }
  const silent = sign.issued_at === null && !sign.leaving
  if (silent && sign.report === null) return { ...unchanged(state), actions: [PING], dropped: 'deaf' }
  const heard = hearAgain(known, sign, now)
  const gap = sign.sequence > known.sequence + 1
  const events =
    sign.report !== null && known === state.process
      ? findChanges(state, now, { before: known.report, after: sign.report })
      : []
  const placed = place(state, { known, heard }, now)
  const wanted = !sign.leaving && (heard.report === null || heard.report.digest !== heard.digest || gap)
  const asked = wanted && sign.report === null ? ask(placed.state, now) : { state: placed.state, actions: [] }
  const actions = [...placed.actions, ...asked.actions, ...(silent && !isAlive(known, now) ? [PING] : [])]
  return { state: asked.state, events: [...events, ...placed.events], actions, gap }
}

// Puts a process that was heard again where it belongs: one whose report was awaited may now be the newest.
function place(
  state: AgentState,
  { known, heard }: Readonly<{ known: AgentProcess; heard: AgentProcess }>,
  now: Moment,
): Reduced {
  if (known === state.process) return unchanged({ ...state, process: heard })
  const rest = state.others.filter((one) => one !== known)
  const awaited = known.started_at === null && heard.started_at !== null && isEnrolled(state, heard)
  if (!awaited) return unchanged({ ...state, others: [...rest, heard] })
  return rank({ ...state, others: rest }, heard, now)
}

function hearUnknown(state: AgentState, sign: Sign, now: Moment): Reduced {
  if (sign.leaving) return unchanged(state)
  if (sign.issued_at === null && sign.report === null)
    return { ...unchanged(state), actions: [PING], dropped: 'deaf' }
  const heard = hearFirst(sign, now)
  const ping: readonly AgentAction[] = sign.issued_at === null ? [PING] : []
  if (!isEnrolled(state, heard)) return dispute({ ...state, others: [...state.others, heard] })
  if (state.process === null || heard.started_at !== null) {
    const ranked = rank(state, heard, now)
    const asked = heard.report === null ? ask(ranked.state, now) : { state: ranked.state, actions: [] }
    return { ...ranked, state: asked.state, actions: [...ranked.actions, ...asked.actions, ...ping] }
  }
  const waiting = ask({ ...state, others: [...state.others, heard].slice(-KEPT_PROCESSES) }, now)
  return { state: waiting.state, events: [], actions: [...waiting.actions, ...ping] }
}

function isEnrolled(state: AgentState, process: AgentProcess): boolean {
  return isSameIdentity(state.enrolment.identity, process.identity)
}

// Of two living processes of one identity the one that started last is the agent; equal starts are told apart by name, so
// that every replica decides alike.
function rank(state: AgentState, heard: AgentProcess, now: Moment): Reduced {
  const { process } = state
  if (process === null) return unchanged({ ...state, process: heard })
  // Nobody knows yet when the other one started: it waits for its report, then it is ranked.
  if (process.started_at === null)
    return unchanged({ ...state, process: heard, others: [...state.others, process].slice(-KEPT_PROCESSES) })
  // A node that died with its clock ahead must not keep its successor out: the dead are no later than the living.
  const succeeds = isLater(heard, process) || (!isAlive(process, now) && isAlive(heard, now))
  const [older, newer] = succeeds ? [process, heard] : [heard, process]
  const told = isAlive(older, now)
  const replaced = {
    incarnation: older.incarnation,
    identity: older.identity,
    stopped_at: told ? now.mono : null,
  }
  const next = { ...state, process: newer, replaced: [...state.replaced, replaced].slice(-KEPT_PROCESSES) }
  return {
    state: next,
    events: newer === process ? [] : [toEvent(next, now, { kind: 'agent_superseded' })],
    actions: told ? [{ kind: 'stop', incarnation: older.incarnation }] : [],
  }
}

// How many replaced or rival processes of one agent are remembered.
const KEPT_PROCESSES = 16

function isLater(a: AgentProcess, b: AgentProcess): boolean {
  const difference = (a.started_at ?? 0) - (b.started_at ?? 0)
  return difference === 0 ? a.incarnation > b.incarnation : difference > 0
}

function hearReplaced(
  state: AgentState,
  { sign, stopped_at }: Readonly<{ sign: Sign; stopped_at: number | null }>,
  now: Moment,
): Reduced {
  if (sign.leaving) return unchanged(state)
  if (sign.issued_at === null) return { ...unchanged(state), dropped: 'deaf' }
  const rest = state.replaced.filter((one) => one.incarnation !== sign.incarnation || !isOf(one, sign))
  if (stopped_at !== null && sign.issued_at > stopped_at) {
    // It heard a ping that left after the order to stop, on the same connection: it goes on all the same.
    return dispute({ ...state, replaced: rest, others: [...state.others, hearFirst(sign, now)] })
  }
  if (stopped_at !== null) return unchanged(state)
  const told = { incarnation: sign.incarnation, identity: sign.identity, stopped_at: now.mono }
  return {
    state: { ...state, replaced: [...rest, told] },
    events: [],
    actions: [{ kind: 'stop', incarnation: sign.incarnation }],
  }
}

function dispute(state: AgentState): Reduced {
  const others = state.others.slice(-KEPT_PROCESSES)
  if (state.status === 'disputed') return unchanged({ ...state, others })
  return unchanged({ ...state, others, status: 'disputed', disputed_revoked: state.enrolment.revoked })
}

// A dispute stands until a key is revoked, whoever of the two is heard meanwhile; one that was resolved does not return.
function recallDispute(
  state: AgentState,
  { since, revoked, claimants }: Extract<AgentMessage, { kind: 'disputed' }>['dispute'],
  now: Moment,
): Reduced {
  if (state.status === 'disputed' || state.enrolment.revoked > revoked) return unchanged(state)
  const known = [state.process, ...state.others]
  const missing = claimants.filter(
    (one) =>
      !known.some(
        (process) =>
          process?.incarnation === one.incarnation && isSameIdentity(process.identity, one.identity),
      ),
  )
  const others = [...state.others, ...missing.map(toUnheard)].slice(-KEPT_PROCESSES)
  const next: AgentState = { ...state, others, status: 'disputed', since, disputed_revoked: revoked }
  return { state: next, events: [toEvent(next, now, { kind: 'agent_disputed' })], actions: NO_ACTIONS }
}

function clearDispute(state: AgentState): AgentState {
  if (state.status !== 'disputed') return state
  // Nobody is trusted to be there still: the revoked key cut them all off, and whoever remains shows itself again.
  return { ...state, status: 'offline', process: null, others: [], replaced: [], asked_at: null }
}

function reduceGone(state: AgentState): Reduced {
  const { process } = state
  if (process === null || process.heard_at === null) return unchanged(state)
  const next = { ...state, process: { ...process, heard_at: null } }
  return { state: next, events: [], actions: [PING, { kind: 'ask_report' }] }
}

function reduceEnrolment(state: AgentState, enrolment: AgentState['enrolment']): Reduced {
  const next = { ...state, enrolment }
  const resolved = state.status === 'disputed' && enrolment.revoked > state.disputed_revoked
  return unchanged(resolved ? clearDispute(next) : next)
}

function dropSilent(state: AgentState, now: Moment): AgentState {
  if (state.others.length === 0 || state.status === 'disputed') return state
  const others = state.others.filter((one) => isAlive(one, now))
  return others.length === state.others.length ? state : { ...state, others }
}

function ask(
  state: AgentState,
  now: Moment,
): Readonly<{ state: AgentState; actions: readonly AgentAction[] }> {
  if (state.asked_at !== null && now.mono - state.asked_at < now.tick_ms / 2) return { state, actions: [] }
  return { state: { ...state, asked_at: now.mono }, actions: [{ kind: 'ask_report' }] }
}

const PING: AgentAction = Object.freeze({ kind: 'ping' })
const NO_EVENTS: readonly FleetEvent[] = Object.freeze([])
const NO_ACTIONS: readonly AgentAction[] = Object.freeze([])

function unchanged(state: AgentState): Reduced {
  return { state, events: NO_EVENTS, actions: NO_ACTIONS }
}
