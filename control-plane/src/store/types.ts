import type { DenyRule, Mode, PolicyAssertion, Tier } from '@vedette/proto/policy'
import type { InvestigationStore, KnowledgeStore, ObjectReadStore } from './memory-types.ts'

export type Role = 'viewer' | 'approver' | 'admin'

// Who asks: always of one organisation; the account on the bus follows from it and from nothing else.
export type Principal = Readonly<{
  organisation: string
  // Token id, stable and not secret.
  id: string
  name: string
  mode: Mode
  role: Role
  // Set on a token that acts for somebody else: it is never offered a write.
  delegated?: boolean
  // Operation families (`k8s`, `db`) and tiers this token is narrowed to; absent means all.
  families?: readonly string[]
  tiers?: readonly Tier[]
}>

export type TokenRow = Omit<Principal, 'id'> &
  Readonly<{ id: string; created_at: string; last_used_at: string | null; revoked_at: string | null }>

export type JoinTokenRow = Readonly<{
  id: string
  organisation: string
  labels: Readonly<Record<string, string>>
  expires_at: string | null
  max_uses: number | null
  uses: number
  revoked_at: string | null
}>

// An enrolled agent key: one row for each key of an agent.
export type EnrolmentRow = Readonly<{
  agent: string
  organisation: string
  public_key: string
  identity_kind: 'host' | 'kubernetes'
  identity_id: string
  name: string
  labels: Readonly<Record<string, string>>
  enrolled_at: string
  renewed_at: string
  revoked_at: string | null
}>

// A cluster registered ahead: what its agent's ServiceAccount token must say, and the agent id that waits for it.
export type ClusterRow = Readonly<{
  organisation: string
  alias: string
  agent: string
  namespace: string
  serviceaccount: string
  issuer: string
  // Uploaded keys; null: they are read from the issuer, over https, with `ca` (PEM) where it is private.
  jwks: Readonly<Record<string, unknown>> | null
  ca: string | null
  labels: Readonly<Record<string, string>>
  registered_at: string
}>

// A disputed agent id, kept until a key of it is revoked. `since` and `last_seen` in epoch milliseconds.
export type DisputeRow = Readonly<{
  organisation: string
  agent: string
  since: number
  // Revoked keys of the agent when the dispute began: one more means that a person resolved it.
  revoked: number
  claimants: readonly Readonly<{
    identity: Readonly<{ kind: 'host' | 'kubernetes'; id: string }>
    incarnation: string
    last_seen: number
  }>[]
}>

// A tool call as it was answered.
export type AuditRow = Readonly<{
  organisation: string
  // RFC 3339.
  at: string
  principal: string
  tool: string
  visibility: string | null
  error: string | null
  took_ms: number
  bytes: number
  sha256: string
  agents: readonly string[]
  // The id of the tool call.
  call?: string
  tier?: Tier
  arguments?: unknown
  purpose?: string
  investigation?: string
}>

// One link of a writer's chain: `body` is the canonical JSON that `hash` is the SHA-256 of; the columns repeat it.
export type AuditLink = Readonly<{
  organisation: string
  writer: string
  seq: number
  // Epoch milliseconds.
  at: number
  kind: string
  principal: string | null
  action: string
  agent: string | null
  call: string | null
  hash: string
  body: string
}>

// How far a chain had come, signed by the control plane.
export type AuditHead = Readonly<{
  organisation: string
  writer: string
  seq: number
  hash: string
  at: number
  signature: string
}>

// What an agent's instance sent within a day in UTC, in calls and in bytes as they came over the bus.
export type SentVolume = Readonly<{
  agent: string
  instance: string
  // YYYY-MM-DD.
  day: string
  calls: number
  bytes: number
}>

export type AuditFilter = Readonly<{
  kind?: string
  principal?: string
  action?: string
  agent?: string
  call?: string
  // Epoch milliseconds, both inclusive.
  from?: number
  to?: number
  limit: number
}>

// A denylist as it was applied; versions rise and are never changed.
export type PolicyVersionRow = Readonly<{
  organisation: string
  version: number
  rules: readonly DenyRule[]
  assertions: readonly PolicyAssertion[]
  // SHA-256 over the canonical rules, in hexadecimal.
  hash: string
  // RFC 3339.
  applied_at: string
  // Token id.
  applied_by: string
  note: string
  // The version whose rules these are again.
  copy_of: number | null
}>

// What is being composed: one an organisation. `revision` is new with each edit.
export type PolicyDraftRow = Readonly<{
  organisation: string
  revision: string
  rules: readonly DenyRule[]
  assertions: readonly PolicyAssertion[]
  edited_at: string
  edited_by: string
}>

// How far a pending action has come.
export const ACTION_STATES = Object.freeze([
  'approval_pending',
  'approved',
  'denied',
  'expired',
  'void',
  'running',
  'done',
  'outcome_unknown',
] as const)
export type ActionState = (typeof ACTION_STATES)[number]

// One question to one place that an action consists of; `hash` binds its approval to exactly this.
export type ActionPart = Readonly<{
  operation: string
  arguments: Readonly<Record<string, unknown>>
  agent: string
  agent_name: string
  incarnation: string
  instance: string
  tier: Tier
  hash: string
}>

// A call that waits for a person, or did; times in epoch milliseconds.
export type ActionRow = Readonly<{
  organisation: string
  // The handle, 128 random bits; who is not its requester cannot tell it from an unknown one.
  id: string
  requester: string
  tool: string
  // As they were written by the caller.
  arguments: Readonly<Record<string, unknown>>
  // The riskiest of its parts.
  tier: Tier
  parts: readonly ActionPart[]
  // What the source said that it would do; null where there is none.
  preview: Readonly<Record<string, unknown>> | null
  investigation: string | null
  state: ActionState
  // A closed word, such as why it is void.
  why: string | null
  created_at: number
  expires_at: number
  decided_at: number | null
  approver: string | null
  // While it runs: the moment after which nobody can be running it any more.
  run_until: number | null
}>

export type ActionChange = Readonly<{
  from: readonly ActionState[]
  to: ActionState
  why?: string | null
  decided_at?: number
  approver?: string
  run_until?: number
}>

// What was larger than an answer, as it is kept: `body` is base64 of gzip of JSON; times in epoch milliseconds.
export type ResultSetRow = Readonly<{
  organisation: string
  principal: string
  // The handle, 128 random bits; bound to its principal.
  id: string
  tool: string
  created_at: number
  expires_at: number
  // Length of `body`.
  bytes: number
  body: string
}>

export type NewToken = Readonly<{
  organisation: string
  name: string
  mode: Mode
  role: Role
  delegated?: boolean
  families?: readonly string[]
  tiers?: readonly Tier[]
}>

// The durable truth, the same over node:sqlite and PostgreSQL. Every query has the organisation in its key.
export type Store = Readonly<{
  organisations: {
    create(name: string): Promise<void>
    list(): Promise<readonly string[]>
  }
  tokens: {
    // The secret is returned once; only its SHA-256 is kept.
    create(token: NewToken): Promise<Readonly<{ id: string; secret: string }>>
    // Makes a token whose secret is known already (the local file) valid; keeps the row if it stands.
    ensure(token: NewToken, secret: string): Promise<Readonly<{ id: string }>>
    verify(secret: string): Promise<Principal | null>
    list(organisation: string): Promise<readonly TokenRow[]>
    revoke(organisation: string, id: string): Promise<boolean>
  }
  joinTokens: {
    create(
      token: Readonly<{
        organisation: string
        labels?: Readonly<Record<string, string>>
        ttl_ms: number | null
        max_uses: number | null
      }>,
    ): Promise<Readonly<{ id: string; secret: string }>>
    // Uses it up by one, atomically; says why not.
    redeem(
      secret: string,
      now: number,
    ): Promise<JoinTokenRow | 'token_unknown' | 'token_used' | 'token_expired' | 'revoked'>
    list(organisation: string): Promise<readonly JoinTokenRow[]>
    revoke(organisation: string, id: string): Promise<boolean>
  }
  enrolments: {
    add(row: Omit<EnrolmentRow, 'enrolled_at' | 'renewed_at' | 'revoked_at'>, now: number): Promise<void>
    renew(organisation: string, agent: string, publicKey: string, now: number): Promise<boolean>
    find(organisation: string, agent: string): Promise<readonly EnrolmentRow[]>
    findByIdentity(
      organisation: string,
      identity: Readonly<{ kind: string; id: string }>,
    ): Promise<readonly EnrolmentRow[]>
    list(organisation: string): Promise<readonly EnrolmentRow[]>
    rename(organisation: string, agent: string, name: string): Promise<boolean>
    // Forgets keys of one agent, in force but not renewed since `before` (epoch milliseconds); revoked ones stay.
    forget(organisation: string, agent: string, before: number): Promise<number>
    revoke(
      organisation: string,
      agent: string,
      publicKey: string | null,
      now: number,
    ): Promise<readonly string[]>
  }
  clusters: {
    list(organisation: string): Promise<readonly ClusterRow[]>
    // Adds or replaces by alias, in one transaction with the removals: all of it or nothing.
    apply(
      organisation: string,
      change: Readonly<{ put: readonly Omit<ClusterRow, 'organisation'>[]; remove: readonly string[] }>,
    ): Promise<void>
  }
  disputes: {
    // Keeps a dispute; one of the same agent is replaced.
    put(row: DisputeRow): Promise<void>
    list(organisation: string): Promise<readonly DisputeRow[]>
    remove(organisation: string, agent: string): Promise<void>
  }
  policies: {
    // False when the version stands already: somebody else applied one meanwhile.
    add(row: PolicyVersionRow): Promise<boolean>
    // Newest first.
    list(organisation: string, limit: number): Promise<readonly PolicyVersionRow[]>
    find(organisation: string, version: number): Promise<PolicyVersionRow | null>
    draft(organisation: string): Promise<PolicyDraftRow | null>
    // False when the draft is not at revision `before` any more (null: there was none).
    putDraft(row: PolicyDraftRow, before: string | null): Promise<boolean>
    dropDraft(organisation: string, revision: string): Promise<boolean>
  }
  audit: {
    // All or none of it; a link that stands already is never replaced.
    append(
      links: readonly AuditLink[],
      heads: readonly AuditHead[],
      volumes?: readonly (SentVolume & Readonly<{ organisation: string }>)[],
    ): Promise<void>
    // Since that day, by agent, instance and day.
    volumes(organisation: string, since: string): Promise<readonly SentVolume[]>
    // The links of one chain after `after`, in order.
    read(
      chain: Readonly<{ organisation: string; writer: string }>,
      after: number,
      limit: number,
    ): Promise<readonly AuditLink[]>
    // Newest first.
    search(organisation: string, filter: AuditFilter): Promise<readonly AuditLink[]>
    // Names of all chains that have a link or a head.
    writers(organisation: string): Promise<readonly string[]>
    // Newest first.
    heads(organisation: string): Promise<readonly AuditHead[]>
    // Every organisation that the audit knows, the control plane's own rows included.
    organisations(): Promise<readonly string[]>
  }
  actions: {
    add(row: ActionRow): Promise<void>
    find(organisation: string, id: string): Promise<ActionRow | null>
    // Newest first.
    list(
      organisation: string,
      filter: Readonly<{ requester?: string; limit: number }>,
    ): Promise<readonly ActionRow[]>
    // Moves it if its state is one of `from`, atomically; false when it is not.
    move(organisation: string, id: string, change: ActionChange): Promise<boolean>
  }
  objectReads: ObjectReadStore
  results: {
    add(row: ResultSetRow): Promise<void>
    // Null for what is unknown, expired or somebody else's: nobody can tell which.
    find(
      organisation: string,
      key: Readonly<{ principal: string; id: string; now: number }>,
    ): Promise<ResultSetRow | null>
    // The newest first.
    list(
      organisation: string,
      principal: string,
    ): Promise<readonly Pick<ResultSetRow, 'id' | 'bytes' | 'created_at'>[]>
    remove(organisation: string, key: Readonly<{ principal: string; ids: readonly string[] }>): Promise<void>
    // Forgets what has expired.
    expire(organisation: string, now: number): Promise<void>
  }
  // Reads that cost money, by day (days in UTC since 1970).
  spending: {
    find(organisation: string, day: number): Promise<number>
    // Adds calls and gives the new sum of that day; forgets the days before.
    add(organisation: string, spent: Readonly<{ day: number; calls: number }>): Promise<number>
  }
  investigations: InvestigationStore
  knowledge: KnowledgeStore
  close(): Promise<void>
}>
