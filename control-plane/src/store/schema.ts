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
    delegated: number
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
  clusters: {
    organisation: string
    alias: string
    agent: string
    namespace: string
    serviceaccount: string
    issuer: string
    jwks: string | null
    ca: string | null
    labels: string
    registered_at: number
  }
  disputes: {
    organisation: string
    agent: string
    since: number
    revoked: number
    claimants: string
  }
  audit_links: {
    organisation: string
    writer: string
    seq: number
    at: number
    kind: string
    principal: string | null
    action: string
    agent: string | null
    call: string | null
    hash: string
    body: string
  }
  sent_volumes: {
    organisation: string
    agent: string
    instance: string
    day: string
    calls: number
    bytes: number
  }
  audit_heads: {
    organisation: string
    writer: string
    seq: number
    hash: string
    at: number
    signature: string
  }
  policies: {
    organisation: string
    version: number
    rules: string
    assertions: string
    hash: string
    applied_at: number
    applied_by: string
    note: string
    copy_of: number | null
  }
  policy_drafts: {
    organisation: string
    revision: string
    rules: string
    assertions: string
    edited_at: number
    edited_by: string
  }
  actions: {
    organisation: string
    id: string
    requester: string
    tool: string
    arguments: string
    tier: string
    parts: string
    preview: string | null
    investigation: string | null
    state: string
    why: string | null
    created_at: number
    expires_at: number
    decided_at: number | null
    approver: string | null
    run_until: number | null
  }
  investigations: {
    organisation: string
    id: string
    title: string
    titled_by: string | null
    principal: string
    client: string
    opened_at: number
    last_at: number
    calls: number
    partial: number
    none: number
    errors: number
    outcome: string | null
    outcome_by: string | null
  }
  investigation_steps: {
    organisation: string
    investigation: string
    call: string
    // Its place in the thread.
    n: number
    at: number
    principal: string
    tool: string
    title: string
    purpose: string | null
    arguments: string
    visibility: string | null
    error: string | null
    took_ms: number
    sources: string
  }
  investigation_entries: {
    organisation: string
    investigation: string
    id: string
    at: number
    updated_at: number
    principal: string
    author: string
    kind: string
    text: string
    word: string | null
    evidence: string
  }
  investigation_threads: {
    organisation: string
    principal: string
    client: string
    investigation: string
    at: number
  }
  knowledge_facts: {
    organisation: string
    id: string
    kind: string
    from_name: string
    to_name: string
    namespace: string | null
    scope: string
    operation: string
    call: string | null
    seen_at: number
  }
  knowledge_notes: {
    organisation: string
    id: string
    kind: string
    text: string
    state: string
    proposed_by: string
    author: string
    investigation: string | null
    created_at: number
    decided_by: string | null
    decided_at: number | null
  }
  result_sets: {
    organisation: string
    principal: string
    id: string
    tool: string
    created_at: number
    expires_at: number
    bytes: number
    body: string
  }
  metered_spending: { organisation: string; day: number; calls: number }
  object_reads: {
    organisation: string
    investigation: string
    object: string
    resource_version: string
    at: number
  }
  migrations: { name: string; applied_at: number }
}>
