import { matchVisible, readSpan } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { errorsEventsSearch } from '@vedette/proto/operations'
import type { SentryClient } from '../client.ts'
import { readRows, textOf, timeOf } from '../discover.ts'
import { isHidden, readTarget } from '../projects.ts'
import { checkQuery, quote, toCondition, toParameters } from '../query.ts'
import { cutOf, toFailed, toReading } from '../reading.ts'

const FIELDS = [
  'id',
  'issue.id',
  'timestamp',
  'title',
  'error.type',
  'message',
  'project',
  'environment',
  'release',
  'level',
  'trace',
]

// Single events, newest first. What was sampled or dropped is not there, so none is never proved.
export const serveErrorsEventsSearch = serve(
  errorsEventsSearch,
  async (client: SentryClient, input, context) => {
    const window = readSpan(input, context)
    const raw = input.query === undefined ? undefined : checkQuery(input.query)
    const target = await readTarget(client, input, context)
    const query =
      raw ??
      [
        ...(input.issue === undefined ? [] : [toIssue(input.issue)]),
        ...(input.release === undefined ? [] : [toCondition('release', input.release)]),
        ...(input.trace_id === undefined ? [] : [toCondition('trace', input.trace_id)]),
        ...(input.contains === undefined ? [] : [quote(input.contains)]),
      ].join(' ')
    const found = await readRows(
      client,
      {
        dataset: 'errors',
        fields: FIELDS,
        query,
        parameters: toParameters(target, window, input.environment),
        window,
        context,
      },
      input,
    )
    const events = found.paged.items
      .map((row) => ({
        id: textOf(row, 'id') ?? '',
        issue_id: textOf(row, 'issue.id'),
        at: timeOf(row) ?? '',
        title: textOf(row, 'title') ?? '',
        type: textOf(row, 'error.type'),
        message: textOf(row, 'message'),
        project: textOf(row, 'project') ?? textOf(row, 'project.name'),
        service: null,
        environment: textOf(row, 'environment'),
        release: textOf(row, 'release'),
        level: textOf(row, 'level'),
        trace_id: textOf(row, 'trace'),
        url: null,
      }))
      .filter((row) => matchVisible(context, `${row.title} ${row.message ?? ''}`, input.contains))
    const isPart = found.isPartial || (events.length > 0 && isHidden(target))
    return toReading(
      { events, total: null },
      {
        client,
        context,
        items: events.length,
        cursor: found.cursor,
        cut: cutOf(found.paged) ?? (isPart ? 'by_source' : undefined),
        failed: toFailed(found.paged),
        query,
        proof: { unproven: 'events_may_be_sampled' },
      },
    )
  },
)

function toIssue(issue: string): string {
  return toCondition(/^\d+$/.test(issue) ? 'issue.id' : 'issue', issue)
}
