import { hasEffect, type Source } from '@vedette/proto/visibility'
import { z } from 'zod'
import { type SealedAnswer, sealAnswer } from '../answers/index.ts'
import { parseTaken } from '../tools/arguments.ts'
import { toTakenSchema } from '../tools/schema.ts'
import { toRfc3339 } from '../tools/time.ts'
import type { Tool, ToolContext, ToolError, ToolResult } from '../tools/types.ts'
import { toBoundRows } from './bounds.ts'
import type { ResultSet, ResultSets } from './create-results.ts'
import type { Column } from './flatten.ts'
import type { Queried, QueryErrorCode } from './run-query.ts'

// The one error of a handle that is not the caller's to use, whatever the reason.
export const UNKNOWN_RESULT: ToolError = Object.freeze({
  code: 'unknown_result',
  message: 'there is no such result of yours',
  retryable: false,
  field: 'id',
  fix: 'results are kept for an hour; ask the tool again for a new one',
})

const ROOM = Object.freeze({ brief: 16_000, full: 34_000 })
const ROWS_MAX = 500
const own = {
  id: z.string().min(1).max(64).describe('Handle: rs_...'),
  list: z.string().min(1).max(256).optional().describe('Its list (default: the largest)'),
}
const PAGE = z.strictObject({ ...own, from: z.int().min(0).default(0).describe('First row') })
const QUERY = z.strictObject({
  ...own,
  sql: z.string().min(1).max(8000).describe('One SELECT over table rows; quote "a.b" columns'),
})

type Parts = Readonly<{ results: ResultSets; now: () => number }>

// The tools that read what was larger than an answer. What was partial when it was read stays partial here.
export function createResultTools(parts: Parts): readonly Tool[] {
  return Object.freeze([
    toTool({
      name: 'results_page',
      title: 'Page of a kept result',
      description: 'Gives rows of a result that was larger than its answer, in their order.',
      when: ['next page', 'rest of a cut answer', 'all rows'],
      input: PAGE,
      run: (args, context) => runPage(args, context, parts),
    }),
    toTool({
      name: 'results_query',
      title: 'Query over a kept result',
      description:
        'Runs one read-only SQLite SELECT over the rows of a kept result: filter, group, count. No files, no writes.',
      when: ['sql over results', 'count by', 'group rows'],
      input: QUERY,
      run: (args, context) => runQuery(args, context, parts),
    }),
  ])
}

type Args = ReturnType<typeof parseTaken>

function toTool(
  facts: Pick<Tool, 'name' | 'title' | 'description' | 'when'> &
    Readonly<{ input: z.ZodObject; run(args: Args, context: ToolContext): Promise<ToolResult> }>,
): Tool {
  const { input, run, ...rest } = facts
  const taken = { input, routes: [] }
  return Object.freeze({
    ...rest,
    tier: 'metadata' as const,
    inputSchema: toTakenSchema(taken),
    needs: null,
    run: (args: Readonly<Record<string, unknown>>, context: ToolContext) =>
      run(parseTaken(taken, args, { now: 0, zone: 'UTC' }), context),
  })
}

async function runPage(args: Args, { principal }: ToolContext, parts: Parts): Promise<ToolResult> {
  const { id, from, list } = args.input as z.output<typeof PAGE> // parsed by it
  const set = await parts.results.find(principal, id)
  if (set === null) return { kind: 'error', error: UNKNOWN_RESULT }
  const name = pickList(set, list)
  if (name === null) return toUnknownList(set)
  const rows = (await set.lists())[name] ?? []
  const shown = takeWithin(rows.slice(from, from + ROWS_MAX), ROOM[args.detail])
  const next = from + shown.length
  const body = {
    list: name,
    from,
    rows: shown,
    ...(next < rows.length ? { next_from: next } : {}),
  }
  return seal({ set, name, body, args, now: parts.now() })
}

async function runQuery(args: Args, context: ToolContext, parts: Parts): Promise<ToolResult> {
  const { id, list, sql } = args.input as z.output<typeof QUERY> // parsed by it
  const set = await parts.results.find(context.principal, id)
  if (set === null) return { kind: 'error', error: UNKNOWN_RESULT }
  const name = pickList(set, list)
  if (name === null) return toUnknownList(set)
  const queried = await set.query({ sql, list: name, signal: context.signal })
  if (queried.kind === 'refused') return { kind: 'error', error: toQueryError(queried) }
  const isPartial = sourcesOf(set, name).some((source) => hasEffect(source, 'P'))
  const shown = takeWithin(toBoundRows(sql, queried, isPartial), ROOM[args.detail])
  const isCapped = queried.capped || shown.length < queried.rows.length
  const body = {
    list: name,
    n: toCount(shown.length, isPartial || isCapped),
    cols: queried.columns.map((column) => column.name),
    found: shown,
    ...(isCapped ? { more: 'there are more rows: add where, group by or limit' } : {}),
    ...(isPartial ? { partial: PARTIAL } : {}),
  }
  return seal({ set, name, body, args, now: parts.now() })
}

const PARTIAL =
  'not everything was seen: rows that are not here prove nothing, and what was made of many is of those seen'

function toCount(n: number, isBound: boolean): number | Readonly<{ at_least: number }> | null {
  if (!isBound) return n
  return n > 0 ? { at_least: n } : null
}

function pickList({ counts }: ResultSet, wanted: string | undefined): string | null {
  if (wanted !== undefined) return Object.hasOwn(counts, wanted) ? wanted : null
  const lists = Object.keys(counts).filter((name) => name !== '_sources')
  return lists.sort((a, b) => (counts[b]?.total ?? 0) - (counts[a]?.total ?? 0))[0] ?? null
}

function toUnknownList({ counts }: ResultSet): ToolResult {
  const choices = Object.keys(counts)
  const error = {
    code: 'invalid_argument',
    message: 'the result has no such list',
    retryable: false,
    field: 'list',
    fix: 'use one of choices',
    choices: choices.slice(0, 50),
  }
  return { kind: 'error', error }
}

// As many rows as fit, but one at least.
function takeWithin<T>(rows: readonly T[], room: number): readonly T[] {
  let left = room
  const end = rows.findIndex((row) => {
    left -= JSON.stringify(row).length + 1
    return left < 0
  })
  return end < 0 ? rows : rows.slice(0, Math.max(1, end))
}

// The sources of the original; a list that was cut to be kept is a cut of our own beside them.
function sourcesOf(set: ResultSet, name: string): readonly Source[] {
  const count = set.counts[name]
  const sources = set.sources.map(toCutPage)
  if (count === undefined || count.rows === count.total) return sources
  const cut: Source = {
    operation: set.tool,
    connector: 'control_plane',
    role: 'input',
    scope: {},
    state: 'truncated',
    cap: 'bytes',
    at_least: count.rows,
    as_of: toRfc3339(set.created_at),
  }
  return [...sources, cut]
}

// What was kept of a list that goes on at its source is its first page: over it nothing is counted to the end.
function toCutPage(source: Source): Source {
  if (source.state !== 'read' || source.cursor === undefined) return source
  return { ...source, state: 'truncated', cap: 'page', at_least: source.items ?? 0 }
}

function seal(
  facts: Readonly<{ set: ResultSet; name: string; body: object; args: Args; now: number }>,
): SealedAnswer {
  const { set, name, body, args, now } = facts
  const kept = set.counts[name]
  return sealAnswer({
    reads: [],
    sources: sourcesOf(set, name),
    body: {
      untrusted: true,
      of: {
        id: set.id,
        tool: set.tool,
        rows: kept?.rows ?? 0,
        ...(kept !== undefined && kept.rows < kept.total ? { of: kept.total } : {}),
        read_at: toRfc3339(set.created_at),
        until: toRfc3339(set.expires_at),
      },
      ...body,
    },
    asked: args.asked,
    defaulted: args.defaulted,
    window: null,
    detail: args.detail,
    narrow: ['list'],
    isKeepable: false,
    now,
  })
}

const FIXES: Readonly<Record<QueryErrorCode, readonly [string, string]>> = Object.freeze({
  invalid_sql: ['the query is not valid', 'quote columns with dots as "a.b"; the columns are in choices'],
  statement_not_allowed: ['only one SELECT is run, without recursion', 'write one SELECT over table rows'],
  one_statement: ['only one statement is run', 'leave out what follows the first'],
  function_not_allowed: [
    'a function is not allowed here',
    'use the core, date, json and aggregate functions',
  ],
  table_not_allowed: ['there is only table rows', 'write from rows'],
  too_big: ['a value grew over 8 MiB', 'select less, or aggregate'],
  out_of_memory: ['the query needed more than 256 MiB and was killed', 'join, sort and collect less'],
  out_of_time: ['the query ran for 5 s and was killed', 'join less, or filter first'],
  busy: ['too many queries are running', 'try again'],
  cancelled: ['the caller went away or cancelled', 'ask again'],
  failed: ['the query could not be run', 'try again'],
})

function toQueryError({ code, detail, schema }: Extract<Queried, { kind: 'refused' }>): ToolError {
  const [message, fix] = FIXES[code]
  const said = detail.replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
  return {
    code: code === 'busy' || code === 'cancelled' ? code : `query_${code}`,
    message: code === 'invalid_sql' && said !== '' ? `${message}: ${said}` : message,
    retryable: code === 'busy' || code === 'cancelled',
    field: 'sql',
    fix,
    ...(code === 'invalid_sql' ? { choices: schema.flatMap(toChoice).slice(0, 60) } : {}),
  }
}

// Names from outside stand in an error only where they are plain names.
function toChoice({ name, type }: Column): readonly string[] {
  if (!/^[\w./-]{1,64}$/.test(name)) return []
  return [`${/^[a-z_]\w*$/i.test(name) ? name : `"${name}"`} ${type}`]
}
