import { z } from 'zod'
import { isState, type State } from '../../visibility/index.ts'

// NATS headers of the protocol: the signature of a call or policy, and a chunk's number in decimal (0 is the header).
export const SIGNATURE_HEADER = 'Vedette-Signature'
export const CHUNK_HEADER = 'Vedette-Chunk'

// Largest chunk of a reply, in bytes, and how many may be under way without an acknowledgement.
export const CHUNK_BYTES = 512 * 1024
export const CHUNK_CREDIT = 4
// Largest reply body, in bytes.
export const REPLY_BYTES = 8 * 1024 * 1024
// Seconds a signed call is valid, and how long its nonce is remembered.
export const CALL_EXPIRY_SECONDS = 30
export const NONCE_MEMORY_SECONDS = 120
// Clock difference that is tolerated, in milliseconds.
export const SKEW_TOLERANCE_MS = 60_000

export const scopeSchema = z.record(z.string().max(64), z.string().max(512))

// A state word as it arrives: a word this version does not know is read as `unusable`, never as a read.
export const partSchema = z
  .looseObject({ scope: scopeSchema, state: z.string().max(64) })
  .transform((part): z.infer<typeof knownPart> => {
    if (isState(part.state)) return knownPart.parse(part)
    return { scope: part.scope, state: 'unusable', why: 'unknown_state' }
  })

const text = z.string().max(1024)
const count = z.number().int().nonnegative()

const knownPart = z.object({
  scope: scopeSchema,
  state: z.custom<State>((word) => typeof word === 'string' && isState(word)),
  items: count.optional(),
  as_of: text.optional(),
  proof: z.enum(['enumerated', 'existence_checked']).optional(),
  why: text.optional(),
  cap: z.enum(['page', 'rows', 'bytes', 'time', 'by_source']).optional(),
  at_least: count.optional(),
  total: count.optional(),
  cursor: z.string().max(2048).optional(),
  newest_at: text.optional(),
  lag_ms: z.number().optional(),
  because: text.optional(),
  rule: text.optional(),
  reason: z.enum(['not_requested', 'secret_missing', 'secret_key_missing']).optional(),
  agent_version: text.optional(),
  last_seen: text.optional(),
  code: text.optional(),
  server: text.optional(),
  since: text.optional(),
  waited_ms: z.number().optional(),
  phase: z.enum(['connect', 'first_byte', 'body', 'agent']).optional(),
  credential: text.optional(),
  missing: text.optional(),
  retry_after_ms: z.number().optional(),
  by: z.enum(['vendor', 'us']).optional(),
  status: z.number().int().optional(),
  errno: text.optional(),
  skew_ms: z.number().optional(),
  limit: z.number().optional(),
})

export type WirePart = z.infer<typeof knownPart>
