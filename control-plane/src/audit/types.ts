import type { Tier } from '@vedette/proto/policy'

// `start`: a writer begins its chain. `call`: a tool call. `operation`: one operation asked of one agent. `intent` and
// `outcome`: before and after an effect. `security`: tokens, enrolment, disputes, policy, approvals, refused sign-ins.
export const AUDIT_KINDS = Object.freeze([
  'start',
  'call',
  'operation',
  'intent',
  'outcome',
  'security',
] as const)
export type AuditKind = (typeof AUDIT_KINDS)[number]

// What happened beside calls, in closed words.
export const SECURITY_EVENTS = Object.freeze([
  'auth.refused',
  'auth.forbidden',
  'token.created',
  'token.revoked',
  'join_token.created',
  'join_token.revoked',
  'agent.enrolled',
  'agent.enrolment_refused',
  'agent.renewed',
  'agent.revoked',
  'agent.disputed',
  'agent.dispute_resolved',
  'policy.drafted',
  'policy.applied',
  'policy.failed',
  'approval.requested',
  'approval.granted',
  'approval.denied',
  'approval.expired',
  'knowledge.accepted',
  'knowledge.rejected',
] as const)
export type SecurityEvent = (typeof SECURITY_EVENTS)[number]

// Whose rows the control plane's own are: a refused sign-in belongs to no organisation that anybody has proved.
export const NO_ORGANISATION = '-'

// What is known of a row when it is recorded. Arguments and purpose are cleaned before they are kept: give them as they
// are. There is no field for a payload, on purpose.
export type AuditFacts = Readonly<{
  organisation: string
  // Token id of who asks; null when nobody is known.
  principal: string | null
  // The id of the tool call, the call on the bus or the pending action that this is about.
  call?: string
  // The tool, the operation or the event.
  action: string
  agent?: string
  agents?: readonly string[]
  incarnation?: string
  instance?: string
  tier?: Tier
  investigation?: string
  arguments?: unknown
  purpose?: string
  // Closed words only: states, error codes, verdicts.
  outcome?: readonly string[]
  redacted?: Readonly<Record<string, number>>
  // Of what came back, exactly as it came; hexadecimal SHA-256.
  bytes?: number
  sha256?: string
  took_ms?: number
  // How many such events this one row stands for; absent means one.
  count?: number
  // The address that a refused request came from.
  peer?: string
  // An approval or pending action that this rests on.
  approval?: string
}>

// A row as its reader sees it.
export type AuditEntry = Omit<AuditFacts, 'arguments' | 'purpose'> &
  Readonly<{
    writer: string
    seq: number
    // RFC 3339.
    at: string
    kind: AuditKind
    arguments?: unknown
    purpose?: string
    // The row of the intent that an outcome closes, as `writer/seq`.
    intent?: string
    // The newest other chains when this one began.
    chains?: readonly ChainHead[]
    // Of the row before it in its chain, and its own.
    prev: string
    hash: string
  }>

// Where a chain stood: its row `seq` had this hash.
export type ChainHead = Readonly<{ organisation: string; writer: string; seq: number; hash: string }>

// Stands for an intent that is durably written; hand it to recordOutcome.
export type Intent = Readonly<{ organisation: string; id: string; call?: string; action: string }>

// A row that the audit has taken. `written` is true once it is durable with every row before it, and false once the
// store is known to be away or slow, a few seconds at most: then the row waits in memory, in its place, and is lost if
// the process ends before it is written.
export type Taken = Readonly<{ written: Promise<boolean> }>

export type Audit = Readonly<{
  // Takes a row that no answer rests on by itself; it is durable within 250 ms, or with the next row that is waited
  // for. False when the audit cannot take it: then what it is about must be withheld.
  record(kind: 'operation' | 'security', facts: AuditFacts): boolean
  // Takes the row of an answer, to be awaited before that leaves. Null when the audit cannot take it: then the answer
  // must be withheld.
  take(kind: 'call' | 'security', facts: AuditFacts): Taken | null
  // Durable, with every row before it, once it resolves. Throws AuditError: then no effect may follow.
  recordIntent(facts: AuditFacts): Promise<Intent>
  // Closes an intent; durable once it resolves. Throws AuditError; the intent then stands without an
  // outcome, which reads as `outcome_unknown`.
  recordOutcome(intent: Intent, facts: AuditFacts): Promise<void>
  // A security event; durable once it resolves. Throws AuditError.
  recordEvent(facts: AuditFacts & Readonly<{ action: SecurityEvent }>): Promise<void>
  // Resolves once everything recorded so far is durable.
  flush(): Promise<void>
  // Flushes and anchors a last time.
  close(): Promise<void>
}>
