import type { Clock } from '@vedette/proto/clock'
import type { LinkEvent } from '../bus/index.ts'

type Write = (fields: Readonly<Record<string, unknown>>, message: string) => void

// Where the agent writes its lines: closed words and ids, never a payload or a secret. A pino logger is one.
export type AgentLog = Readonly<{ debug: Write; info: Write; warn: Write; error: Write }>

const LINES: Readonly<Record<LinkEvent, readonly [level: keyof AgentLog, message: string]>> = Object.freeze({
  up: ['info', 'connected to the control plane'],
  down: ['warn', 'the bus is away; trying again'],
  away: ['warn', 'the bus is away; trying again'],
  deaf: ['error', 'the bus refused a subject of this agent; renewing and connecting again'],
  enrolled: ['info', 'enrolled'],
  renewed: ['debug', 'renewed the credential'],
  not_kept: ['warn', 'data_dir cannot be written; the identity is kept in memory only'],
  lobby_refused: ['error', 'the lobby credential cannot be read or is refused; trying again'],
  cluster_unknown: [
    'error',
    "no registered cluster fits this pod's token; register it with vedette fleet register; trying again",
  ],
  issuer_away: ['warn', "the control plane cannot read the keys of this cluster's issuer; trying again"],
  renewal_failed: ['warn', 'the proof was not taken or the credential not renewed; trying again'],
})
const QUIET_MS = 10_000

// Writes what happens to the link, each line at most once in ten seconds however often it happens.
export function createEventLog(clock: Clock, log: AgentLog): (event: LinkEvent) => void {
  const last = new Map<string, number>()
  return (event) => {
    const [level, message] = LINES[event]
    const before = last.get(message)
    if (before !== undefined && clock.monotonic() - before < QUIET_MS) return
    last.set(message, clock.monotonic())
    log[level]({ event }, message)
  }
}
