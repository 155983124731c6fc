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
    revoke(
      organisation: string,
      agent: string,
      publicKey: string | null,
      now: number,
    ): Promise<readonly string[]>
  }
  audit: {
    append(row: AuditRow): Promise<void>
    list(organisation: string, limit: number): Promise<readonly AuditRow[]>
  }
  close(): Promise<void>
}>
