import { ArgumentError, partialOf, serve } from '@vedette/proto/connector'
import { logsSearch } from '@vedette/proto/operations'
import type { AwsClient } from '../connect.ts'
import { INSIGHTS_DIALECT, type InsightsResult, runInsights, toConditions, toRowTime } from '../insights.ts'
import { findGroups, hasReceived } from '../log-groups.ts'
import { cutParts, type Piece, readPieces } from '../pieces.ts'

const MESSAGE = 8192

type Line = ReturnType<typeof toLine>
type Found = Readonly<{ lines: readonly Line[]; groups: readonly string[]; scanned: number | null }>

// Lines by Logs Insights, which bills by the bytes that it scans.
export const serveLogsSearch = serve(
  logsSearch,
  async (client: AwsClient, input, context) => {
    if (input.cursor !== undefined)
      throw new ArgumentError({
        field: 'cursor',
        message: 'Logs Insights has no cursor',
        fix: 'take a shorter window instead',
      })
    const session = await client.open(logsSearch, context)
    const order = input.order === 'newest' ? 'desc' : 'asc'
    const ours = ['fields @timestamp, @message, @logStream, @log, @ptr', ...toConditions(input)]
    const text = input.query ?? [...ours, `sort @timestamp ${order}`].join(' | ')
    const window = { from: Date.parse(input.from), to: Date.parse(input.to) }
    const read = await readPieces<Found>(session, { context }, async (reader): Promise<Piece<Found>> => {
      const groups = await findGroups(reader, input)
      if (groups.length === 0)
        return { piece: { lines: [], groups, scanned: null }, items: 0, unproven: 'source_not_found' }
      const own = input.query !== undefined
      const result = await runInsights(reader, { text, groups, ...window, limit: input.limit, own })
      const lines = result.rows.map(toLine)
      const piece = { lines, groups, scanned: result.scannedBytes }
      if (isCut(result, input.limit)) return { piece, items: lines.length, cut: 'rows' }
      if (lines.length > 0) return { piece, items: lines.length }
      // Severity is told by words in the text, so a line without them may have been one.
      if (input.severity !== undefined) return { piece, items: 0, unproven: 'severity_is_read_from_the_text' }
      const isAlive = await hasReceived(reader, groups, window)
      return {
        piece,
        items: 0,
        ...(isAlive ? { proof: 'existence_checked' } : { unproven: 'no_line_in_the_window' }),
      }
    })
    const all = read.pieces.flatMap((one) => one.lines).toSorted((a, b) => a.at.localeCompare(b.at))
    const lines = (input.order === 'newest' ? all.toReversed() : all).slice(0, input.limit)
    const value = {
      lines,
      patterns: null,
      lines_read: all.length,
      searched: read.pieces.flatMap((one) => one.groups),
      scanned_bytes: sumOf(read.pieces),
      total: read.whole && lines.length === all.length ? all.length : null,
    }
    const parts = all.length > lines.length ? cutParts(read.parts) : read.parts
    return partialOf(value, parts, { query: text, dialect: INSIGHTS_DIALECT })
  },
  'metered_read',
)

// As many rows as were asked for are a cut, unless AWS counted no more.
function isCut({ rows, matched }: InsightsResult, limit: number): boolean {
  return rows.length >= limit && (matched === null || matched > rows.length)
}

function toLine(row: Readonly<Record<string, string>>) {
  const message = row['@message']
  if (row['@timestamp'] === undefined || message === undefined)
    throw new ArgumentError({
      field: 'query',
      message: 'query gives rows without @timestamp and @message, which are no lines',
      fix: 'begin it with fields @timestamp, @message, or count with logs_aggregate',
    })
  const rest = Object.entries(row).filter(([key]) => !key.startsWith('@'))
  return {
    id: row['@ptr'] ?? null,
    at: toRowTime(row['@timestamp']),
    severity: null,
    message: message.slice(0, MESSAGE),
    service: null,
    workload: null,
    host: null,
    source: row['@log']?.replace(/^\d+:/, '') ?? null,
    trace_id: null,
    attributes: {
      ...(row['@logStream'] === undefined ? {} : { stream: row['@logStream'] }),
      ...Object.fromEntries(rest),
    },
    ...(message.length > MESSAGE ? { cut: true as const } : {}),
  }
}

function sumOf(pieces: readonly Found[]): number | null {
  const known = pieces.flatMap((one) => one.scanned ?? [])
  return known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0)
}
