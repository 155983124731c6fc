import { z } from 'zod'
import { TIERS } from '../../policy/index.ts'
import { approvedSchema } from './approval.ts'
import { partSchema } from './common.ts'

const name = z.string().min(1).max(128)

// One signed request; the signature header covers these exact bytes.
export const callSchema = z.object({
  type: z.literal('vedette.v1.call'),
  call: name,
  replica: name,
  agent: name,
  incarnation: name,
  operation: name,
  contract: z.number().int().positive(),
  // The connector instance on the agent.
  instance: name,
  arguments: z.record(z.string(), z.unknown()),
  tier: z.enum(TIERS),
  principal: name,
  // Thread whose redaction tags this call shares.
  investigation: name.optional(),
  // Epoch milliseconds of the control plane; `budget_ms` is the same deadline as a duration, immune to skew.
  deadline: z.number(),
  budget_ms: z.number().int().positive(),
  policy_hash: z.string().max(128),
  // The action that a person approved, and what the approval is bound to.
  approval: z.string().max(128).optional(),
  approved: approvedSchema.optional(),
  // A write is asked what it would do; nothing is changed and no approval is needed.
  preview: z.literal(true).optional(),
  nonce: name,
  issued_at: z.number(),
  expires_at: z.number(),
})
export type Call = z.infer<typeof callSchema>

export const cancelSchema = z.object({ type: z.literal('vedette.v1.cancel'), call: name, replica: name })
export type Cancel = z.infer<typeof cancelSchema>

// Acknowledges chunks up to and including `chunk`, and so grants credit for as many more.
export const ackSchema = z.object({
  type: z.literal('vedette.v1.ack'),
  call: name,
  replica: name,
  chunk: z.number().int().nonnegative(),
})
export type Ack = z.infer<typeof ackSchema>

// Tells a replaced incarnation to stop.
export const stopSchema = z.object({
  type: z.literal('vedette.v1.stop'),
  incarnation: name,
  why: z.enum(['superseded', 'revoked']),
})
export type Stop = z.infer<typeof stopSchema>

const replyBase = {
  type: z.literal('vedette.v1.reply'),
  call: name,
  agent: name,
  incarnation: name,
  operation: name,
  // Milliseconds that the agent worked.
  took_ms: z.number().nonnegative(),
  sent_at: z.number(),
  vendor_calls: z.number().int().nonnegative().default(0),
}

// A reply's header, chunk 0. `body` chunks follow only when something was read.
export const replySchema = z.discriminatedUnion('outcome', [
  z.object({
    ...replyBase,
    outcome: z.literal('answered'),
    parts: z.array(partSchema).min(1).max(2000),
    // Absent when no part was read: then there is no body.
    body_bytes: z.number().int().nonnegative(),
    body_sha256: z.string().max(64),
    chunks: z.number().int().nonnegative(),
    query: z.string().max(8192).optional(),
    dialect: z.string().max(32).optional(),
    url: z.string().max(2048).optional(),
    warnings: z.array(z.string().max(512)).max(20).optional(),
    redacted: z.record(z.string().max(64), z.number().int().nonnegative()).default({}),
  }),
  z.object({
    ...replyBase,
    outcome: z.literal('refused'),
    // The caller's argument is wrong: a typed error instead of a reading.
    error: z.object({
      code: z.enum(['invalid_argument', 'wrong_dialect', 'not_found']),
      field: z.string().max(128),
      message: z.string().max(512),
      fix: z.string().max(512),
    }),
  }),
])
export type Reply = z.infer<typeof replySchema>
