import type { Span } from '@vedette/connectors/kit'
import type { errorsIssuesSearch } from '@vedette/proto/operations'
import { z } from 'zod'
import type { DatadogClient } from './client.ts'
import { toPage } from './links.ts'
import { number, text, toMs, toTime } from './values.ts'

const attributes = z.object({
  error_type: text,
  error_message: text,
  file_path: text,
  function_name: text,
  first_seen: number,
  last_seen: number,
  first_seen_version: text,
  last_seen_version: text,
  service: text,
  state: text,
  platform: text,
  regression: z.unknown().optional(),
})
export const issue = z.object({ id: z.string(), type: text, attributes })
export type Issue = z.output<typeof issue>
type IssueState = z.output<typeof errorsIssuesSearch.output>['issues'][number]['state']

const STATES = Object.freeze({
  OPEN: 'unresolved',
  ACKNOWLEDGED: 'unresolved',
  RESOLVED: 'resolved',
  IGNORED: 'ignored',
  EXCLUDED: 'ignored',
} as const)

// One issue; a state that is not known stays unknown.
export function toRow(
  client: DatadogClient,
  { id, attributes: told }: Issue,
  counts: Readonly<{ events: number | null; users: number | null; window: Span | undefined }>,
) {
  const word = told.state ?? ''
  const first = toMs(told.first_seen)
  const { window } = counts
  const state: IssueState = Object.hasOwn(STATES, word)
    ? STATES[word as keyof typeof STATES] // just checked
    : 'unknown'
  return {
    id,
    short_id: null,
    title: [told.error_type, told.error_message]
      .filter((one) => one != null)
      .join(': ')
      .slice(0, 1024),
    type: told.error_type ?? null,
    culprit: told.function_name ?? told.file_path ?? null,
    project: null,
    service: told.service ?? null,
    level: null,
    state,
    is_new: first === undefined || window === undefined ? null : first >= window.from,
    is_regression: told.regression != null,
    events_in_window: counts.events,
    events_total: null,
    users: counts.users,
    first_seen_at: toTime(told.first_seen),
    last_seen_at: toTime(told.last_seen),
    first_release: told.first_seen_version ?? null,
    last_release: told.last_seen_version ?? null,
    assigned_to: null,
    url: toPage(client, `/error-tracking/issue/${encodeURIComponent(id)}`),
  }
}
