import type { Beat, Identity, Report } from '@vedette/proto/wire'
import type { DisputeRow } from '../store/types.ts'
import type { AgentStatus, FleetEvent } from './types.ts'

// One process that claims an agent id. Times ending in `_at` are monotonic milliseconds of this replica, except
// `seen_at` and `started_at`, which are epoch milliseconds (ours, and the agent's own).
export type AgentProcess = Readonly<{
  incarnation: string
  identity: Identity
  // Null until its report was read.
  started_at: number | null
  sequence: number
  digest: string
  // When it was last heard with proof that it hears us, and when the newest nonce that it echoed was issued; null:
  // never, or it said that it leaves, or the server said that it is gone.
  heard_at: number | null
  proven_at: number
  seen_at: number
  skew_ms: number
  report: Report | null
}>

// A process that a newer one replaced. `stopped_at`: when it was told to stop while it could hear it; null: not yet.
export type ReplacedProcess = Readonly<{
  incarnation: string
  identity: Identity
  stopped_at: number | null
}>

// What the store knows of an agent's keys.
export type AgentEnrolment = Readonly<{
  name: string
  labels: Readonly<Record<string, string>>
  identity: Identity
  // How many keys are in force and how many were revoked; epoch milliseconds of the last enrolment or renewal, 0: none
  // yet, of a cluster that was registered ahead.
  active: number
  revoked: number
  renewed_at: number
  registered_at?: number
}>

// One agent id, as this replica knows it.
export type AgentState = Readonly<{
  organisation: string
  agent: string
  enrolment: AgentEnrolment
  status: AgentStatus
  // Epoch milliseconds since when the status stands.
  since: number
  process: AgentProcess | null
  // Rivals in a dispute, or a process whose report is awaited.
  others: readonly AgentProcess[]
  replaced: readonly ReplacedProcess[]
  // When its full state was last asked for.
  asked_at: number | null
  // Revoked keys when the dispute began: one more means that somebody resolved it.
  disputed_revoked: number
}>

// `issued_at`: when the echoed nonce of ours was issued, null when none of the recent ones was echoed.
export type AgentMessage =
  | Readonly<{ kind: 'beat'; beat: Beat; issued_at: number | null }>
  | Readonly<{ kind: 'report'; report: Report; issued_at: number | null }>
  | Readonly<{ kind: 'gone' }>
  | Readonly<{ kind: 'sweep' }>
  | Readonly<{ kind: 'enrolment'; enrolment: AgentEnrolment }>
  | Readonly<{ kind: 'resolved' }>
  // A dispute that the store kept: of this replica before its restart, or of another one.
  | Readonly<{ kind: 'disputed'; dispute: Pick<DisputeRow, 'since' | 'revoked' | 'claimants'> }>

// The moment of a message on both clocks, and the length of a tick.
export type Moment = Readonly<{ mono: number; wall: number; tick_ms: number }>

export type AgentAction =
  | Readonly<{ kind: 'ask_report' }>
  | Readonly<{ kind: 'ping' }>
  | Readonly<{ kind: 'stop'; incarnation: string }>

export type Reduced = Readonly<{
  state: AgentState
  events: readonly FleetEvent[]
  actions: readonly AgentAction[]
  // Why the message changed nothing, for the counters.
  dropped?: 'replayed' | 'deaf'
  gap?: boolean
}>

// Ticks of silence after which an agent is offline, and the age at which an echoed nonce proves nothing any more.
export const OFFLINE_TICKS = 3
export const DEAF_TICKS = 3.2

// Tells whether a process was heard, and has proved that it hears us, recently enough.
export function isAlive(process: AgentProcess | null, { mono, tick_ms }: Moment): boolean {
  if (process === null || process.heard_at === null) return false
  return (
    mono - process.heard_at <= OFFLINE_TICKS * tick_ms && mono - process.proven_at <= DEAF_TICKS * tick_ms
  )
}

// Tells whether two proven identities are the same.
export function isSameIdentity(a: Identity, b: Identity): boolean {
  return a.kind === b.kind && a.id === b.id
}

// An agent known from the store alone.
export function createAgentState(
  facts: Readonly<{ organisation: string; agent: string; enrolment: AgentEnrolment }>,
): AgentState {
  return {
    ...facts,
    status: 'offline',
    since: facts.enrolment.renewed_at || (facts.enrolment.registered_at ?? 0),
    process: null,
    others: [],
    replaced: [],
    asked_at: null,
    disputed_revoked: 0,
  }
}
