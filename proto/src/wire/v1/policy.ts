import { z } from 'zod'

const name = z.string().min(1).max(128)

// One rule on the wire: `deny` names an operation or a family; the rest narrows it.
export const wireRuleSchema = z.object({
  id: name,
  deny: name,
  connector: name.optional(),
  cluster: name.optional(),
  account: name.optional(),
  namespace: name.optional(),
})
export type WireRule = z.infer<typeof wireRuleSchema>

// The applied remote denylist, signed like a call and bound to one process; a later version replaces an earlier one.
export const policyMessageSchema = z.object({
  type: z.literal('vedette.v1.policy'),
  agent: name,
  incarnation: name,
  version: z.number().int().nonnegative(),
  rules: z.array(wireRuleSchema).max(1000),
  issued_at: z.number(),
})
export type PolicyMessage = z.infer<typeof policyMessageSchema>
