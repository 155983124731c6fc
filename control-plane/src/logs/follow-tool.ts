import { sleep } from '@vedette/proto/clock'
import { logsSearch } from '@vedette/proto/operations'
import { hasEffect, isReadClass, type Source } from '@vedette/proto/visibility'
import { z } from 'zod'
import { sealAnswer } from '../answers/index.ts'
import type { ReadResult } from '../dispatch/types.ts'
import { parseTaken, ROUTING_BY_SCOPE, type ToolArguments } from '../tools/arguments.ts'
import { invalidArgument } from '../tools/error.ts'
import { toTakenSchema } from '../tools/schema.ts'
import { toRfc3339 } from '../tools/time.ts'
import type { Tool, ToolContext, ToolResult } from '../tools/types.ts'
import { keyOfLine, OVERLAP_MS, type Place, parseCursor, toCursor } from './cursor.ts'
import {
  countLines,
  foldTraces,
  isWhole,
  type Line,
  linesOf,
  markPages,
  showLine,
  sourcesOf,
} from './lines.ts'
import { LOG_NEEDS, LOGS_SEARCH, type LogParts, toReadContext } from './search-tool.ts'

const SECONDS_MAX = 45
// Kept for the last read and for sealing.
const SPARE_MS = 1500
const EVERY_MS = 3000
const LINES_MAX = 100
const READ_MAX = 1000
const HOUR_MS = 3_600_000

const { from: _, to: __, order: ___, cursor: ____, limit: _____, ...FILTERS } = logsSearch.input.shape
const INPUT = z.strictObject({
  ...FILTERS,
  seconds: z.int().min(1).max(SECONDS_MAX).default(30).describe('How long (default 30)'),
  cursor: z.string().min(1).max(1000).optional().describe('Where an earlier call ended'),
})
const TAKEN = Object.freeze({ input: INPUT, routes: ROUTING_BY_SCOPE[logsSearch.scope] })

// New log lines as they come, by repeated searches of everything since the start, so that what a read missed the next
// one shows. Ends at its time, at 100 lines, or once no source can be read: then in that source's word.
export function createLogsFollowTool(parts: LogParts): Tool {
  return Object.freeze({
    name: 'logs_follow',
    title: 'Follow log lines',
    description:
      'Waits for new log lines, at most 45 s, and gives them with a cursor to go on from. Filters as logs_search.',
    when: ['tail -f', 'follow logs', 'watch logs live', 'during the rollout'],
    tier: 'read' as const,
    inputSchema: toTakenSchema(TAKEN),
    needs: LOG_NEEDS,
    budget_ms: SECONDS_MAX * 1000,
    run: (args: Readonly<Record<string, unknown>>, context: ToolContext) => runFollow(args, context, parts),
  })
}

async function runFollow(
  args: Readonly<Record<string, unknown>>,
  context: ToolContext,
  parts: LogParts,
): Promise<ToolResult> {
  const { clock } = parts
  const asked = parseTaken(TAKEN, args, {
    now: clock.now(),
    zone: parts.zoneOf(context.principal.organisation),
  })
  const { cursor, seconds, ...filters } = asked.input as z.output<typeof INPUT> // parsed by it
  const place = toPlace(cursor, clock.now())
  const followed = await follow({ filters, seconds, place }, { asked, context, parts })
  return seal({ asked, place, followed, now: clock.now() })
}

type Followed = Readonly<{
  last: ReadResult
  // The newest first, each once.
  lines: readonly Line[]
  // What an instance showed before it could not be read any more.
  lost: readonly Source[]
  ended: 'time' | 'lines' | 'unreadable'
  // Epoch milliseconds of the end of the last read.
  to: number
}>

type Watch = Readonly<{ filters: Readonly<Record<string, unknown>>; seconds: number; place: Place }>
type Reading = Readonly<{ asked: ToolArguments; context: ToolContext; parts: LogParts }>

async function follow({ filters, seconds, place }: Watch, reading: Reading): Promise<Followed> {
  const { context, parts } = reading
  const { clock } = parts
  const begun = clock.monotonic()
  const time = Math.min(seconds * 1000, Math.max(0, context.budget_ms - SPARE_MS))
  const known = new Map<string, Line>()
  const read = new Map<string, readonly Source[]>()
  const given = new Set(place.given)
  for (;;) {
    const to = clock.now()
    const left = context.budget_ms - (clock.monotonic() - begun)
    const window = { from: toRfc3339(place.at - OVERLAP_MS), to: toRfc3339(to) }
    const last = await readOnce({ ...filters, ...window, order: 'newest', limit: READ_MAX }, left, reading)
    for (const line of linesOf(last)) {
      const key = keyOfLine(line)
      if (!given.has(key)) known.set(key, line)
    }
    for (const one of last.instances) if (one.outcome.seen) read.set(nameOf(one), one.outcome.sources)
    const spent = clock.monotonic() - begun
    const isBlind = !last.instances.some(({ outcome }) => outcome.seen)
    const ended = isBlind ? 'unreadable' : known.size >= LINES_MAX ? 'lines' : spent >= time ? 'time' : null
    if (ended !== null)
      return { last, lines: [...known.values()].toSorted(byTime), lost: toLost(last, read), ended, to }
    context.progress(Math.round(spent / 1000), seconds, `${known.size} new lines`)
    await sleep(clock, Math.min(EVERY_MS, time - spent), context.signal)
  }
}

function byTime(a: Line, b: Line): number {
  return (b.at ?? 0) - (a.at ?? 0)
}

async function readOnce(
  args: Readonly<Record<string, unknown>>,
  left: number,
  { asked, context, parts }: Reading,
): Promise<ReadResult> {
  const request = { operation: LOGS_SEARCH, role: 'input', arguments: args, routing: asked.routing } as const
  const budget_ms = Math.max(1, Math.min(left, 15_000))
  const [first] = await parts.dispatch([request], toReadContext({ ...context, budget_ms, fresh: true }))
  // A caller that is gone is told nothing, above all not that there were no lines.
  context.signal.throwIfAborted()
  if (first === undefined) throw new TypeError('dispatch gave no read for its request')
  return markPages(first, 'follow')
}

// An instance that was read and then could not be: what it showed stands, as a part of what it had to show.
function toLost({ instances }: ReadResult, read: ReadonlyMap<string, readonly Source[]>): readonly Source[] {
  const standing = new Set(instances.filter(({ outcome }) => outcome.seen).map(nameOf))
  return [...read].flatMap(([name, sources]) =>
    standing.has(name) ? [] : sources.filter(({ state }) => isReadClass(state)).map(toCutOff),
  )
}

function toCutOff({ proof: _, cursor: __, total: ___, ...source }: Source): Source {
  const at_least = source.items ?? source.at_least ?? 0
  return { ...source, question: 'follow, before it was lost', state: 'truncated', cap: 'time', at_least }
}

function nameOf({ agent_name, instance }: ReadResult['instances'][number]): string {
  return JSON.stringify([agent_name, instance])
}

function seal(
  facts: Readonly<{ asked: ToolArguments; place: Place; followed: Followed; now: number }>,
): ToolResult {
  const { asked, place, followed, now } = facts
  const { last, lines, lost, ended, to } = followed
  // The oldest are given where there are too many: who goes on gets the others.
  const shown = lines.slice(-LINES_MAX)
  const sources = sourcesOf(last)
  const isAll = isWhole(last) && lost.length === 0
  // What could not be read now is read again, from where this began, by who goes on.
  const isBlind = sources.some((source) => hasEffect(source, 'P') && !isReadClass(source.state))
  const end = Math.min(to, shown.length < lines.length ? (shown[0]?.at ?? to) : to)
  const at = isBlind ? place.at : end
  const near = shown.filter((line) => line.at === null || line.at >= at - OVERLAP_MS)
  const given = [...place.given, ...near.map(keyOfLine)]
  return sealAnswer({
    reads: [last],
    sources: lost,
    body: {
      untrusted: true,
      n: countLines(lines.length, isAll),
      ended,
      lines: foldTraces(shown).map(showLine),
      ...(shown.length < lines.length ? { later_lines: lines.length - shown.length } : {}),
      cursor: toCursor({ at, given }),
    },
    asked: asked.asked,
    defaulted: asked.defaulted,
    window: { from: toRfc3339(place.at - OVERLAP_MS), to: toRfc3339(to), tz: 'UTC' },
    detail: asked.detail,
    narrow: ['service', 'severity', 'contains', 'not', 'backend'],
    now,
  })
}

// A cursor that is older than an hour would read more than anybody follows.
function toPlace(cursor: string | undefined, now: number): Place {
  if (cursor === undefined) return { at: now, given: [] }
  const place = parseCursor(cursor)
  if (place !== null && place.at <= now && place.at >= now - HOUR_MS) return place
  throw invalidArgument({
    field: 'cursor',
    message: 'the cursor is none, or older than an hour',
    fix: 'leave it out to start now, and read the time before with logs_search',
  })
}
