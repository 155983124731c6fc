import { createHash } from 'node:crypto'
import { isWriteTier, needsSecondPerson, TIERS, type Tier } from '@vedette/proto/policy'
import { APPROVAL_MS, type Call, SKEW_TOLERANCE_MS, toApprovalText } from '@vedette/proto/wire'
import type { ServedHere } from '../host/index.ts'
import type { NonceMemory } from './nonces.ts'

// Why a call does not run without a person: a closed word.
export type ApprovalFault =
  | 'approval_missing'
  | 'approval_altered'
  | 'approval_expired'
  | 'approval_of_requester'
  | 'approval_used'

export type ApprovalFacts = Readonly<{
  // Epoch milliseconds.
  now: number
  // Approvals that were used; kept for as long as they could be used again.
  used: Pick<NonceMemory, 'claim'>
}>

// What keeps a call of this tier from running, or null when it may. The tier that holds here is ours to say, and what
// the approval is bound to is compared with the signed call itself. Asked last: what may run has used its approval.
export function findApprovalFault(call: Call, tier: Tier, facts: ApprovalFacts): ApprovalFault | null {
  const isLowered = TIERS.indexOf(call.tier) < TIERS.indexOf(tier)
  const { approval, approved } = call
  if (approval === undefined || approval === '' || approved === undefined)
    return isWriteTier(tier) || isLowered ? 'approval_missing' : null
  if (approved.requester !== call.principal || approved.hash !== toHash(call)) return 'approval_altered'
  const isLong = approved.expires_at - approved.approved_at > APPROVAL_MS
  const isOld = facts.now > approved.expires_at + SKEW_TOLERANCE_MS
  if (isLong || isOld) return 'approval_expired'
  if (needsSecondPerson(tier) && approved.approver === approved.requester) return 'approval_of_requester'
  const until = approved.expires_at + 2 * SKEW_TOLERANCE_MS
  return facts.used.claim(`${approval}:${approved.hash}`, until) ? null : 'approval_used'
}

// What a call may run of an operation: its preview when it asks for one (null: there is none), a write with its key.
export function toPermitted(call: Call, served: ServedHere): ServedHere | null {
  const { run, preview, ...rest } = served
  if (call.preview === true) return preview === undefined ? null : { ...rest, run: preview }
  if (served.kind !== 'write') return served
  const idempotencyKey = toIdempotencyKey(call)
  return {
    ...rest,
    // Built on the context, not copied from it: some of its fields tell when they are taken.
    run: (client, input, context) =>
      run(
        client,
        input,
        Object.create(context, { idempotencyKey: { value: idempotencyKey, enumerable: true } }),
      ),
  }
}

// The same for the same approved action, whatever call carries it; it gives nothing away of the action's handle.
function toIdempotencyKey({ approval }: Call): string {
  return createHash('sha256').update(`vedette.v1.effect:${approval}`).digest('base64url').slice(0, 22)
}

function toHash(call: Call): string {
  const { operation, agent, incarnation, instance, principal } = call
  const text = toApprovalText({
    operation,
    arguments: call.arguments,
    agent,
    incarnation,
    instance,
    requester: principal,
  })
  return createHash('sha256').update(text).digest('hex')
}
