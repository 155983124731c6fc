import { readSpan } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { logsSearch } from '@vedette/proto/operations'
import type { DatadogClient } from '../client.ts'
import { toLogsUrl } from '../links.ts'
import { proveNoLines, toIndexes, toLine, toLogQuery } from '../logs.ts'
import { checkSearch } from '../query.ts'
import { toFailed, toReading } from '../reading.ts'
import { searchTrack } from '../tracks.ts'

// Lines by filters or a raw search. No line is proved for filters only: a raw search may name a facet that no line has.
export const serveLogsSearch = serve(logsSearch, async (client: DatadogClient, input, context) => {
  const window = readSpan(input, context)
  if (input.query !== undefined) checkSearch(input.query)
  const query = input.query ?? toLogQuery(input)
  const indexes = toIndexes(client, input.source)
  const field = input.query === undefined ? undefined : 'query'
  const found = await searchTrack(
    client,
    { track: 'logs', query, window, context, indexes, field },
    {
      limit: input.limit,
      cursor: input.cursor,
      sort: input.order === 'newest' ? '-timestamp' : 'timestamp',
    },
  )
  const lines = found.events.map(toLine)
  const isNothing = lines.length === 0 && found.cut === undefined
  const proof = !isNothing
    ? undefined
    : input.cursor !== undefined
      ? { unproven: 'past_the_last_page' }
      : input.query !== undefined
        ? { unproven: 'raw_query' }
        : await proveNoLines(client, input, { window, context })
  const value = {
    lines,
    patterns: null,
    lines_read: lines.length,
    searched: indexes.length === 0 ? ['*'] : [...indexes],
    scanned_bytes: null,
    total: found.cut === undefined && input.cursor === undefined ? lines.length : null,
  }
  return toReading(value, {
    client,
    context,
    items: lines.length,
    cut: found.cut,
    cursor: found.cursor,
    failed: toFailed(found.paged),
    query,
    url: toLogsUrl(client, query, window),
    ...(proof === undefined ? {} : { proof }),
  })
})
