import type { ReadState, State, UnreadState } from './states.ts'

// Names what a source covers, proved by the vendor's identity call: { cluster, namespace }, { account, region }, { host }.
export type Scope = Readonly<Record<string, string>>

// What an answer needs a source for; atomic tools read everything as `input`.
export type Role = 'input' | 'grading' | 'enriching'

export type Proof = 'enumerated' | 'existence_checked'
export type Phase = 'connect' | 'first_byte' | 'body' | 'agent'

// Why an answer that arrived cannot be shown as true: a closed list.
export const UNUSABLE_WHYS = Object.freeze([
  'unparseable',
  'unexpected_kind',
  'schema_mismatch',
  'too_large',
  'duplicate_agent',
  'scope_mismatch',
  'redaction_failed',
  'redaction_budget',
  'clock_skew',
  'malformed',
  'bad_signature',
  'policy_mismatch',
  'unknown_state',
  'internal',
] as const)

export type UnusableWhy = (typeof UNUSABLE_WHYS)[number]

// What a state carries beside its word; which fields a state must carry is checked by checkCarried.
export type Carried = Readonly<{
  items?: number
  as_of?: string
  proof?: Proof
  // A closed word or a server-written sentence; never vendor text.
  why?: string
  cap?: 'page' | 'rows' | 'bytes' | 'time' | 'by_source'
  at_least?: number
  // Exact total of a page of a known order, with `cursor` to read on.
  total?: number
  cursor?: string
  newest_at?: string
  lag_ms?: number
  covered_by?: string
  because?: string
  limit?: number
  next?: Readonly<{ tool: string; args: Readonly<Record<string, unknown>> }>
  rule?: string
  pending_action_id?: string
  reason?: 'not_requested' | 'secret_missing' | 'secret_key_missing'
  agent_version?: string
  last_seen?: string
  code?: string
  // Which of the backend's servers it is about, where it has several.
  server?: string
  since?: string
  waited_ms?: number
  phase?: Phase
  credential?: string
  missing?: string
  retry_after_ms?: number
  by?: 'vendor' | 'us'
  status?: number
  errno?: string
  skew_ms?: number
}>

// One part of what was asked (a namespace, a region, the previous log) with its own scope and word.
export type Part = Readonly<{ scope: Scope; state: State }> & Carried

// One planned source of an answer, accounted for whether it spoke or not.
export type Source = Part &
  Readonly<{
    operation: string
    // The connector instance that was or would have been asked; `control_plane` and `knowledge` need none.
    connector: string
    agent?: string
    role: Role
    // A key of the arguments, where one answer asks an operation several times; equal keys mean equal arguments.
    question?: string
    // Set when a covering source was read: the source stays listed and loses its effects.
    covered?: boolean
    redacted?: Readonly<Record<string, number>>
  }>

// The result of asking: a value exists only when at least one source is in class read.
export type Outcome<T> = Seen<T> | Unseen

// Whatever knows its sources: an outcome, or a bare list of sources wrapped in an object.
export type Sourced = Readonly<{ sources: readonly Source[] }>

export type Seen<T> = Readonly<{ seen: true; value: T; sources: readonly Source[] }>
export type Unseen = Readonly<{ seen: false; sources: readonly Source[] }>

export type ReadPart = Part & Readonly<{ state: ReadState }>
export type UnreadPart = Part & Readonly<{ state: UnreadState }>
