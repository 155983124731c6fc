import type { Clock } from '@vedette/proto/clock'
import { logsSearch, type OperationDefinition } from '@vedette/proto/operations'
import type { Source } from '@vedette/proto/visibility'
import { z } from 'zod'
import { sealAnswer } from '../answers/index.ts'
import type { Dispatch, ReadContext, ReadResult } from '../dispatch/types.ts'
import type { Fleet } from '../fleet/types.ts'
import { parseTaken, ROUTING_BY_SCOPE, type ToolArguments, toRecord } from '../tools/arguments.ts'
import { toDescription } from '../tools/description.ts'
import { toEffectiveTier, toPlannedSources } from '../tools/planned.ts'
import { allowsOperation } from '../tools/rights.ts'
import { toTakenSchema } from '../tools/schema.ts'
import { toRfc3339 } from '../tools/time.ts'
import type { Needs, Tool, ToolContext, ToolResult } from '../tools/types.ts'
import { countLines, foldTraces, isWhole, linesOf, markPages, showLine } from './lines.ts'
import { POD_NEEDS, readPodLines } from './pods.ts'
import { toTemplates } from './templates.ts'

export type LogParts = Readonly<{
  dispatch: Dispatch
  fleet: Fleet
  clock: Clock
  zoneOf(organisation: string): string
}>

const LINES_READ = 1000

// The catalogue's definitions have types of their own; here one is asked like any other.
export const LOGS_SEARCH: OperationDefinition = logsSearch as unknown as OperationDefinition
export const LOG_NEEDS = Object.freeze({ input: [logsSearch.id], grading: [], enriching: [] })
// Any log backend, or the logs of pods where there is none.
const SEARCH_NEEDS: Needs = Object.freeze({
  ...POD_NEEDS,
  input: [logsSearch.id, ...(POD_NEEDS.input ?? [])],
  input_any: true,
})

const VIEW = z.enum(['templates', 'lines']).default('templates').describe('lines: as they are, by page')

const WINDOW = logsSearch.window ?? { defaultSeconds: 3600, maxSeconds: 3600 }
const DESCRIBE =
  'Searches logs by service, workload, severity, text, trace or a raw query: templates (count, first, last, new since ' +
  'the span before, sample), then the newest lines.'
const TAKEN = Object.freeze({
  input: logsSearch.input.extend({ view: VIEW }),
  window: WINDOW,
  routes: ROUTING_BY_SCOPE[logsSearch.scope],
})

// Log lines as a model reads them: folded into templates beside the newest lines; or as they are, which `plain` gives.
export function createLogsSearchTool(parts: LogParts, plain: Tool): Tool {
  return Object.freeze({
    ...plain,
    description: toDescription({ describe: DESCRIBE, window: WINDOW }),
    needs: SEARCH_NEEDS,
    inputSchema: toTakenSchema(TAKEN),
    async run(args: Readonly<Record<string, unknown>>, context: ToolContext): Promise<ToolResult> {
      const zone = parts.zoneOf(context.principal.organisation)
      const asked = parseTaken(TAKEN, args, { now: parts.clock.now(), zone })
      const backends = toBackends(context, parts)
      if (asked.routing.backend === undefined && !backends.some(isBackend))
        return runOnPods(asked, { context, parts, backends })
      const { view: _, ...rest } = toRecord(args)
      const { cursor } = asked.input
      if (asked.input['view'] === 'lines' || cursor !== undefined) return plain.run(rest, context)
      return runTemplates(asked, context, parts)
    },
  })
}

async function runTemplates(
  asked: ToolArguments,
  context: ToolContext,
  parts: LogParts,
): Promise<ToolResult> {
  const { view: _, ...input } = asked.input
  const { limit } = logsSearch.input.parse(input)
  const { now, before } = await readBoth(
    { ...input, limit: LINES_READ, order: 'newest' },
    { asked, context, parts },
  )
  const whole = isWhole(now)
  const raw = linesOf(now)
  const lines = foldTraces(raw)
  const isBeforeWhole = before === null ? false : isWhole(before)
  const folded = toTemplates({
    lines,
    whole,
    before: before === null ? null : { lines: foldTraces(linesOf(before)), whole: isBeforeWhole },
  })
  const read = before === null || !isSeen(before) ? 'no' : isBeforeWhole ? 'whole' : 'in part'
  const pending = toPending(now, context)
  return sealAnswer({
    // The time before says nothing where the window itself was not seen.
    reads: [now, ...(before === null || !isSeen(now) ? [] : [before])],
    body: {
      untrusted: true,
      lines_read: countLines(raw.length, whole),
      ...folded,
      baseline: { ...toBefore(input), read },
      newest: lines.slice(0, limit).map(showLine),
    },
    asked: asked.asked,
    defaulted: asked.defaulted,
    window: asked.window,
    detail: asked.detail,
    narrow: ['service', 'severity', 'contains', 'not', 'a shorter window', 'backend', 'limit'],
    now: parts.clock.now(),
    ...pending,
  })
}

// Every log backend that is known, each with the word that keeps it from being asked.
function toBackends({ principal }: ToolContext, { fleet }: LogParts): readonly Source[] {
  const mayAsk = allowsOperation(principal, LOGS_SEARCH)
  const word = mayAsk ? ({ state: 'read' } as const) : ({ state: 'denied_by_policy', rule: 'token' } as const)
  return toPlannedSources(fleet.agents(principal.organisation), LOGS_SEARCH, word)
}

// One that could answer, now or once it is back.
function isBackend({ state }: Source): boolean {
  return state !== 'not_configured' && state !== 'not_served' && state !== 'denied_by_policy'
}

type OnPods = Readonly<{ context: ToolContext; parts: LogParts; backends: readonly Source[] }>

// The same answer over the logs that clusters keep of their pods, where there is no log backend to ask.
async function runOnPods(asked: ToolArguments, { context, parts, backends }: OnPods): Promise<ToolResult> {
  const { view, ...rest } = asked.input
  const input = logsSearch.input.parse(rest)
  const { ledger, lines: raw, unread, pods } = await readPodLines(input, { context, parts })
  const lines = foldTraces(raw)
  const newest = lines.slice(0, input.limit).map(showLine)
  const body = { untrusted: true, pods, lines_read: countLines(raw.length, false) }
  return sealAnswer({
    reads: ledger.results(),
    sources: [...backends, ...unread],
    body:
      view === 'lines'
        ? { ...body, lines: newest }
        : { ...body, ...toTemplates({ lines, whole: false, before: null }), newest },
    asked: asked.asked,
    defaulted: asked.defaulted,
    window: asked.window,
    detail: asked.detail,
    narrow: ['workload', 'namespace', 'contains', 'a shorter window', 'limit'],
    now: parts.clock.now(),
  })
}

type Reading = Readonly<{ asked: ToolArguments; context: ToolContext; parts: LogParts }>

// The window and, side by side, the same span before it; that one is left alone where reading costs money.
async function readBoth(
  input: Readonly<Record<string, unknown>>,
  { asked, context, parts }: Reading,
): Promise<Readonly<{ now: ReadResult; before: ReadResult | null }>> {
  const agents = parts.fleet.agents(context.principal.organisation)
  const isFree = toEffectiveTier(agents, LOGS_SEARCH) === 'read'
  const read = (args: Readonly<Record<string, unknown>>) =>
    parts.dispatch(
      [{ operation: LOGS_SEARCH, role: 'input', arguments: args, routing: asked.routing }],
      toReadContext(context),
    )
  const [now, before] = await Promise.all([read(input), isFree ? read({ ...input, ...toBefore(input) }) : []])
  const [first] = now
  if (first === undefined) throw new TypeError('dispatch gave no read for its request')
  const [second] = before
  return {
    now: markPages(first, 'window'),
    before: second === undefined ? null : markPages(second, 'before'),
  }
}

// What dispatch needs of a call.
export function toReadContext(context: ToolContext): ReadContext {
  const { principal, budget_ms, signal, investigation, call, pending, fresh } = context
  return {
    principal,
    budget_ms,
    signal,
    ...(investigation === undefined ? {} : { investigation }),
    ...(call === undefined ? {} : { call }),
    ...(pending === undefined ? {} : { pending }),
    ...(fresh === undefined ? {} : { fresh }),
  }
}

function toBefore({ from, to }: Readonly<Record<string, unknown>>) {
  const [start, end] = [Date.parse(String(from)), Date.parse(String(to))]
  return { from: toRfc3339(start - (end - start)), to: toRfc3339(start) }
}

function isSeen(read: ReadResult): boolean {
  return read.instances.some(({ outcome }) => outcome.seen)
}

// Where nothing was seen because a person must approve first, the answer says so.
function toPending(read: ReadResult, { pending }: ToolContext) {
  const states = read.instances.flatMap(({ outcome }) => outcome.sources.map(({ state }) => state))
  if (isSeen(read) || pending === undefined || !states.includes('approval_required')) return {}
  const message = `a person must approve this first: once they have, actions_run with id ${pending.id} runs it`
  return { error: { code: 'approval_required', message }, pending: pending.id }
}
