import { readSpan, sliceByKey } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { errorsIssuesSearch } from '@vedette/proto/operations'
import { z } from 'zod'
import type { DatadogClient } from '../client.ts'
import { issue, toRow } from '../issues.ts'
import { checkSearch, joinTerms, quote, term } from '../query.ts'
import { toReading } from '../reading.ts'
import { cannotAsk } from '../refusals.ts'
import { number, toMs } from '../values.ts'

// Datadog gives the first 100 issues of each kind of source and no cursor.
const MAX_ROWS = 100
const SOURCES = ['trace', 'logs', 'rum'] as const

type Row = ReturnType<typeof toRow>

const found = z.object({
  data: z.array(
    z.object({ id: z.string(), attributes: z.object({ total_count: number, impacted_users: number }) }),
  ),
  included: z.array(z.unknown()).nullish(),
})

// Issues of spans, logs and real users. Errors that were sampled away are in none, so finding none proves nothing.
export const serveErrorsIssuesSearch = serve(
  errorsIssuesSearch,
  async (client: DatadogClient, input, context) => {
    if (input.project !== undefined)
      throw cannotAsk('project', 'issues of Datadog have a service and no project')
    if (input.query !== undefined) checkSearch(input.query)
    const window = readSpan(input, context)
    const query =
      input.query ??
      joinTerms([
        ...term('service', input.service),
        ...term('env', input.environment),
        ...(input.contains === undefined ? [] : [quote(input.contains)]),
      ])
    const rows: Row[] = []
    let isCut = false
    for (const track of SOURCES) {
      const told = await client.ask({
        path: ['v2', 'error-tracking', 'issues', 'search'],
        query: { include: 'issue' },
        body: {
          data: {
            type: 'search_request',
            attributes: { query, from: window.from, to: window.to, track, order_by: 'TOTAL_COUNT' },
          },
        },
        schema: found,
        needs: 'error_tracking_read',
        context,
        ...(input.query === undefined ? {} : { field: 'query' }),
      })
      const known = new Map(
        (told.included ?? []).flatMap((one) => {
          const parsed = issue.safeParse(one)
          return parsed.success ? [[parsed.data.id, parsed.data] as const] : []
        }),
      )
      for (const { id, attributes } of told.data) {
        const one = known.get(id)
        const counts = {
          events: attributes.total_count ?? null,
          users: attributes.impacted_users ?? null,
          window,
        }
        if (one === undefined) isCut = true
        else rows.push(toRow(client, one, counts))
      }
      isCut ||= told.data.length >= MAX_ROWS
    }
    // A state that is not known is shown with the unresolved ones.
    const shown = rows.filter(
      ({ state }) =>
        input.state === undefined ||
        state === input.state ||
        (input.state === 'unresolved' && state === 'unknown'),
    )
    const keys = {
      events: (row: Row) => -(row.events_in_window ?? 0),
      users: (row: Row) => -(row.users ?? 0),
      last_seen: (row: Row) => -(toMs(row.last_seen_at) ?? 0),
      first_seen: (row: Row) => -(toMs(row.first_seen_at) ?? 0),
    }
    const page = sliceByKey(shown, (row) => [keys[input.sort](row), row.id], input)
    return toReading(
      { issues: [...page.rows], total: isCut ? null : page.total },
      {
        client,
        context,
        items: page.rows.length,
        cut: isCut ? 'by_source' : undefined,
        total: page.total,
        cursor: page.cursor,
        query,
        proof: { unproven: 'errors_are_sampled' },
      },
    )
  },
)
