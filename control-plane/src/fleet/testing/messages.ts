import type { Beat, Identity, Report } from '@vedette/proto/wire'
import { type AgentMessage, type AgentState, createAgentState, type Moment } from '../state.ts'

// Builders for the fleet's tests: one tick is 1,000 ms.
export const TICK_MS = 1_000
export const WALL = Date.UTC(2030, 0, 1)
export const HOST: Identity = Object.freeze({ kind: 'host', id: 'machine-1' })
export const OTHER: Identity = Object.freeze({ kind: 'host', id: 'machine-2' })

// The moment `mono` milliseconds after the start.
export function at(mono: number): Moment {
  return { mono, wall: WALL + mono, tick_ms: TICK_MS }
}

// An agent that the store knows and nobody has heard.
export function enrolled(): AgentState {
  return createAgentState({
    organisation: 'acme',
    agent: 'ag_1',
    enrolment: { name: 'web-1', labels: {}, identity: HOST, active: 1, revoked: 0, renewed_at: WALL - 5_000 },
  })
}

export type Facts = Readonly<{
  sequence: number
  incarnation?: string
  identity?: Identity
  // Monotonic time at which the echoed nonce was issued; null: none of ours.
  issued_at?: number | null
  digest?: string
  started_at?: number
  sent_at?: number
  leaving?: boolean
}>

// A beat; unless told it echoes no recent nonce.
export function beat(facts: Facts): AgentMessage {
  const message: Beat = {
    type: 'vedette.v1.beat',
    agent: 'ag_1',
    incarnation: facts.incarnation ?? 'a',
    identity: facts.identity ?? HOST,
    sequence: facts.sequence,
    pings: {},
    digest: facts.digest ?? 'd1',
    sent_at: facts.sent_at ?? WALL,
    ...(facts.leaving === true ? { leaving: true } : {}),
  }
  return { kind: 'beat', beat: message, issued_at: facts.issued_at ?? null }
}

// A report of one host connector; its health follows from the digest (`down...` is down).
export function report(facts: Facts): AgentMessage {
  const digest = facts.digest ?? 'd1'
  const message: Report = {
    type: 'vedette.v1.report',
    agent: 'ag_1',
    incarnation: facts.incarnation ?? 'a',
    started_at: facts.started_at ?? WALL - 1_000,
    sequence: facts.sequence,
    identity: facts.identity ?? HOST,
    name: 'web-1',
    version: '0.1.0',
    labels: {},
    sent_at: facts.sent_at ?? WALL,
    connectors: [
      {
        instance: 'host',
        connector: 'host',
        health: digest.startsWith('down') ? 'down' : 'up',
        since: '2030-01-01T00:00:00Z',
        checked_at: '2030-01-01T00:00:00Z',
        scopes: [{ host: 'web-1' }],
        operations: [],
        denied: [],
        covers: [],
        servers: [],
      },
    ],
    policy: {
      status: 'APPLIED',
      local_hash: 'l',
      remote_version: 0,
      remote_hash: 'r',
      effective_hash: 'e',
      rules: [],
    },
    digest,
  }
  return { kind: 'report', report: message, issued_at: facts.issued_at ?? null }
}
