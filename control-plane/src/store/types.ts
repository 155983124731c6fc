import type { Mode, Tier } from '@vedette/proto/policy'

export type Role = 'viewer' | 'approver' | 'admin'

// Who asks: always of one organisation; the account on the bus follows from it and from nothing else.
export type Principal = Readonly<{
  organisation: string
  // Token id, stable and not secret.
  id: string
  name: string
  mode: Mode
  role: Role
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

export type NewToken = Readonly<{
  organisation: string
  name: string
  mode: Mode
  role: Role
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
  audit: {
    // All or none of it; a link that stands already is never replaced.
    append(links: readonly AuditLink[], heads: readonly AuditHead[]): Promise<void>
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
  close(): Promise<void>
}>
