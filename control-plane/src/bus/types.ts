import type { Tier } from '@vedette/proto/policy'
import type { Part } from '@vedette/proto/visibility'

export type CallRequest = Readonly<{
  organisation: string
  agent: string
  incarnation: string
  operation: string
  contract: number
  instance: string
  arguments: Readonly<Record<string, unknown>>
  tier: Tier
  principal: string
  investigation?: string
  policy_hash: string
  // Milliseconds from now within which the answer must be here.
  budget_ms: number
  signal: AbortSignal
}>

export type ReplyMeta = Readonly<{
  query?: string
  dialect?: string
  url?: string
  warnings?: readonly string[]
  redacted: Readonly<Record<string, number>>
  vendor_calls: number
  took_ms: number
  body_sha256: string
}>

// What came of a call. `body` is parsed JSON, not yet checked against the operation's output.
export type CallResult =
  | Readonly<{ kind: 'answered'; parts: readonly Part[]; body: unknown; meta: ReplyMeta }>
  | Readonly<{
      kind: 'refused'
      error: Readonly<{
        code: 'invalid_argument' | 'wrong_dialect' | 'not_found'
        field: string
        message: string
        fix: string
      }>
    }>
  // Nothing usable arrived; the part says why (`timed_out`, `agent_offline`, `unusable`).
  | Readonly<{ kind: 'lost'; part: Part }>

// The one way to ask an agent: signs, publishes, collects chunks with credit, cancels on abort.
export type CallAgent = (request: CallRequest) => Promise<CallResult>
