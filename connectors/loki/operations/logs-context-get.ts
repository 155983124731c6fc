import { tellReading } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { logsContextGet } from '@vedette/proto/operations'
import { DIALECT, type LokiClient, toScope } from '../client.ts'
import { renderSelector } from '../logql/matchers.ts'
import { parseSelector } from '../logql/parse.ts'
import { askLines, toLine } from '../questions.ts'
import { fromNanos, parseNanos } from '../times.ts'

const HOUR_NANOS = 3_600_000_000_000n
// Lines that may share the asked nanosecond.
const SPARE = 50

// Lines of one source before and after an instant, an hour to either side at the most.
export const serveLogsContextGet = serve(logsContextGet, async (client: LokiClient, input, context) => {
  const at = parseNanos(input.at, 'at')
  const matchers = [...client.config.enforce_matchers, ...parseSelector(input.source, 'source')]
  const query = renderSelector(matchers)
  const before = await askLines(
    client,
    { query, start: at - HOUR_NANOS, end: at, limit: Math.max(1, input.before), order: 'newest' },
    context,
  )
  const limit = input.after + SPARE
  const after = await askLines(
    client,
    { query, start: at, end: at + HOUR_NANOS, limit, order: 'oldest' },
    context,
  )
  const same = after.entries.filter(({ nanos }) => nanos === at)
  const line = input.id === undefined ? same[0] : same.find(({ id }) => id === input.id)
  const show = (entries: typeof after.entries) =>
    entries.map((one) => toLine(client, one, fromNanos(one.nanos)))
  const value = {
    before: show(before.entries.slice(0, input.before).toReversed()),
    line: line === undefined ? null : toLine(client, line, fromNanos(line.nanos)),
    after: show(after.entries.filter((one) => one !== line).slice(0, input.after)),
  }
  const items = value.before.length + value.after.length + (line === undefined ? 0 : 1)
  const warnings = [...before.warnings, ...after.warnings]
  // A line that was asked for and not found is somewhere that was not seen.
  const isLost = input.id !== undefined && line === undefined
  return tellReading(value, {
    ...{ context, scope: toScope(client), items, query, dialect: DIALECT, warnings },
    cut: warnings.length > 0 || isLost ? 'by_source' : undefined,
    evidence: { unproven: 'no_line_near' },
  })
})
