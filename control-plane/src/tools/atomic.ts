import { type OperationDefinition, toToolName } from '@vedette/proto/operations'
import { isWriteTier } from '@vedette/proto/policy'
import { sealAnswer } from '../answers/index.ts'
import type { Dispatch, ReadResult } from '../dispatch/types.ts'
import type { Fleet } from '../fleet/types.ts'
import { parseToolArguments, ROUTING_BY_SCOPE, type ToolArguments } from './arguments.ts'
import { toDescription } from './description.ts'
import { toShareableNow } from './fresh.ts'
import { toInputSchema } from './schema.ts'
import type { Tool, ToolContext, ToolResult } from './types.ts'

export type AtomicParts = Readonly<{
  fleet: Fleet
  dispatch: Dispatch
  now(): number
  // IANA zone in which an organisation writes times without an offset.
  zoneOf(organisation: string): string
  // Asks for a write instead of reading.
  requestWrite(call: AtomicCall, read: ToolArguments): Promise<ToolResult>
}>

// The tool of one operation; everything about it derives from the definition.
export function createAtomicTool(operation: OperationDefinition, parts: AtomicParts): Tool {
  return Object.freeze({
    name: toToolName(operation.id),
    title: operation.title,
    description: toDescription(operation),
    when: operation.when,
    tier: operation.tier,
    inputSchema: toInputSchema(operation),
    needs: Object.freeze({ input: [operation.id], grading: [], enriching: [] }),
    run: (args: Readonly<Record<string, unknown>>, context: ToolContext) =>
      runOperation({ operation, parts, args, context }),
  })
}

export type AtomicCall = Readonly<{
  operation: OperationDefinition
  parts: AtomicParts
  args: Readonly<Record<string, unknown>>
  context: ToolContext
}>

async function runOperation(call: AtomicCall): Promise<ToolResult> {
  const { operation, parts, args, context } = call
  const { principal, budget_ms, signal, investigation, call: id, pending, fresh } = context
  const zone = parts.zoneOf(principal.organisation)
  const present = parts.now()
  const now = fresh === true ? present : toShareableNow(operation, present)
  const read = parseToolArguments(operation, args, { now, present, zone })
  if (isWriteTier(operation.tier)) return parts.requestWrite(call, read)
  const request = { operation, role: 'input', arguments: read.input, routing: read.routing } as const
  const reads = await parts.dispatch([request], {
    principal,
    budget_ms,
    signal,
    ...(investigation === undefined ? {} : { investigation }),
    ...(id === undefined ? {} : { call: id }),
    ...(pending === undefined ? {} : { pending }),
    ...(fresh === undefined ? {} : { fresh }),
  })
  const isSeen = reads.some((one) => one.instances.some(({ outcome }) => outcome.seen))
  const unapproved = isSeen ? null : toUnapproved(reads, pending?.id)
  return sealAnswer({
    reads,
    ...toTold(operation, read),
    now: parts.now(),
    ...(unapproved === null ? {} : unapproved),
  })
}

// What is said where nothing was seen because a person must approve first.
function toUnapproved(reads: readonly ReadResult[], id: string | undefined) {
  const sources = reads.flatMap((one) => one.instances.flatMap(({ outcome }) => outcome.sources))
  if (!sources.some((source) => source.state === 'approval_required')) return null
  const message =
    id === undefined
      ? 'a person must approve this first'
      : `a person must approve this first: once they have, actions_run with id ${id} runs it`
  return { error: { code: 'approval_required', message }, ...(id === undefined ? {} : { pending: id }) }
}

function toTold(operation: OperationDefinition, { asked, defaulted, window, detail, input }: ToolArguments) {
  const filters = Object.keys(operation.input.shape).filter(
    (key) => input[key] === undefined && key !== 'cursor' && key !== 'limit',
  )
  const bounds = window === null ? [] : ['a shorter window']
  return {
    asked,
    defaulted,
    window,
    detail,
    narrow: [...filters, ...bounds, ...ROUTING_BY_SCOPE[operation.scope], 'limit'],
  }
}
