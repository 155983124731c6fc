import { matchVisible, readSpan } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { errorsIssuesSearch } from '@vedette/proto/operations'
import { z } from 'zod'
import type { SentryClient } from '../client.ts'
import { proveNone } from '../doubts.ts'
import { issueSchema, toRow } from '../issues.ts'
import { readSearch } from '../lists.ts'
import { isHidden, readTarget } from '../projects.ts'
import { checkQuery, quote, toParameters } from '../query.ts'
import { cutOf, toFailed, toReading } from '../reading.ts'

const SORTS = Object.freeze({ events: 'freq', users: 'user', last_seen: 'date', first_seen: 'new' } as const)
const issues = z.array(issueSchema)

// Issues with events in the window, in the order that was asked for.
export const serveErrorsIssuesSearch = serve(
  errorsIssuesSearch,
  async (client: SentryClient, input, context) => {
    const window = readSpan(input, context)
    const raw = input.query === undefined ? undefined : checkQuery(input.query)
    const target = await readTarget(client, input, context)
    // Without a query Sentry looks at unresolved issues alone, so one is always sent.
    const query =
      raw ??
      [
        ...(input.state === undefined || input.state === 'unknown'
          ? []
          : [`is:${toSearchWord(input.state)}`]),
        ...(input.contains === undefined ? [] : [quote(input.contains)]),
      ].join(' ')
    const found = await readSearch(
      client,
      {
        path: ['issues'],
        query: { ...toParameters(target, window, input.environment), query, sort: SORTS[input.sort] },
        schema: issues,
        rowsOf: (rows) => rows,
        context,
        needs: 'event:read',
        field: 'query',
      },
      input,
    )
    const rows = found.paged.items
      .map((one) => toRow(one, window))
      .filter((row) => matchVisible(context, `${row.title} ${row.culprit ?? ''}`, input.contains))
      .filter((row) => input.state === undefined || row.state === input.state)
    // What was found and left out afterwards is no absence.
    const isNone = found.paged.items.length === 0 && cutOf(found.paged) === undefined
    const question = { window, environment: input.environment, isRaw: raw !== undefined, context }
    return toReading(
      { issues: rows, total: null },
      {
        client,
        context,
        items: rows.length,
        cursor: found.cursor,
        cut: cutOf(found.paged) ?? (rows.length > 0 && isHidden(target) ? 'by_source' : undefined),
        failed: toFailed(found.paged),
        query,
        ...(isNone && input.cursor === undefined ? { proof: await proveNone(client, target, question) } : {}),
      },
    )
  },
)

function toSearchWord(state: 'unresolved' | 'resolved' | 'ignored'): string {
  return state === 'ignored' ? 'archived' : state
}
