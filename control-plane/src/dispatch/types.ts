import type { OperationDefinition } from '@vedette/proto/operations'
import type { Outcome, Role } from '@vedette/proto/visibility'
import type { ReplyMeta } from '../bus/types.ts'
import type { Principal } from '../store/types.ts'
import type { Pending } from './approval.ts'

// Routing arguments of a tool, taken out before the operation's own input is parsed.
export type Routing = Readonly<{
  agent?: string | readonly string[]
  host?: string | readonly string[]
  cluster?: string | readonly string[]
  backend?: string | readonly string[]
  account?: string | readonly string[]
  region?: string | readonly string[]
  instance?: string | readonly string[]
  server?: string | readonly string[]
}>

// One read that an answer needs: asked of every planned instance in scope.
export type ReadRequest = Readonly<{
  operation: OperationDefinition
  role: Role
  // Parsed by the operation's input, times resolved.
  arguments: Readonly<Record<string, unknown>>
  routing: Routing
}>

// One instance's share of a read: its outcome, and the value checked against the operation's output.
export type InstanceRead = Readonly<{
  agent: string | null
  agent_name: string | null
  instance: string
  connector: string
  outcome: Outcome<unknown>
  meta: ReplyMeta | null
}>

export type ReadResult = Readonly<{ request: ReadRequest; instances: readonly InstanceRead[] }>

// A question that cannot be asked as put; becomes a typed error with its choices.
export class RoutingError extends Error {
  override readonly name = 'RoutingError'
  readonly code:
    | 'scope_required'
    | 'backend_required'
    | 'wrong_dialect'
    | 'unknown_scope'
    | 'invalid_argument'
    | 'not_found'
  readonly field: string
  readonly fix: string
  readonly choices: readonly string[]

  constructor(
    facts: Readonly<{
      code: RoutingError['code']
      field: string
      message: string
      fix: string
      choices?: readonly string[]
    }>,
  ) {
    super(facts.message)
    this.code = facts.code
    this.field = facts.field
    this.fix = facts.fix
    this.choices = facts.choices ?? []
  }
}

export type ReadContext = Readonly<{
  principal: Principal
  budget_ms: number
  signal: AbortSignal
  investigation?: string
  // The id of the tool call that these reads are made for.
  call?: string
  // Where what a person must approve is collected.
  pending?: Pending
  // Goes past what was read before.
  fresh?: boolean
  // True for the reads of a composite: what names no scope is asked of all of them.
  composite?: boolean
}>

// Fixes the planned set, asks side by side under one deadline, and accounts for every source. Throws RoutingError.
export type Dispatch = (
  requests: readonly ReadRequest[],
  context: ReadContext,
) => Promise<readonly ReadResult[]>
