import type { DenyRule, PolicyAssertion } from '@vedette/proto/policy'
import type { AgentView } from '../fleet/types.ts'
import type { PolicyDraftRow, PolicyVersionRow, Principal } from '../store/types.ts'

// A policy as people send it: rules as ids, families or narrowed objects, and what must hold of them.
export type PolicyText = Readonly<{ rules: unknown; assertions?: unknown }>

// An operation that a rule or assertion names and this release does not know; `nearest` are ids that were perhaps meant.
export type UnknownOperation = Readonly<{ operation: string; nearest: readonly string[] }>

// A policy that can be kept: parsed, with what does not hold.
export type CheckedPolicy = Readonly<{
  rules: readonly DenyRule[]
  assertions: readonly PolicyAssertion[]
  // SHA-256 over the canonical rules, in hexadecimal.
  hash: string
  // Kept and enforced as soon as an agent knows them.
  unknown: readonly UnknownOperation[]
  // Must be empty before it can be applied.
  failed: readonly PolicyAssertion[]
}>

// One operation of one instance that a policy takes away, or gives back.
export type SurfaceChange = Readonly<{
  agent: string
  name: string
  status: AgentView['status']
  instance: string
  operation: string
  rule: string
}>

// What would change if a policy were applied, by what agents last said of themselves.
export type PolicyEffect = Readonly<{
  disappears: readonly SurfaceChange[]
  returns: readonly SurfaceChange[]
  // Operations that stay but lose a scope to a narrowed rule that is not in force there yet.
  narrowed: readonly (SurfaceChange & Readonly<{ scope: Readonly<Record<string, string>> }>)[]
  // Tools that would no longer be offered, and those that would be again.
  tools: Readonly<{ disappear: readonly string[]; return: readonly string[] }>
  // Agents that never reported since this control plane started: what would go there is not known.
  not_known: readonly Readonly<{ agent: string; name: string }>[]
}>

// `APPLYING`: it does not say yet that it enforces the applied version. `FAILED`: it says it cannot, or says what does
// not fit. `APPLIED`: what it reports, hashed again here, is exactly what must be enforced.
export type AgentPolicy = Readonly<{
  agent: string
  name: string
  status: 'APPLYING' | 'APPLIED' | 'FAILED'
  reason:
    | 'agent_offline'
    | 'disputed'
    | 'not_reported'
    | 'pushed'
    | 'not_taken'
    | 'refused_by_agent'
    | 'newer_version'
    | 'hash_mismatch'
    | null
  // The agent's own word on why it failed, if it has one.
  detail: string | null
  remote_version: number | null
  local_hash: string | null
  effective_hash: string | null
  // What `effective_hash` must be; null until the agent has reported its local rules.
  expected_hash: string | null
}>

// The applied policy beside the draft, and how far each agent is.
export type PolicyPage = Readonly<{
  organisation: string
  // Null: none was ever applied.
  applied: PolicyVersionRow | null
  draft: PolicyDraftRow | null
  agents: readonly AgentPolicy[]
}>

export type Policies = Readonly<{
  page(organisation: string): Promise<PolicyPage>
  history(organisation: string): Promise<readonly PolicyVersionRow[]>
  // Checks a policy and says what it would do; keeps nothing. Throws PolicyError.
  test(organisation: string, text: PolicyText): PolicyTest
  // Replaces the draft of revision `before` (null: there is none yet). Throws PolicyError.
  edit(principal: Principal, text: PolicyText, before: string | null): Promise<PolicyDraftRow>
  // Throws PolicyError `conflict` when the draft moved on, `not_found` without one.
  discard(principal: Principal, revision: string): Promise<void>
  // Makes the draft of this revision the applied policy and sends it to every agent. Throws PolicyError.
  apply(principal: Principal, facts: Readonly<{ revision: string; note: string }>): Promise<PolicyVersionRow>
  // Applies the rules of an earlier version as a new one; the draft stays. Throws PolicyError.
  rollback(
    principal: Principal,
    facts: Readonly<{ version: number; note: string }>,
  ): Promise<PolicyVersionRow>
  // The hash that an agent must enforce to be asked anything; empty, which no agent has, where it is not known.
  hashOf(view: Pick<AgentView, 'organisation' | 'policy'>): string
  // Reads what is applied; resolves once all of it is known. Throws what the store throws.
  load(): Promise<void>
  close(): void
}>

export type PolicyTest = CheckedPolicy & Readonly<{ effect: PolicyEffect }>
