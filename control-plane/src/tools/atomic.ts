import { type OperationDefinition, toToolName } from '@vedette/proto/operations'
import { type SealedAnswer, sealAnswer } from '../answers/index.ts'
import type { Dispatch } from '../dispatch/types.ts'
import type { Fleet } from '../fleet/types.ts'
import { parseToolArguments, ROUTING_BY_SCOPE, type ToolArguments } from './arguments.ts'
import { toEffectiveTier } from './planned.ts'
import { toAdmission } from './rights.ts'
import { toInputSchema } from './schema.ts'
import { toSpan } from './time.ts'
import type { Tool, ToolContext } from './types.ts'

export type AtomicParts = Readonly<{
  fleet: Fleet
  dispatch: Dispatch
  now(): number
  // IANA zone in which an organisation writes times without an offset.
  zoneOf(organisation: string): string
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

// One sentence, search hints, and the bounds of the window; at most 1,024 characters.
export function toDescription(operation: OperationDefinition): string {
  const { describe, when, window } = operation
  const bounds =
    window === undefined
      ? ''
      : ` Window: default ${toSpan(window.defaultSeconds)}, at most ${toSpan(window.maxSeconds)}.`
  return `${describe}${bounds} For: ${when.slice(0, 3).join(', ')}.`.slice(0, 1024)
}

type Call = Readonly<{
  operation: OperationDefinition
  parts: AtomicParts
  args: Readonly<Record<string, unknown>>
  context: ToolContext
}>

async function runOperation({ operation, parts, args, context }: Call): Promise<SealedAnswer> {
  const { principal, budget_ms, signal, investigation } = context
  const zone = parts.zoneOf(principal.organisation)
  const read = parseToolArguments(operation, args, { now: parts.now(), zone })
  const request = { operation, role: 'input', arguments: read.input, routing: read.routing } as const
  const reads = await parts.dispatch([request], {
    principal,
    budget_ms,
    signal,
    ...(investigation === undefined ? {} : { investigation }),
  })
  const isSeen = reads.some((one) => one.instances.some(({ outcome }) => outcome.seen))
  const unapproved = isSeen ? null : toUnapproved({ operation, parts, args, context })
  return sealAnswer({
    reads,
    ...toTold(operation, read),
    now: parts.now(),
    ...(unapproved === null ? {} : { error: unapproved }),
  })
}

// Why a person would have to approve, where that is what keeps a source from being asked. No person can through this
// release, so dispatch asks none of these sources.
function toUnapproved({ operation, parts, context }: Call) {
  const tier = toEffectiveTier(parts.fleet.agents(context.principal.organisation), operation)
  if (toAdmission(tier, context.principal) === 'runs') return null
  return {
    code: 'approval_required',
    message: `${operation.id} is ${tier}: a token in the mode ${context.principal.mode} needs a person's approval, and this release takes none`,
  }
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
