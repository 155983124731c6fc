import type { Carried, UnreadState } from '../visibility/index.ts'

export type SourceErrorState = Exclude<
  UnreadState,
  'not_needed' | 'capped' | 'agent_offline' | 'connector_down'
>

// The one error a connector throws: a closed state word and closed fields, never the vendor's own text.
export class SourceError extends Error {
  override readonly name = 'SourceError'
  readonly state: SourceErrorState
  readonly carried: Carried

  constructor(state: SourceErrorState, carried: Carried = {}) {
    super(state)
    this.state = state
    this.carried = carried
  }
}

// The caller's argument is wrong in the vendor's eyes (a broken expression): names the field and the fix.
export class ArgumentError extends Error {
  override readonly name = 'ArgumentError'
  readonly code: 'invalid_argument' | 'wrong_dialect' | 'not_found'
  readonly field: string
  readonly fix: string

  constructor(
    facts: Readonly<{ code?: ArgumentError['code']; field: string; message: string; fix: string }>,
  ) {
    super(facts.message)
    this.code = facts.code ?? 'invalid_argument'
    this.field = facts.field
    this.fix = facts.fix
  }
}
