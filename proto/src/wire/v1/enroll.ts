import { z } from 'zod'
import { identitySchema } from './fleet.ts'

// The audience of a ServiceAccount token that enrols an agent.
export const KUBERNETES_AUDIENCE = 'vedette'

// A lobby connection asks to become an agent; the reply goes to the request's reply subject.
export const enrollRequestSchema = z.discriminatedUnion('proof', [
  z.object({
    type: z.literal('vedette.v1.enroll'),
    proof: z.literal('join_token'),
    join_token: z.string().min(16).max(256),
    // The agent's public NKey (`U...`); its seed never leaves the agent.
    public_key: z.string().min(40).max(80),
    identity: identitySchema,
    name: z.string().min(1).max(128),
    version: z.string().max(128),
  }),
  z.object({
    type: z.literal('vedette.v1.enroll'),
    proof: z.literal('renewal'),
    agent: z.string().min(1).max(64),
    public_key: z.string().min(40).max(80),
    // Base64url Ed25519 signature by the agent's NKey over `vedette.v1.renewal:<agent>:<at>`.
    signature: z.string().max(256),
    at: z.number(),
  }),
  z.object({
    type: z.literal('vedette.v1.enroll'),
    proof: z.literal('kubernetes'),
    // The pod's projected ServiceAccount token for the audience KUBERNETES_AUDIENCE; who it is follows from it alone.
    token: z.string().min(16).max(8192),
    public_key: z.string().min(40).max(80),
    version: z.string().max(128),
  }),
])
export type EnrollRequest = z.infer<typeof enrollRequestSchema>

// A key that signs calls; keys rotate, the set comes with each enrolment and renewal.
export const signingKeySchema = z.object({
  kid: z.string().min(1).max(64),
  // The raw 32 bytes of an Ed25519 public key, in base64url.
  public_key: z.string().min(1).max(256),
})
export type SigningKey = z.infer<typeof signingKeySchema>

export const enrollReplySchema = z.discriminatedUnion('outcome', [
  z.object({
    type: z.literal('vedette.v1.enrolled'),
    outcome: z.literal('enrolled'),
    agent: z.string().min(1).max(64),
    // NATS user JWT for the agent's public key.
    jwt: z.string().max(16_384),
    expires_at: z.number(),
    signing_keys: z.array(signingKeySchema).min(1).max(16),
    // Milliseconds of one tick of the fleet.
    tick_ms: z.number().int().positive(),
    organisation: z.string().max(128),
    // What the proof proved, where the agent cannot know it by itself; beats and reports carry it.
    identity: identitySchema.optional(),
  }),
  z.object({
    type: z.literal('vedette.v1.enrolled'),
    outcome: z.literal('refused'),
    error: z.object({
      code: z.enum([
        'token_unknown',
        'token_used',
        'token_expired',
        'revoked',
        'bad_proof',
        'malformed',
        // Of a Kubernetes proof: no registered cluster fits the token, or its issuer's keys cannot be read now.
        'cluster_unknown',
        'issuer_away',
      ]),
      message: z.string().max(512),
    }),
  }),
])
export type EnrollReply = z.infer<typeof enrollReplySchema>

// The exact text that a renewal signs.
export function toRenewalText(agent: string, at: number): string {
  return `vedette.v1.renewal:${agent}:${at}`
}
