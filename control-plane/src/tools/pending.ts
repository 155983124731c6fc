import { findOperation } from '@vedette/proto/operations'
import { isWriteTier, needsSecondPerson } from '@vedette/proto/policy'
import { toReadBody } from '../answers/body.ts'
import { type SealedAnswer, sealAnswer } from '../answers/index.ts'
import type { Actions, Collector, Ran } from '../approvals/index.ts'
import type { ReadResult } from '../dispatch/types.ts'
import type { ActionRow, Principal } from '../store/types.ts'
import { sealOwn } from './own.ts'
import { toAdmission } from './rights.ts'
import { toRfc3339 } from './time.ts'
import type { Elicited, ToolContext, ToolError, ToolResult } from './types.ts'

export const UNKNOWN_ACTION: ToolError = Object.freeze({
  code: 'unknown_action',
  message: 'there is no such pending action of yours',
  retryable: false,
  field: 'id',
  fix: 'actions_list names yours',
})

export type ActionBody = ReturnType<typeof toActionBody>

// What an action is to who asked for it, or decides it: never its hashes.
export function toActionBody(row: ActionRow) {
  const { id, tool, state, why, tier, preview, parts } = row
  return {
    status: state,
    pending_action_id: id,
    ...(why === null ? {} : { why }),
    tool,
    tier,
    arguments: row.arguments,
    asks: parts.map((part) => ({
      operation: part.operation,
      arguments: part.arguments,
      agent: part.agent_name,
      instance: part.instance,
      tier: part.tier,
    })),
    ...(preview === null ? {} : { preview }),
    created_at: toRfc3339(row.created_at),
    expires_at: toRfc3339(row.expires_at),
    approver: needsSecondPerson(tier) ? 'somebody else than who asked' : 'who asked, or an approver',
    meaning: MEANINGS[state],
  }
}

const MEANINGS: Readonly<Record<ActionRow['state'], string>> = Object.freeze({
  approval_pending: 'nothing was done: it waits for a person; once approved, actions_run runs it',
  approved: 'nothing was done yet: actions_run runs it, once',
  denied: 'nothing was done: a person refused it',
  expired: 'nothing was done: nobody approved and ran it in time; ask again',
  void: 'nothing was done: it can no longer run; ask again',
  running: 'it is being run now',
  done: 'it has run; the answer was given to who ran it',
  outcome_unknown: 'it may or may not have happened, and is never run again by itself: look at the source',
})

// The sealed account of an action that was not run by this call.
export function sealStanding(tool: string, action: ActionRow, now: number): SealedAnswer {
  return sealOwn({
    tool,
    args: { text: { id: action.id }, page: 1, detail: 'brief' },
    body: toActionBody(action),
    items: 1,
    now,
    narrow: [],
  })
}

// The sealed answer of an action that has just run; its status stands first, whatever was read.
export function sealRan(tool: string, ran: Extract<Ran, { kind: 'ran' }>, now: number): SealedAnswer {
  const { action, reads } = ran
  if (action.state === 'void' || reads.length === 0) return sealStanding(tool, action, now)
  const [only, ...others] = reads
  const results = others.length === 0 && only !== undefined ? toReadBody(only, 'brief') : toResults(reads)
  return sealAnswer({
    reads,
    body: { status: action.state, pending_action_id: action.id, ...results },
    asked: { id: action.id, tool: action.tool, arguments: action.arguments },
    defaulted: [],
    window: null,
    detail: 'brief',
    narrow: [],
    now,
    ...(action.state === 'outcome_unknown' ? { error: toUnknownOutcome(action) } : {}),
  })
}

function toResults(reads: readonly ReadResult[]): Readonly<Record<string, unknown>> {
  return {
    results: reads.map((read) => ({ operation: read.request.operation.id, ...toReadBody(read, 'brief') })),
  }
}

function toUnknownOutcome({ id, why }: ActionRow) {
  return {
    code: 'outcome_unknown',
    message: `${id} may or may not have happened (${why ?? 'no answer'}); it is never run again by itself: look at the source`,
  }
}

export type Settling = Readonly<{
  actions: Actions
  tool: string
  args: Readonly<Record<string, unknown>>
  context: ToolContext
  collector: Collector
  now: number
  // What would be done, and the answer that showed it.
  preview?: Readonly<Record<string, unknown>>
}>

// Keeps what a call needs a person for, so that it can be decided. Null when it needs none.
export async function openPending(settling: Settling): Promise<ActionRow | null> {
  const { actions, collector, tool, args, context, preview } = settling
  const parts = collector.parts()
  if (parts.length === 0) return null
  const { principal, investigation } = context
  return actions.open({
    id: collector.pending.id,
    principal,
    tool,
    arguments: args,
    parts,
    ...(preview === undefined ? {} : { preview }),
    ...(investigation === undefined ? {} : { investigation }),
  })
}

// Lets who asked decide where they may, and runs it then. Null: nobody could be asked, so the action goes on waiting.
export async function askRequester(action: ActionRow, settling: Settling): Promise<ToolResult | null> {
  const { actions, context, tool, now } = settling
  const { principal, budget_ms } = context
  if (needsSecondPerson(action.tier)) return null
  // What costs money is here because its budget is spent: no mode spends more.
  const isFree = isWriteTier(action.tier) && toAdmission(action.tier, principal) === 'runs'
  const said = isFree ? 'accept' : await context.elicit?.({ id: action.id, message: toQuestion(action) })
  if (said !== 'accept' && said !== 'decline') return null
  const verdict = said === 'accept' ? 'approve' : 'deny'
  const decided = await actions.decide({ principal, id: action.id, verdict, as: 'requester' })
  if (decided.kind === 'refused') return sealStanding(tool, decided.action ?? action, now)
  if (decided.action.state !== 'approved') return sealStanding(tool, decided.action, now)
  return runAction({ actions, tool, principal, id: action.id, budget_ms, now })
}

// Goes on with an action that its requester was asked about: the same call again, to the byte, with their answer.
export async function resumePending(
  { id, said }: Readonly<{ id: string; said: Elicited }>,
  settling: Settling,
): Promise<ToolResult> {
  const { actions, context, tool, args, now } = settling
  const action = await actions.find(context.principal, id)
  if (action === null || action.tool !== tool || !isSame(action.arguments, args))
    return { kind: 'error', error: UNKNOWN_ACTION }
  const asked = { ...settling, context: { ...context, elicit: async () => said } }
  return (await askRequester(action, asked)) ?? sealStanding(tool, action, now)
}

function isSame(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): boolean {
  const toText = (record: Readonly<Record<string, unknown>>) =>
    JSON.stringify(Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1)))
  return toText(a) === toText(b)
}

// Runs an action of this principal and seals what came of it.
export async function runAction(
  facts: Readonly<{
    actions: Actions
    tool: string
    principal: Principal
    id: string
    budget_ms: number
    now: number
  }>,
): Promise<ToolResult> {
  const { actions, tool, principal, id, budget_ms, now } = facts
  const ran = await actions.run({ principal, id, budget_ms })
  if (ran.kind === 'unknown_action') return { kind: 'error', error: UNKNOWN_ACTION }
  return ran.kind === 'stands' ? sealStanding(tool, ran.action, now) : sealRan(tool, ran, now)
}

// What a person in front of a client is asked; titles are ours, arguments are quoted and cut.
export function toQuestion({ tool, tier, arguments: args, parts }: ActionRow): string {
  const titles = [...new Set(parts.map((part) => findOperation(part.operation)?.title ?? part.operation))]
  const where = [...new Set(parts.map((part) => `${part.instance} of ${part.agent_name}`))]
  const quoted = JSON.stringify(args).replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ')
  const shown = quoted.length > 600 ? `${quoted.slice(0, 600).toWellFormed()}...` : quoted
  return `Allow "${titles.slice(0, 3).join('", "')}" (${tier}) at ${where.slice(0, 5).join(', ')}? ${tool} with ${shown}`
}
