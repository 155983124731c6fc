import type { Span } from '@vedette/connectors/kit'
import { z } from 'zod'
import { number, text, toMs, toNumber, toTime } from './values.ts'

const count = z.union([z.string(), z.number()]).nullish()
const version = z.looseObject({ version: text }).nullish()

// One issue, as lists and details tell it.
export const issueSchema = z.looseObject({
  id: z.string(),
  shortId: text,
  title: text,
  culprit: text,
  permalink: text,
  level: text,
  status: z.string(),
  substatus: text,
  count,
  userCount: number,
  firstSeen: text,
  lastSeen: text,
  lifetime: z.looseObject({ count, userCount: number, firstSeen: text, lastSeen: text }).nullish(),
  project: z.looseObject({ id: text, slug: text }).nullish(),
  metadata: z.looseObject({ type: text, value: text }).nullish(),
  assignedTo: z.looseObject({ name: text }).nullish(),
  firstRelease: version,
  lastRelease: version,
})
export type Issue = z.output<typeof issueSchema>

const STATES = Object.freeze({
  unresolved: 'unresolved',
  reprocessing: 'unknown',
  resolved: 'resolved',
  ignored: 'ignored',
  muted: 'ignored',
} as const)

// One issue as a row. `window` is given where Sentry counted within it.
export function toRow(one: Issue, window?: Span) {
  const first = one.lifetime?.firstSeen ?? one.firstSeen
  const firstMs = toMs(first)
  return {
    id: one.id,
    short_id: one.shortId ?? null,
    title: one.title ?? '',
    type: one.metadata?.type ?? null,
    culprit: one.culprit || null,
    project: one.project?.slug ?? null,
    service: null,
    level: one.level ?? null,
    state: Object.hasOwn(STATES, one.status)
      ? STATES[one.status as keyof typeof STATES] // just checked
      : ('unknown' as const),
    is_new: window === undefined || firstMs === undefined ? null : firstMs >= window.from,
    is_regression: one.substatus == null ? null : one.substatus === 'regressed',
    // Without a lifetime beside it, the count is of unknown reach.
    events_in_window: window === undefined || one.lifetime == null ? null : toNumber(one.count),
    events_total: toNumber(
      one.lifetime == null ? (window === undefined ? one.count : null) : one.lifetime.count,
    ),
    users: one.userCount ?? null,
    first_seen_at: toTime(first),
    last_seen_at: toTime(one.lastSeen),
    first_release: one.firstRelease?.version ?? null,
    last_release: one.lastRelease?.version ?? null,
    assigned_to: one.assignedTo?.name ?? null,
    url: one.permalink ?? null,
  }
}
