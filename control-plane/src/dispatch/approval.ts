import { createHash } from 'node:crypto'
import type { OperationDefinition } from '@vedette/proto/operations'
import type { Tier } from '@vedette/proto/policy'
import { type Approved, toApprovalText } from '@vedette/proto/wire'
import type { ActionPart } from '../store/types.ts'
import type { Candidate } from './candidates.ts'

// Collects what a tool call would need a person for; all of one call comes under one handle.
export type Pending = Readonly<{
  id: string
  // `unit` is the same for places that read the very same thing: one of them is enough.
  add(part: ActionPart, unit: string): void
}>

// What a person approved: exactly these parts, and who did.
export type Grant = Readonly<{
  id: string
  requester: string
  approver: string
  approved_at: number
  expires_at: number
  parts: readonly ActionPart[]
}>

export type PartFacts = Readonly<{
  candidate: Candidate
  operation: OperationDefinition
  arguments: Readonly<Record<string, unknown>>
  requester: string
}>

// One question to one instance as an action keeps it.
export function toActionPart(facts: PartFacts): ActionPart {
  const { candidate, operation, arguments: args } = facts
  const { view, state, name } = candidate
  return {
    operation: operation.id,
    arguments: args,
    agent: view.agent,
    agent_name: name,
    incarnation: view.incarnation ?? '',
    instance: state.instance,
    tier: tierOf(candidate, operation),
    hash: hashPart(facts),
  }
}

// The tier that an operation has at one instance: its connector may raise it.
export function tierOf({ state }: Candidate, operation: OperationDefinition): Tier {
  return state.operations.find((one) => one.id === operation.id)?.tier ?? operation.tier
}

// The approval that a call of this part may carry, or null where none was given for exactly this.
export function findApproval(grant: Grant, facts: PartFacts): Approved | null {
  if (grant.requester !== facts.requester) return null
  const hash = hashPart(facts)
  if (!grant.parts.some((part) => part.hash === hash)) return null
  const { requester, approver, approved_at, expires_at } = grant
  return { hash, requester, approver, approved_at, expires_at }
}

// SHA-256, in hexadecimal, of all that an approval of this part is bound to.
export function hashPart({ candidate, operation, arguments: args, requester }: PartFacts): string {
  const { view, state } = candidate
  const text = toApprovalText({
    operation: operation.id,
    arguments: args,
    agent: view.agent,
    incarnation: view.incarnation ?? '',
    instance: state.instance,
    requester,
  })
  return createHash('sha256').update(text).digest('hex')
}
