import { randomBytes } from 'node:crypto'
import type { Clock } from '@vedette/proto/clock'
import type { Investigations } from '../../investigations/index.ts'
import type { Knowledge } from '../../knowledge/index.ts'
import { withPatience } from '../../store/index.ts'
import { ToolFault } from '../error.ts'
import type { Tool, ToolContext, ToolError, ToolResult } from '../types.ts'
import { BOOKKEEPING, CONTEXT_TOOL } from './names.ts'

// What a control plane remembers; a surface without it has no threads.
export type Memory = Readonly<{ investigations: Investigations; knowledge: Knowledge }>

// What any call may say about itself, beside the arguments of its tool.
export type Told = Readonly<{ args: unknown; investigation?: string; purpose?: string }>

export const UNKNOWN_INVESTIGATION: ToolError = Object.freeze({
  code: 'unknown_investigation',
  message: 'there is no such investigation',
  retryable: false,
  field: 'investigation',
  fix: 'leave it out, or take one from investigations_list',
})

const MAX_PURPOSE = 200

// Takes `investigation` and `purpose` out of what was written. Throws ToolFault `invalid_argument`.
export function takeTold(args: unknown): Told {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return { args }
  const { investigation, purpose, ...rest }: Record<string, unknown> = { ...args }
  return {
    args: rest,
    ...(investigation === undefined ? {} : { investigation: toShort(investigation, 'investigation') }),
    ...(purpose === undefined ? {} : { purpose: toShort(purpose, 'purpose') }),
  }
}

// 72 random bits that name a call in timeline and audit.
export function createCallId(): string {
  return `c_${randomBytes(9).toString('base64url')}`
}

// Puts a call into its thread. A store that fails or is slow costs the thread, never the call. Throws ToolFault where the caller
// names a thread that is not there.
export async function enterThread(
  { investigations }: Memory,
  facts: Readonly<{
    tool: Tool | undefined
    told: Told
    context: ToolContext
    clock: Clock
    onFault: (error: unknown) => void
  }>,
): Promise<string | undefined> {
  const { tool, told, context } = facts
  if (tool === undefined) return undefined
  const isTitled = tool.name === CONTEXT_TOOL && hasTitle(told.args)
  const followed = investigations.follow({
    principal: context.principal,
    client: context.client,
    investigation: told.investigation,
    opens: tool.needs !== null || (tool.name === CONTEXT_TOOL && !isTitled),
    moves: tool.name === CONTEXT_TOOL || !BOOKKEEPING.has(tool.name),
    title: told.purpose ?? tool.title,
  })
  const thread = await withPatience(facts.clock, followed).catch((error: unknown) => {
    facts.onFault(error)
    return null
  })
  if (thread === 'unknown') throw new ToolFault(UNKNOWN_INVESTIGATION)
  return thread ?? context.investigation
}

// Adds a call to the timeline of its thread, whatever came of it.
export async function recordStep(
  { investigations }: Memory,
  facts: Readonly<{
    tool: Tool | undefined
    told: Told
    context: ToolContext
    result: ToolResult
    took_ms: number
  }>,
): Promise<void> {
  const { tool, told, context, result, took_ms } = facts
  const { investigation, call, principal } = context
  if (tool === undefined || investigation === undefined || call === undefined) return
  if (BOOKKEEPING.has(tool.name)) return
  await investigations.record({
    principal,
    investigation,
    call,
    tool: tool.name,
    title: tool.title,
    purpose: told.purpose ?? null,
    arguments: told.args,
    visibility: result.kind === 'answer' ? result.visibility : null,
    error: result.kind === 'answer' ? result.error : result.error.code,
    took_ms: Math.round(took_ms),
    sources: result.kind === 'answer' ? toStepSources(result.text) : [],
  })
}

const MAX_SOURCES = 20

// The sources of a sealed answer, folded as it folds them.
function toStepSources(text: string) {
  const { _sources: folded } = JSON.parse(text)
  const rows = [...(folded?.read ?? []), ...(folded?.unread ?? [])] as readonly Readonly<{
    operation: string
    connector: string
    state: string
    n?: number
  }>[] // the shape that the envelope seals
  const counted = new Map<string, { operation: string; connector: string; state: string; n: number }>()
  for (const { operation, connector, state, n = 1 } of rows) {
    const key = JSON.stringify([operation, connector, state])
    const known = counted.get(key)
    if (known === undefined) counted.set(key, { operation, connector, state, n })
    else known.n += n
  }
  return [...counted.values()].slice(0, MAX_SOURCES)
}

function hasTitle(args: unknown): boolean {
  return typeof args === 'object' && args !== null && 'title' in args && args.title !== undefined
}

function toShort(value: unknown, field: string): string {
  if (typeof value === 'string' && value !== '' && value.length <= MAX_PURPOSE) return value
  throw new ToolFault({
    code: 'invalid_argument',
    field,
    message: `${field} must be a text of at most ${MAX_PURPOSE} characters`,
    retryable: false,
    fix: `shorten ${field}, or leave it out`,
  })
}
