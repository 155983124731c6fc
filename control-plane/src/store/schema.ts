// The tables as kysely sees them: times are epoch milliseconds, structured values are JSON text.
export type Schema = Readonly<{
  organisations: { name: string; created_at: number }
  tokens: {
    organisation: string
    id: string
    hash: string
    name: string
    mode: string
    role: string
    families: string | null
    tiers: string | null
    created_at: number
    last_used_at: number | null
    revoked_at: number | null
  }
  join_tokens: {
    organisation: string
    id: string
    hash: string
    labels: string
    created_at: number
    expires_at: number | null
    max_uses: number | null
    uses: number
    revoked_at: number | null
  }
  enrolments: {
    organisation: string
    agent: string
    public_key: string
    identity_kind: string
    identity_id: string
    name: string
    labels: string
    enrolled_at: number
    renewed_at: number
    revoked_at: number | null
  }
  audit: {
    organisation: string
    id: string
    at: number
    principal: string
    tool: string
    visibility: string | null
    error: string | null
    took_ms: number
    bytes: number
    sha256: string
    agents: string
  }
  migrations: { name: string; applied_at: number }
}>
