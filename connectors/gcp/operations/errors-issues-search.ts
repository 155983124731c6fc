import { matchVisible } from '@vedette/connectors/kit'
import { errorsIssuesSearch } from '@vedette/proto/operations'
import { z } from 'zod'
import { collect, mapRows } from '../answers.ts'
import { checkErrorFilters, toPeriod } from '../error-groups.ts'
import { serveList } from '../reading.ts'
import { maybeNumber, maybeText, maybeTime, toWord } from '../values.ts'

const STATES = Object.freeze({
  OPEN: 'unresolved',
  ACKNOWLEDGED: 'unresolved',
  RESOLVED: 'resolved',
  MUTED: 'ignored',
} as const)

const group = z.object({
  group: z.object({ groupId: z.string(), resolutionStatus: maybeText }),
  count: maybeNumber,
  affectedUsersCount: maybeNumber,
  firstSeenTime: maybeTime,
  lastSeenTime: maybeTime,
  affectedServices: z.array(z.object({ service: maybeText, version: maybeText })).default([]),
  representative: z.object({ message: maybeText }).optional(),
})

// Error groups that were seen in the window. Counts are of a period that ends now, so none is given for the window.
export const serveErrorsIssuesSearch = serveList(errorsIssuesSearch, {
  async read(reader, input) {
    checkErrorFilters({ query: input.query, environment: input.environment })
    const list = await collect(reader, {
      service: 'errors',
      path: ['projects', reader.project.id, 'groupStats'],
      query: {
        'timeRange.period': toPeriod(input.from, reader.context),
        order: 'COUNT_DESC',
        ...(input.service === undefined ? {} : { 'serviceFilter.service': input.service }),
      },
      field: 'errorGroupStats',
      row: group,
      size: ['pageSize', 100],
      needs: 'errorreporting.groups.list',
    })
    const from = Date.parse(input.from)
    const to = Date.parse(input.to)
    const rows = mapRows(list, (all) =>
      all
        .map((one) => ({
          issue: toIssue(one, { from, project: reader.project.id }),
          sort: input.sort,
          count: one.count,
        }))
        .filter(
          ({ issue }) =>
            (issue.last_seen_at === null || Date.parse(issue.last_seen_at) >= from) &&
            (issue.first_seen_at === null || Date.parse(issue.first_seen_at) <= to) &&
            (input.state === undefined || issue.state === input.state) &&
            (input.project === undefined || issue.project === input.project) &&
            matchVisible(reader.context, issue.title, input.contains),
        ),
    )
    // The project exists, and whether anything in it reports errors is not known.
    return { ...rows, unproven: 'no_error_reported_at_all' }
  },
  keyOf: ({ issue, sort, count }) => [
    {
      events: -(count ?? 0),
      users: -(issue.users ?? 0),
      last_seen: -Date.parse(issue.last_seen_at ?? '1970-01-01T00:00:00Z'),
      first_seen: -Date.parse(issue.first_seen_at ?? '1970-01-01T00:00:00Z'),
    }[sort],
    issue.id,
  ],
  toValue: ({ rows, total }) => ({ issues: rows.map(({ issue }) => issue), total }),
})

function toIssue(
  one: z.output<typeof group>,
  { from, project }: Readonly<{ from: number; project: string }>,
) {
  const text = one.representative?.message ?? one.group.groupId
  const [title = ''] = text.split('\n')
  const service = one.affectedServices[0] ?? null
  return {
    id: one.group.groupId,
    short_id: null,
    title: title.slice(0, 1000),
    type: null,
    culprit: null,
    project,
    service: service?.service ?? null,
    level: 'error',
    state: toWord(STATES, one.group.resolutionStatus ?? 'OPEN'),
    is_new: one.firstSeenTime === null ? null : Date.parse(one.firstSeenTime) >= from,
    is_regression: null,
    events_in_window: null,
    events_total: null,
    users: one.affectedUsersCount,
    first_seen_at: one.firstSeenTime,
    last_seen_at: one.lastSeenTime,
    first_release: null,
    last_release: service?.version ?? null,
    assigned_to: null,
    url: null,
  }
}
