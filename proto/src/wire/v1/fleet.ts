import { z } from 'zod'
import { HEALTH_WORDS } from '../../health/index.ts'
import { TIERS } from '../../policy/index.ts'
import { scopeSchema } from './common.ts'

const name = z.string().min(1).max(128)
const healthWord = z.enum(HEALTH_WORDS)
const reason = z.enum(['not_requested', 'secret_missing', 'secret_key_missing'])
const hash = z.string().max(128)

// Proves both directions: agents echo the newest nonce of each replica, and beat at once on a replica's first ping.
export const pingSchema = z.object({
  type: z.literal('vedette.v1.ping'),
  replica: name,
  nonce: name,
  // Epoch milliseconds of the control plane.
  at: z.number(),
})
export type Ping = z.infer<typeof pingSchema>

export const reportNowSchema = z.object({ type: z.literal('vedette.v1.report-now'), agent: name.optional() })
export type ReportNow = z.infer<typeof reportNowSchema>

// A proven identity: the host's machine id, or the cluster UID with the ServiceAccount.
export const identitySchema = z.object({
  kind: z.enum(['host', 'kubernetes']),
  id: z.string().min(1).max(256),
})
export type Identity = z.infer<typeof identitySchema>

export const connectorHealthSchema = z.object({
  health: healthWord,
  reason: reason.optional(),
  // Closed code when not up: a state word such as `unauthorized`.
  code: z.string().max(128).optional(),
  // RFC 3339: since when the word stands, and when it was last probed.
  since: z.string().max(40),
  checked_at: z.string().max(40).nullable(),
})
export type ConnectorHealth = z.infer<typeof connectorHealthSchema>

export const servedOperationSchema = z.object({
  id: name,
  contract: z.number().int().positive(),
  // SHA-256 over the operation's input and output schemas.
  digest: hash,
  // Set when the connector raises the operation's own tier.
  tier: z.enum(TIERS).optional(),
})
export type ServedOperation = z.infer<typeof servedOperationSchema>

export const connectorStateSchema = connectorHealthSchema.extend({
  instance: name,
  connector: name,
  dialect: z.string().max(32).optional(),
  scopes: z.array(scopeSchema).max(256),
  // Scopes that are known to exist, reached from here or not: the accounts of an organisation.
  known_scopes: z.array(scopeSchema).max(1000).optional(),
  // What the configuration means, proved or not: it names what an instance that is down leaves out, and proves nothing.
  meant_scopes: z.array(scopeSchema).max(16).optional(),
  // Operations that this instance serves when healthy, denied ones left out.
  operations: z.array(servedOperationSchema).max(1000),
  // Operations that policy on the agent denies without narrowing, with the rule's id.
  denied: z
    .array(z.object({ id: name, rule: name }))
    .max(1000)
    .default([]),
  // Which of those cannot be answered now although the instance is not down: nobody asks for them until a probe finds
  // otherwise. An older control plane asks all the same and is answered with the word.
  unanswerable: z
    .array(
      z.object({
        id: name,
        // `connector_down`, `forbidden` or `not_served`; one that this release does not know is `unusable`.
        state: z.string().max(64),
        // RFC 3339.
        since: z.string().max(40),
        code: z.string().max(128).optional(),
        server: z.string().max(256).optional(),
        missing: z.string().max(512).optional(),
        why: z.string().max(512).optional(),
      }),
    )
    .max(1000)
    .optional(),
  // Instances of the same scope that the operator says this one covers.
  covers: z.array(name).max(64).default([]),
  servers: z
    .array(
      z.object({
        name: z.string().max(256),
        health: healthWord,
        code: z.string().max(128).optional(),
        version: z.string().max(128).optional(),
      }),
    )
    .max(256)
    .default([]),
})
export type ConnectorState = z.infer<typeof connectorStateSchema>

export const policyStateSchema = z.object({
  status: z.enum(['APPLYING', 'APPLIED', 'FAILED']),
  local_hash: hash,
  remote_version: z.number().int().nonnegative(),
  remote_hash: hash,
  effective_hash: hash,
  // Closed code of what kept the last policy from being enforced, with FAILED.
  reason: z.enum(['unreadable', 'too_many_rules']).optional(),
  rules: z
    .array(
      z.object({
        id: name,
        deny: name,
        origin: z.enum(['local', 'remote']),
        connector: name.optional(),
        cluster: name.optional(),
        account: name.optional(),
        namespace: name.optional(),
      }),
    )
    .max(1000),
})
export type PolicyState = z.infer<typeof policyStateSchema>

// The whole state of one agent process.
export const reportSchema = z.object({
  type: z.literal('vedette.v1.report'),
  agent: name,
  incarnation: name,
  // Epoch milliseconds of the process start: the newer incarnation of one identity wins.
  started_at: z.number(),
  sequence: z.number().int().nonnegative(),
  identity: identitySchema,
  name,
  version: name,
  labels: z.record(z.string().max(64), z.string().max(256)).default({}),
  sent_at: z.number(),
  connectors: z.array(connectorStateSchema).max(200),
  policy: policyStateSchema,
  // SHA-256 over everything above but sequence and sent_at; beats repeat it.
  digest: hash,
  // As in a beat, and outside the digest; a report that echoes a recent nonce counts as a sign of life.
  pings: z.record(name, name).optional(),
})
export type Report = z.infer<typeof reportSchema>

export const beatSchema = z.object({
  type: z.literal('vedette.v1.beat'),
  agent: name,
  incarnation: name,
  identity: identitySchema,
  // Rises by one with each beat or report of an incarnation.
  sequence: z.number().int().nonnegative(),
  // The newest ping nonce heard per replica.
  pings: z.record(name, name),
  digest: hash,
  sent_at: z.number(),
  leaving: z.literal(true).optional(),
})
export type Beat = z.infer<typeof beatSchema>
