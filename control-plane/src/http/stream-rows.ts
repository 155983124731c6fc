import type { ServerResponse } from 'node:http'
import type { Clock } from '@vedette/proto/clock'
import type { Fleet } from '../fleet/types.ts'
import type { FleetSummary, SeenEvent } from './api-types.ts'
import { toFleetPage } from './fleet-page.ts'
import { toFleetRow } from './fleet-rows.ts'

const COMMENT_MS = 15_000
const SEEN_MS = 10_000
// A page follows a fleet that changes often at this pace.
const SETTLE_MS = 300
// A browser draws between two batches.
const BATCH = 50
// Bytes that may wait for a slow reader before it is let go; it then begins anew.
const MAX_WAITING = 8 * 1024 * 1024

// Server-sent events for pages: the whole fleet in batches at first, then only what changed.
export function streamRows(
  raw: ServerResponse,
  { fleet, organisation, clock }: Readonly<{ fleet: Fleet; organisation: string; clock: Clock }>,
): void {
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-content-type-options': 'nosniff',
    'x-accel-buffering': 'no',
  })
  // The text of each row as it was told, without its last contact.
  const told = new Map<string, string>()
  let cancelChanges: (() => void) | null = null
  let cancelSeen = () => {}
  let cancelComment = () => {}
  const write = (event: string, data: unknown) => {
    raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    if (raw.writableLength > MAX_WAITING) raw.destroy()
  }
  const tellChanges = () => {
    cancelChanges = null
    const { agents, ...page } = toFleetPage(fleet, organisation, clock.now())
    const summary: FleetSummary = { ...page, agents: agents.length }
    write('summary', summary)
    const rows = agents.map(toFleetRow).filter((row) => {
      const text = JSON.stringify({ ...row, last_seen: 0 })
      if (told.get(row.agent) === text) return false
      told.set(row.agent, text)
      return true
    })
    for (let at = 0; at < rows.length; at += BATCH) write('rows', rows.slice(at, at + BATCH))
    const here = new Set(agents.map(({ agent }) => agent))
    const gone = [...told.keys()].filter((agent) => !here.has(agent))
    for (const agent of gone) told.delete(agent)
    if (gone.length > 0) write('gone', gone)
  }
  const tellSeen = () => {
    tellChanges()
    const seen: SeenEvent = fleet
      .agents(organisation)
      .map(({ agent, last_seen }) => [agent, last_seen] as const)
    write('seen', seen)
    cancelSeen = clock.after(SEEN_MS, tellSeen)
  }
  const comment = () => {
    raw.write(':\n\n')
    cancelComment = clock.after(COMMENT_MS, comment)
  }
  const unsubscribe = fleet.onEvent((event) => {
    if (event.organisation === organisation) cancelChanges ??= clock.after(SETTLE_MS, tellChanges)
  })
  raw.once('close', () => {
    unsubscribe()
    cancelChanges?.()
    cancelSeen()
    cancelComment()
  })
  tellSeen()
  cancelComment = clock.after(COMMENT_MS, comment)
}
