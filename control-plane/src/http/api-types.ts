import type { FleetVerdict } from '@vedette/proto/health'
import type { Mode, Tier } from '@vedette/proto/policy'
import type { AgentView, FleetEvent } from '../fleet/types.ts'
import type { Role } from '../store/types.ts'

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
export type CallBody = Readonly<{ tool: string; arguments: Readonly<Record<string, unknown>> }>

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
}>

export type FleetChange = FleetEvent

// POST /api/v1/tokens (admin), answered with `{ id, secret }`; GET lists them; DELETE /api/v1/tokens/:id revokes.
export type TokenBody = Readonly<{
  name: string
  mode: Mode
  role: Role
  families?: readonly string[]
  tiers?: readonly Tier[]
}>

// POST /api/v1/join-tokens (admin), answered with `{ id, secret }`.
export type JoinTokenBody = Readonly<{
  labels?: Readonly<Record<string, string>>
  // Null: does not expire; then `max_uses` must be set.
  ttl_seconds: number | null
  max_uses: number | null
}>

// POST /api/v1/sign-in-codes gives the caller's own token a single-use code for a browser, valid for a day;
// POST /api/v1/sign-in (no bearer) exchanges it for the token.
export type SignInCode = Readonly<{ code: string }>
export type SignIn = Readonly<{ token: string }>
