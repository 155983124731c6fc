import type { ServerResponse } from 'node:http'
import type { Clock } from '@vedette/proto/clock'
import type { Fleet } from '../fleet/types.ts'
import { toFleetSummary } from '../tools/index.ts'
import type { FleetPage } from './api-types.ts'

const COMMENT_MS = 15_000
// A page follows a fleet that changes often at this pace.
const SETTLE_MS = 200
// Bytes that may wait for a slow reader before it is let go.
const MAX_WAITING = 8 * 1024 * 1024

// The fleet of one organisation as the page and the command show it.
export function toFleetPage(fleet: Fleet, organisation: string, now: number): FleetPage {
  const agents = fleet.agents(organisation)
  const { fleet_verdict, no_agent_connected } = toFleetSummary(fleet, { organisation, agents, now })
  return {
    at: new Date(now).toISOString(),
    organisation,
    knowledge: fleet.knowledge(organisation),
    blind: fleet.blind(organisation),
    fleet_verdict,
    no_agent_connected,
    agents,
  }
}

// Server-sent events: the fleet at once and after each change, each change by itself, a comment every 15 s.
export function streamFleet(
  raw: ServerResponse,
  { fleet, organisation, clock }: Readonly<{ fleet: Fleet; organisation: string; clock: Clock }>,
): void {
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-content-type-options': 'nosniff',
    'x-accel-buffering': 'no',
  })
  let cancelPage: (() => void) | null = null
  let cancelComment = () => {}
  const write = (text: string) => {
    raw.write(text)
    if (raw.writableLength > MAX_WAITING) raw.destroy()
  }
  const writePage = () => {
    cancelPage = null
    write(`event: fleet\ndata: ${JSON.stringify(toFleetPage(fleet, organisation, clock.now()))}\n\n`)
  }
  const comment = () => {
    write(':\n\n')
    cancelComment = clock.after(COMMENT_MS, comment)
  }
  const unsubscribe = fleet.onEvent((event) => {
    if (event.organisation !== organisation) return
    write(`event: change\ndata: ${JSON.stringify(event)}\n\n`)
    cancelPage ??= clock.after(SETTLE_MS, writePage)
  })
  raw.once('close', () => {
    unsubscribe()
    cancelPage?.()
    cancelComment()
  })
  writePage()
  cancelComment = clock.after(COMMENT_MS, comment)
}
