import { sleep } from '@vedette/proto/clock'
import { ArgumentError, SourceError } from '@vedette/proto/connector'
import type { Reader } from './connect.ts'
import { isRefused } from './errors.ts'
import { need } from './values.ts'

export const INSIGHTS_DIALECT = 'cloudwatch_logs_insights'

export type InsightsQuery = Readonly<{
  text: string
  groups: readonly string[]
  from: number
  to: number
  limit: number
  // Whether the text is the caller's own.
  own: boolean
}>

export type InsightsResult = Readonly<{
  rows: readonly Readonly<Record<string, string>>[]
  scannedBytes: number | null
  matched: number | null
}>

const POLL_MS = 400
const STOP_MS = 2000

// Runs a query of Logs Insights and waits for its end within the call's deadline; a query that is given up is stopped,
// because it costs money while it runs. Throws ArgumentError for text of the caller's that AWS refuses.
export async function runInsights(reader: Reader, query: InsightsQuery): Promise<InsightsResult> {
  const { context } = reader
  const queryId = await start(reader, query)
  try {
    for (;;) {
      const said = await reader.call('logs', 'getQueryResults', { queryId })
      if (said.status === 'Complete') return toResult(said)
      if (said.status !== 'Running' && said.status !== 'Scheduled')
        throw new SourceError('upstream_failed', { errno: 'QUERY_FAILED' })
      await sleep(context.clock, POLL_MS, context.signal)
    }
  } catch (error) {
    const stopped = reader
      .aside(STOP_MS)
      .call('logs', 'stopQuery', { queryId })
      .catch(() => {}) // the query ends by itself if this fails
    // A caller who has gone, or whose time is over, is not kept waiting.
    if (!context.signal.aborted && context.clock.now() < context.deadline) await stopped
    throw error
  }
}

async function start(reader: Reader, query: InsightsQuery): Promise<string> {
  try {
    const said = await reader.call('logs', 'startQuery', {
      logGroupNames: [...query.groups],
      startTime: Math.floor(query.from / 1000),
      endTime: Math.ceil(query.to / 1000),
      queryString: query.text,
      limit: query.limit,
    })
    return need(said.queryId)
  } catch (error) {
    if (query.own && isRefused(error))
      throw new ArgumentError({
        field: 'query',
        message: 'Logs Insights refuses query',
        fix: 'write it in the language of Logs Insights: fields, filter, stats, sort, limit',
      })
    throw error
  }
}

type Said = Readonly<{
  results?:
    | readonly (readonly Readonly<{ field?: string | undefined; value?: string | undefined }>[])[]
    | undefined
  statistics?:
    | Readonly<{ bytesScanned?: number | undefined; recordsMatched?: number | undefined }>
    | undefined
}>

function toResult({ results, statistics }: Said): InsightsResult {
  const rows = need(results).map((row) =>
    Object.fromEntries(
      row.flatMap(({ field, value }) => (field === undefined || value === undefined ? [] : [[field, value]])),
    ),
  )
  return { rows, scannedBytes: statistics?.bytesScanned ?? null, matched: statistics?.recordsMatched ?? null }
}

type Filters = Readonly<{
  severity?: string | undefined
  contains: readonly string[]
  not: readonly string[]
  trace_id?: string | undefined
}>

const SEVERE: Readonly<Record<string, string>> = Object.freeze({
  critical: 'fatal|critical|emerg|panic',
  error: 'fatal|critical|emerg|panic|error|exception|severe',
  warning: 'fatal|critical|emerg|panic|error|exception|severe|warn',
})

// Conditions as Insights writes them. Texts stand in quotes that they cannot leave.
export function toConditions({ severity, contains, not, trace_id }: Filters): readonly string[] {
  const texts = [...contains, ...(trace_id === undefined ? [] : [trace_id])]
  const words = severity === undefined ? undefined : SEVERE[severity]
  return [
    ...texts.map((text) => `filter strcontains(@message, ${quote(text)})`),
    ...not.map((text) => `filter not strcontains(@message, ${quote(text)})`),
    ...(words === undefined ? [] : [`filter @message like /(?i)(${words})/`]),
  ]
}

// A text as a string of Insights. Line ends have no place in one.
export function quote(text: string): string {
  return `"${text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll(/[\r\n]+/g, ' ')}"`
}

// Time of an Insights row, which is UTC without saying so.
export function toRowTime(text: string | undefined): string {
  return `${need(text).replace(' ', 'T')}Z`
}
