import { readSpan, tellReading } from '@vedette/connectors/kit'
import { ArgumentError, serve } from '@vedette/proto/connector'
import { logsSearch } from '@vedette/proto/operations'
import { z } from 'zod'
import { DIALECT, type LokiClient, toScope } from '../client.ts'
import { renderSelector } from '../logql/matchers.ts'
import { proveNoLines } from '../proof.ts'
import { makeQuestion } from '../question.ts'
import { askLines, type Entry, toLine } from '../questions.ts'
import { fromNanos } from '../times.ts'

const cursorSchema = z.strictObject({
  at: z.string().regex(/^\d{1,19}$/),
  seen: z.array(z.string().max(64)).max(1000),
})

// Lines by filters or a raw query. Loki never says how many there are: as many as were asked for means that there may
// be more, and the answer is cut with a cursor at the last line's nanosecond.
export const serveLogsSearch = serve(logsSearch, async (client: LokiClient, input, context) => {
  const window = readSpan(input, context)
  const over = { window, context }
  const question = await makeQuestion(client, input, over, 'lines')
  const scope = toScope(client)
  const empty = { lines: [], patterns: null, lines_read: 0, searched: [], scanned_bytes: null, total: null }
  if (question.unknown !== undefined)
    return tellReading(empty, { context, scope, items: 0, evidence: { unproven: question.unknown } })
  const isNewest = input.order === 'newest'
  const after = input.cursor === undefined ? undefined : decodeCursor(input.cursor)
  const seen = new Set(after?.seen)
  const bounds = {
    start: BigInt(window.from) * 1_000_000n,
    // The window's last millisecond is in it.
    end: BigInt(window.to + 1) * 1_000_000n,
    ...(after === undefined ? {} : isNewest ? { end: BigInt(after.at) + 1n } : { start: BigInt(after.at) }),
  }
  const { query, field } = question
  const asked = { ...bounds, query, limit: input.limit + seen.size, order: input.order, field }
  const told = await askLines(client, asked, context)
  const entries = told.entries.filter(({ id }) => !seen.has(id)).slice(0, input.limit)
  const last = told.isFull ? entries.at(-1) : undefined
  const warnings = [...question.warnings, ...told.warnings]
  const isPartial = warnings.length > 0
  const evidence =
    entries.length > 0 || isPartial
      ? undefined
      : after !== undefined
        ? { unproven: 'past_the_last_page' }
        : question.unsound !== undefined
          ? { unproven: question.unsound }
          : await proveNoLines(client, { matchers: question.matchers, filters: input }, over)
  const isOpen = evidence !== undefined && 'unproven' in evidence
  const value = {
    lines: entries.map((one) => toLine(client, one, fromNanos(one.nanos))),
    patterns: null,
    lines_read: told.entries.length,
    searched: [renderSelector(question.matchers)],
    scanned_bytes: told.scanned,
    // What was neither found nor proved absent is not a count of zero.
    total: told.isFull || isPartial || after !== undefined || isOpen ? null : entries.length,
  }
  return tellReading(value, {
    ...{ context, scope, items: entries.length, evidence, query, dialect: DIALECT, warnings },
    cut: isPartial ? 'by_source' : told.isFull ? 'rows' : undefined,
    cursor: last === undefined ? undefined : encodeCursor(last, entries, seen),
  })
})

// The last line's nanosecond, with those of it that were given: several lines may share one.
function encodeCursor(last: Entry, given: readonly Entry[], seen: ReadonlySet<string>): string {
  const here = given.filter(({ nanos }) => nanos === last.nanos).map(({ id }) => id)
  const before = [...seen].filter((id) => id.startsWith(`${last.nanos}-`))
  const all = [...new Set([...before, ...here])].slice(0, 1000)
  return Buffer.from(JSON.stringify({ at: `${last.nanos}`, seen: all })).toString('base64url')
}

function decodeCursor(cursor: string): z.output<typeof cursorSchema> {
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw new ArgumentError({
      field: 'cursor',
      message: 'cursor is not one that this operation gave',
      fix: 'leave cursor out to start at the first page',
    })
  }
}
