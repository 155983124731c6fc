import { type OperationDefinition, toToolName } from '@vedette/proto/operations'
import { type SealedAnswer, sealAnswer } from '../answers/index.ts'
import type { Dispatch } from '../dispatch/types.ts'
import type { Fleet } from '../fleet/types.ts'
import { parseToolArguments, ROUTING_BY_SCOPE, type ToolArguments } from './arguments.ts'
import { toEffectiveTier, toPlannedSources } from './planned.ts'
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
  const tier = toEffectiveTier(parts.fleet.agents(principal.organisation), operation)
  if (toAdmission(tier, principal) !== 'runs')
    return sealUnapproved({ operation, parts, args, context }, read)
  const request = { operation, role: 'input', arguments: read.input, routing: read.routing } as const
  const reads = await parts.dispatch([request], {
    principal,
    budget_ms,
    signal,
    ...(investigation === undefined ? {} : { investigation }),
  })
  return sealAnswer({ reads, ...toTold(operation, read), now: parts.now() })
}

// No person can approve through this release, so the read is not made, and the answer says so.
function sealUnapproved({ operation, parts, context }: Call, read: ToolArguments): SealedAnswer {
  const agents = parts.fleet.agents(context.principal.organisation)
  const word = { state: 'approval_required', pending_action_id: 'none' } as const
  return sealAnswer({
    reads: [],
    sources: toPlannedSources(agents, operation, word),
    body: {},
    ...toTold(operation, read),
    now: parts.now(),
    error: {
      code: 'approval_required',
      message: `${operation.id} is ${toEffectiveTier(agents, operation)}: a token in the mode ${context.principal.mode} needs a person's approval, and this release takes none`,
    },
  })
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
