import { checkSegment } from '@vedette/connectors/kit'
import type { CallContext } from '@vedette/proto/connector'
import { z } from 'zod'
import type { SentryClient } from './client.ts'
import { readList } from './lists.ts'
import { number, text, toMs, toTime } from './values.ts'

const monitor = z.looseObject({
  id: z.union([z.string(), z.number()]),
  name: text,
  projectSlug: z.string(),
  environment: text,
  status: text,
  uptimeStatus: number,
  url: text,
  intervalSeconds: number,
})
export type Monitor = z.output<typeof monitor>

// One turn of a monitor.
export const checkSchema = z.looseObject({
  uptimeCheckId: text,
  timestamp: z.string(),
  checkStatus: text,
  checkStatusReason: text,
  durationMs: number,
  httpStatusCode: number,
  region: text,
  regionName: text,
})
export type Check = z.output<typeof checkSchema>

const OUTCOMES = Object.freeze({
  success: 'passed',
  failure: 'failed',
  failure_incident: 'failed',
  missed_window: 'not_run',
} as const)

// Every uptime monitor of the organisation.
export function readMonitors(client: SentryClient, context: CallContext) {
  const ask = { path: ['uptime'], query: { project: '-1' }, row: monitor, context, needs: 'project:read' }
  return readList(client, ask)
}

// Where the turns of a monitor are.
export function toChecksPath(client: SentryClient, one: Monitor): readonly string[] {
  const { organization } = client.config
  const id = checkSegment('name', String(one.id), 'test')
  return ['projects', organization, checkSegment('name', one.projectSlug, 'test'), 'uptime', id, 'checks']
}

// How a turn ended; a word that is not known is no pass.
export function toOutcome({ checkStatus }: Check) {
  const word = checkStatus ?? ''
  return Object.hasOwn(OUTCOMES, word) ? OUTCOMES[word as keyof typeof OUTCOMES] : ('unknown' as const) // just checked
}

// Where a monitor stands. It passes only by a turn that it was due to make lately; `last` is undefined when not read.
export function toState(one: Monitor, last: Check | null | undefined, now: number) {
  if (one.status === 'disabled') return 'paused'
  if (one.uptimeStatus === 2) return 'failing'
  if (one.status !== 'active' || one.uptimeStatus !== 1 || last === undefined) return 'unknown'
  const ran = toMs(last?.timestamp)
  const isLate = ran === undefined || Math.abs(now - ran) > 3 * (one.intervalSeconds ?? 300) * 1000
  if (last === null || isLate) return 'no_data'
  const outcome = toOutcome(last)
  return outcome === 'passed' ? 'passing' : outcome === 'not_run' ? 'no_data' : 'unknown'
}

// One monitor as a row.
export function toRow(one: Monitor, last: Check | null | undefined, now: number) {
  return {
    id: String(one.id),
    name: one.name ?? String(one.id),
    kind: 'http' as const,
    state: toState(one, last, now),
    target: one.url ?? null,
    interval_s: one.intervalSeconds ?? null,
    locations: null,
    failing_locations: null,
    last_run_at: toTime(last?.timestamp),
    since: null,
    uptime_ratio: null,
    tags: { project: one.projectSlug, ...(one.environment == null ? {} : { environment: one.environment }) },
    url: null,
  } as const
}
