import type { FleetVerdict, HealthWord } from '@vedette/proto/health'
import type { DenyRule, Mode, Tier } from '@vedette/proto/policy'
import type { Identity } from '@vedette/proto/wire'
import type { AuditEntry, AuditReport } from '../audit/index.ts'
import type { AgentView, FleetEvent } from '../fleet/types.ts'
import type { AgentPolicy, PolicyEffect, UnknownOperation } from '../policy/types.ts'
import type { ActionState, Role, SentVolume } from '../store/types.ts'
import type { ActionBody } from '../tools/index.ts'

// What the command and the Fleet page read and send under /api/v1, with `Authorization: Bearer vdt_...`. Every
// failure is `{ "error": ToolError }` with a 4xx or 503.

// GET /api/v1/whoami
export type WhoAmI = Readonly<{
  organisation: string
  id: string
  name: string
  mode: Mode
  role: Role
  version: string
}>

// GET /api/v1/tools: every tool of the catalogue; `announced` says whether this principal is offered it now.
export type ToolList = Readonly<{
  tools: readonly Readonly<{
    name: string
    title: string
    description: string
    tier: Tier
    announced: boolean
    input_schema: Readonly<Record<string, unknown>>
  }>[]
}>

// POST /api/v1/call; the reply's body is the sealed answer's text, unchanged, or an error.
// `interactive` is true where a person sits at a terminal: without one no write is offered.
export type CallBody = Readonly<{
  tool: string
  arguments: Readonly<Record<string, unknown>>
  interactive?: boolean
  // Names the program that asks: its calls, not thirty minutes apart, are one investigation.
  client?: string
}>

// GET /api/v1/fleet, and each `event: fleet` of GET /api/v1/fleet/events (server-sent events; the first comes at
// once, then one after each change, a comment every 15 s). `event: change` carries a FleetEvent.
export type FleetPage = Readonly<{
  // RFC 3339.
  at: string
  organisation: string
  knowledge: 'collecting' | 'known'
  blind: boolean
  // The whole fleet in one word, as `check_fleet_health` says it.
  fleet_verdict: FleetVerdict
  no_agent_connected: boolean
  agents: readonly AgentView[]
  // Bytes that came from each instance on each of the last seven days in UTC; only with GET, not in the events.
  sent?: readonly SentVolume[]
}>

export type FleetChange = FleetEvent

// What pages follow, GET /api/v1/fleet/rows (server-sent events): `event: summary` at once and after each change;
// `event: rows` with every agent, at most 50 at a time, then those that changed; `event: gone` with ids of agents that are
// no more; `event: seen` every ten seconds with the last contacts; a comment every 15 s.
export type FleetSummary = Omit<FleetPage, 'agents' | 'sent'> &
  Readonly<{
    // How many agents there are: as long as fewer rows came, not all of the fleet is shown.
    agents: number
  }>
export type FleetRow = Readonly<{
  agent: string
  name: string
  status: AgentView['status']
  // Epoch milliseconds; 0: registered ahead, never came.
  last_seen: number
  since: number
  // False until its first report was read: what it has is not known.
  heard: boolean
  version: string | null
  identity: string | null
  // Every live claimant of a disputed id. An admin keeps one, and its rivals' keys are revoked, with
  // POST /api/v1/fleet/agents/:id/dispute `{ keep }`.
  claimants: readonly Readonly<{ identity: Identity; last_seen: number }>[]
  // Clusters that its connectors proved, at most five.
  clusters: readonly string[]
  labels: Readonly<Record<string, string>>
  // How far its clock is ahead of ours, in whole seconds; null while that is borne.
  clock_off_s: number | null
  // Operations that it serves now.
  served: number
  policy: Readonly<{
    status: 'APPLYING' | 'APPLIED' | 'FAILED'
    reason: string | null
    remote_version: number
    local_hash: string
    effective_hash: string
  }> | null
  connectors: readonly ConnectorRow[]
}>
export type ConnectorRow = Readonly<{
  instance: string
  connector: string
  health: HealthWord
  reason: string | null
  code: string | null
  since: string
  checked_at: string | null
  // Operations that it serves, that policy denies, and that cannot be answered now.
  served: number
  denied: number
  unanswerable: number
  // What is wrong with its servers and permissions, at most ten.
  notes: readonly string[]
}>
export type SeenEvent = readonly (readonly [agent: string, last_seen: number])[]
// GET /api/v1/fleet/sent: bytes that came from each instance on each of the last seven days in UTC.
export type SentPage = Readonly<{ since: string; sent: readonly SentVolume[] }>

// GET /api/v1/catalog/tools: every tool there is, whatever stands in its way. `settled` is false while something might be
// served that no report has shown yet.
export type CatalogPage = Readonly<{ at: string; settled: boolean; tools: readonly CatalogItem[] }>
export type CatalogItem = Readonly<{
  tool: string
  title: string
  description: string
  when: readonly string[]
  family: string
  tier: Tier
  // `own`: needs no infrastructure. `possible`: nobody has said yet whether it is served.
  standing: 'own' | 'served' | 'possible' | 'denied' | 'missing'
  // Whether this session is offered it now, and what a call would meet.
  announced: boolean
  admission: 'runs' | 'asks' | 'not_offered' | 'outside'
  operations: readonly string[]
  // Connectors that would serve it once they are configured.
  connect: readonly string[]
  // What keeps it from being announced: the words of its sources, each with how many places say it.
  why: readonly Readonly<{ state: string; detail: string | null; places: number }>[]
}>
// GET /api/v1/catalog/tools/:name: one of them with its input schema and every place that has it, or would.
export type CatalogDetail = CatalogItem &
  Readonly<{
    input_schema: Readonly<Record<string, unknown>>
    places: readonly Readonly<{
      operation: string
      agent: string | null
      instance: string
      state: string
      detail: string | null
    }>[]
  }>

// POST /api/v1/tokens (admin), answered with `{ id, secret }`; GET lists them; DELETE /api/v1/tokens/:id revokes.
export type TokenBody = Readonly<{
  name: string
  mode: Mode
  role: Role
  // Acts for somebody else: it is never offered a write.
  delegated?: boolean
  families?: readonly string[]
  tiers?: readonly Tier[]
}>

// GET /api/v1/actions: those that this principal may see; an approver sees the organisation's. GET /api/v1/actions/:id
// gives one. POST /api/v1/actions/:id/decision `{ verdict: 'approve' | 'deny' }` gives it as it stands then.
// POST /api/v1/actions/:id/run `{ interactive }` runs one of the caller's own: the body is a sealed answer.
export type ActionList = Readonly<{
  may_decide: boolean
  actions: readonly ActionView[]
  // The newest this many are listed; older ones may be missing then.
  limit: number
  may_be_more: boolean
}>
export type ActionView = ActionBody &
  Readonly<{
    id: string
    state: ActionState
    requester: string
    decided_by: string | null
    // Whether the caller asked for it.
    own: boolean
  }>

// POST /api/v1/join-tokens (admin), answered with `{ id, secret }`.
export type JoinTokenBody = Readonly<{
  labels?: Readonly<Record<string, string>>
  // Null: does not expire; then `max_uses` must be set.
  ttl_seconds: number | null
  max_uses: number | null
}>

// POST /api/v1/sign-in-codes gives the caller's own token a single-use code for a browser, valid for a day.
export type SignInCode = Readonly<{ code: string }>

// GET /api/v1/sign-in (no bearer): how people may sign in beside a token; `/api/v1/oidc/start` leads to the provider.
export type SignInWays = Readonly<{ oidc: Readonly<{ label: string }> | null }>

// POST /api/v1/sign-in (no bearer) with `{ code }` or `{ token }` sets the cookie of a session, and GET /api/v1/session
// tells it again; what changes something by cookie sends `csrf` in x-vedette-csrf (null: there is no cookie).
// POST /api/v1/sign-out takes the cookie away.
export type Session = WhoAmI & Readonly<{ csrf: string | null }>

// An assertion on a policy: `operation` under these narrowings is wholly denied, or not denied at all.
export type AssertionText = Readonly<Record<string, unknown>>

// POST /api/v1/policy/rollback and /apply (admin), and each of GET /api/v1/policy/history, newest first.
export type PolicyApplied = Readonly<{
  version: number
  rules: readonly DenyRule[]
  assertions: readonly AssertionText[]
  hash: string
  applied_at: string
  // Token id.
  applied_by: string
  note: string
  // The earlier version whose rules these are again.
  copy_of: number | null
}>
export type PolicyHistory = Readonly<{ versions: readonly PolicyApplied[] }>

// POST /api/v1/policy/draft (admin) with `{ rules, assertions, revision }`; `revision` is that of the draft it replaces,
// null for the first. DELETE /api/v1/policy/draft/:revision (admin) drops it.
export type PolicyDraft = Readonly<{
  revision: string
  rules: readonly DenyRule[]
  assertions: readonly AssertionText[]
  edited_at: string
  edited_by: string
}>

// GET /api/v1/policy: applied and draft side by side, and how far each agent is. Sessions are told what agents report.
export type PolicyOverview = Readonly<{
  organisation: string
  applied: PolicyApplied | null
  draft: PolicyDraft | null
  agents: readonly AgentPolicy[]
}>

// POST /api/v1/policy/test with `{ rules, assertions? }`: nothing is kept. `failed` must be empty to apply it.
export type PolicyTestResult = Readonly<{
  rules: readonly DenyRule[]
  assertions: readonly AssertionText[]
  hash: string
  unknown: readonly UnknownOperation[]
  failed: readonly AssertionText[]
  effect: PolicyEffect
}>

// GET /api/v1/policy/operations?q=TEXT: what a rule can name, at most 50 of each; `total` counts the operations.
export type PolicyChoices = Readonly<{
  families: readonly Readonly<{ family: string; operations: number }>[]
  operations: readonly Readonly<{ operation: string; title: string; tier: Tier; in_fleet: boolean }>[]
  total: number
}>

// GET /api/v1/audit?kind&principal&action&agent&call&from&to&limit: rows of the caller's organisation, newest first.
// `unreadable` rows stand in the store and cannot be parsed: verify names them.
export type AuditPage = Readonly<{
  rows: readonly AuditEntry[]
  unreadable: number
  limit: number
  may_be_more: boolean
}>

// GET /api/v1/audit/verify: every chain of the caller's organisation, recomputed.
export type AuditVerdict = AuditReport

// GET /api/v1/changes?of=policy|actions|investigations|audit (server-sent events): `event: changed` at once and after
// each change, a comment every 15 s; `id` follows one investigation. It ends when nobody can tell.
export type Changed = Readonly<{ at: string }>
