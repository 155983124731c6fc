import { readSpan, tellReading } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { logsSearch } from '@vedette/proto/operations'
import { DIALECT, type SignozClient, toScope } from '../client.ts'
import { hasOthers, toLine, toLogFilter } from '../logs.ts'
import { readOffset } from '../pages.ts'
import { proveNone } from '../proof.ts'
import { askRows } from '../questions.ts'

// Lines by filters or a raw filter. As many as were asked for means that there may be more.
export const serveLogsSearch = serve(logsSearch, async (client: SignozClient, input, context) => {
  const over = { window: readSpan(input, context), context }
  const filter = toLogFilter(input)
  const offset = readOffset(input.cursor)
  const field = input.query === undefined ? undefined : 'query'
  const order = input.order === 'newest' ? ('desc' as const) : ('asc' as const)
  const asked = { signal: 'logs' as const, filter, field, limit: input.limit, offset, order }
  const told = await askRows(client, asked, over)
  const lines = told.rows.map(toLine)
  const evidence =
    lines.length > 0
      ? undefined
      : offset > 0
        ? { unproven: 'past_the_last_page' }
        : told.isWarned
          ? { unproven: 'source_warned' }
          : input.query !== undefined
            ? { unproven: 'raw_query' }
            : await proveNone(client, 'logs', {
                ...over,
                service: input.service,
                others: hasOthers(input),
                severity: input.severity !== undefined,
              })
  const isOpen = told.isFull || offset > 0 || (evidence !== undefined && 'unproven' in evidence)
  return tellReading(
    {
      ...{ lines, patterns: null, lines_read: lines.length, searched: ['logs'], scanned_bytes: told.scanned },
      total: isOpen ? null : lines.length,
    },
    {
      ...{ context, scope: toScope(client), items: lines.length, evidence, query: filter, dialect: DIALECT },
      cut: told.isFull ? 'rows' : undefined,
      cursor: told.isFull ? `${offset + lines.length}` : undefined,
      doubt: told.isWarned ? 'source_warned' : undefined,
    },
  )
})
