import { z } from 'zod'

const name = z.string().min(1).max(128)

// Milliseconds for which an action may be approved and run, from the moment it was asked for.
export const APPROVAL_MS = 15 * 60_000

// A person's approval as it travels in the signed call, beside the id of the action that it is for.
export const approvedSchema = z.object({
  // SHA-256, in hexadecimal, of `toApprovalText`.
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  requester: name,
  approver: name,
  // Epoch milliseconds of the control plane.
  approved_at: z.number(),
  expires_at: z.number(),
})
export type Approved = z.infer<typeof approvedSchema>

// What an approval is bound to: a change of any of it is another question, which nobody approved.
export type ApprovalFacts = Readonly<{
  operation: string
  arguments: Readonly<Record<string, unknown>>
  agent: string
  incarnation: string
  instance: string
  requester: string
}>

// The exact text whose hash an approval holds: arguments count by their JSON, byte by byte, whatever the order of their
// keys.
export function toApprovalText(facts: ApprovalFacts): string {
  const { operation, arguments: args, agent, incarnation, instance, requester } = facts
  const text = toSortedJson({ operation, arguments: args, agent, incarnation, instance, requester })
  return `vedette.v1.approval:${text}`
}

// Unlike canonical JSON, no two spellings of a text are one.
function toSortedJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  )
}
