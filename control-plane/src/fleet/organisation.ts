import type { Clock } from '@vedette/proto/clock'
import type { Bus, BusMessage } from '../bus/types.ts'
import type { DisputeRow } from '../store/types.ts'
import { type Blindness, type BlindnessInput, reduceBlindness, SEEING } from './blindness.ts'
import { toEvent } from './changes.ts'
import { isSameEnrolment } from './enrolments.ts'
import { createNonces } from './nonces.ts'
import { reduceAgent } from './reduce.ts'
import type { FleetCounts } from './running.ts'
import {
  type AgentEnrolment,
  type AgentMessage,
  type AgentState,
  createAgentState,
  type Moment,
  type Reduced,
} from './state.ts'
import type { AgentStatus, AgentView, FleetEvent } from './types.ts'
import { toView } from './view.ts'

export type OrganisationFleetOptions = Readonly<{
  organisation: string
  bus: Bus
  clock: Clock
  tick_ms: number
  emit(event: FleetEvent): void
  // An agent id became disputed: to be kept over a restart.
  onDispute(dispute: DisputeRow): void
  // An agent spoke that the store's last reading does not have.
  onUnknown(): void
}>

// One organisation's agents in this replica.
export type OrganisationFleet = Readonly<{
  take(message: BusMessage): void
  tick(): void
  sweep(): void
  setEnrolments(enrolments: ReadonlyMap<string, AgentEnrolment>): void
  // Takes over disputes that the store kept.
  recall(disputes: readonly DisputeRow[]): void
  // The disputes that stand, as the store keeps them.
  disputes(): readonly DisputeRow[]
  resolve(agent: string): void
  find(agent: string): AgentState | undefined
  views(): readonly AgentView[]
  isKnown(): boolean
  isBlind(): boolean
  counts(): FleetCounts
}>

type FromAgent = Exclude<BusMessage, { kind: 'link' }>

// A view of the fleet is whole this many ticks after the link came up.
const COLLECTING_TICKS = 1.5
// Least time between two pings that are sent out of turn, in ticks.
const PROMPT_PING_TICKS = 0.05

// Keeps the agents' states, runs the rule over each message and does what it says.
export function createOrganisationFleet(options: OrganisationFleetOptions): OrganisationFleet {
  const { organisation, bus, clock, tick_ms, emit } = options
  const agents = new Map<string, AgentState>()
  const nonces = createNonces(tick_ms)
  const status: Record<AgentStatus, number> = { connected: 0, offline: 0, disputed: 0 }
  const drops = { replayed: 0, deaf: 0, gaps: 0, unknown: 0 }
  let blindness: Blindness = SEEING
  let upSince: number | null = null
  let wasUp = false
  let settled = false
  let loaded = false
  let pingedAt = Number.NEGATIVE_INFINITY
  let told = false

  const moment = (): Moment => ({ mono: clock.monotonic(), wall: clock.now(), tick_ms })

  function apply(state: AgentState, message: AgentMessage): void {
    const now = moment()
    const reduced = reduceAgent(state, message, now)
    if (reduced.dropped !== undefined) drops[reduced.dropped] += 1
    if (reduced.gap === true) drops.gaps += 1
    if (reduced.state !== state) put(state, reduced.state)
    for (const event of reduced.events) emit(event)
    feel(state, reduced, message)
    for (const action of reduced.actions) {
      if (action.kind === 'ask_report') bus.requestReport(organisation, state.agent)
      else if (action.kind === 'stop') {
        const { incarnation } = action
        bus.stopIncarnation(organisation, { agent: state.agent, incarnation, why: 'superseded' })
        pingPromptly(now)
      } else pingPromptly(now)
    }
  }

  function put(before: AgentState | null, after: AgentState): void {
    if (before !== null) status[before.status] -= 1
    status[after.status] += 1
    agents.set(after.agent, after)
    if (after.status === 'disputed' && before?.status !== 'disputed') options.onDispute(toDispute(after))
  }

  // An agent that left of its own accord did not vanish.
  function feel(before: AgentState, { state, dropped }: Reduced, message: AgentMessage): void {
    const silent = message.kind === 'sweep' || message.kind === 'gone'
    if (silent && before.status === 'connected' && state.status === 'offline' && upSince !== null)
      sense({ kind: 'vanished', agent: state.agent })
    else if (!silent && dropped === undefined && state.status === 'connected' && blindness !== SEEING)
      sense({ kind: 'heard', agent: state.agent })
  }

  function sense(input: BlindnessInput): void {
    blindness = reduceBlindness(blindness, input, { mono: clock.monotonic(), tick_ms })
    tellSight()
  }

  function tellSight(): void {
    if (isBlind() === told) return
    told = !told
    emit({ organisation, at: clock.now(), kind: told ? 'control_plane_blind' : 'control_plane_seeing' })
  }

  function isBlind(): boolean {
    return upSince === null || blindness.since !== null
  }

  function ping(): void {
    const mono = clock.monotonic()
    const nonce = bus.ping(organisation)
    if (nonce === null) return
    pingedAt = mono
    nonces.add(nonce, mono)
  }

  function pingPromptly({ mono }: Moment): void {
    if (mono - pingedAt >= PROMPT_PING_TICKS * tick_ms) ping()
  }

  function setLink(up: boolean): void {
    if (up) {
      const now = { mono: clock.monotonic(), tick_ms }
      // The first link of all loses nothing; after a lost one somebody must be heard again, counted from now.
      blindness = wasUp ? reduceBlindness(blindness, { kind: 'link_lost' }, now) : SEEING
      wasUp = true
      upSince = now.mono
      settled = false
      tellSight()
      ping()
      bus.requestReport(organisation)
    } else {
      upSince = null
      sense({ kind: 'link_lost' })
    }
  }

  function take(message: BusMessage): void {
    if (message.kind === 'link') setLink(message.up)
    else {
      const state = agents.get(agentOf(message))
      if (state !== undefined) apply(state, toAgentMessage(message))
      else {
        drops.unknown += 1
        options.onUnknown()
      }
    }
  }

  function toAgentMessage(message: FromAgent): AgentMessage {
    if (message.kind === 'gone') return { kind: 'gone' }
    const pings = message.kind === 'beat' ? message.beat.pings : message.report.pings
    const issued_at = nonces.issuedAt(pings?.[bus.replica], clock.monotonic())
    return message.kind === 'beat'
      ? { kind: 'beat', beat: message.beat, issued_at }
      : { kind: 'report', report: message.report, issued_at }
  }

  function setEnrolments(enrolments: ReadonlyMap<string, AgentEnrolment>): void {
    loaded = true
    for (const [agent, state] of agents) {
      if (enrolments.has(agent)) continue
      agents.delete(agent)
      status[state.status] -= 1
      // All of its keys are revoked: it is no part of the fleet any more.
      emit(toEvent(state, moment(), { kind: 'agent_offline' }))
    }
    for (const [agent, enrolment] of enrolments) {
      const state = agents.get(agent)
      if (state === undefined) put(null, createAgentState({ organisation, agent, enrolment }))
      else if (!isSameEnrolment(state.enrolment, enrolment)) apply(state, { kind: 'enrolment', enrolment })
    }
  }

  function isKnown(): boolean {
    if (settled) return true
    if (!loaded || upSince === null) return false
    const heard = [...agents.values()].every((one) => one.process?.report !== null && one.process !== null)
    settled = heard || clock.monotonic() - upSince >= COLLECTING_TICKS * tick_ms
    return settled
  }

  return Object.freeze({
    take,
    tick: ping,
    sweep() {
      for (const state of agents.values())
        if (state.status === 'connected' || state.others.length > 0) apply(state, { kind: 'sweep' })
      if (blindness !== SEEING && upSince !== null) sense({ kind: 'sweep' })
    },
    setEnrolments,
    recall(disputes: readonly DisputeRow[]) {
      for (const dispute of disputes) {
        const state = agents.get(dispute.agent)
        if (state !== undefined) apply(state, { kind: 'disputed', dispute })
      }
    },
    disputes: () => [...agents.values()].filter((one) => one.status === 'disputed').map(toDispute),
    resolve(agent: string) {
      const state = agents.get(agent)
      if (state !== undefined) apply(state, { kind: 'resolved' })
    },
    find: (agent: string) => agents.get(agent),
    views: () => [...agents.values()].map(toView),
    isKnown,
    isBlind,
    counts: () => ({ ...status, ...drops }),
  })
}

function toDispute(state: AgentState): DisputeRow {
  const { organisation, agent, since, disputed_revoked } = state
  return { organisation, agent, since, revoked: disputed_revoked, claimants: toView(state).claimants }
}

function agentOf(message: FromAgent): string {
  switch (message.kind) {
    case 'beat':
      return message.beat.agent
    case 'report':
      return message.report.agent
    case 'gone':
      return message.agent
    default:
      return message satisfies never
  }
}
