import type { PolicyAssertion } from '@vedette/proto/policy'

export type PolicyErrorCode = 'invalid' | 'assertion_failed' | 'conflict' | 'not_found'

// Why a policy was not kept or applied; names the field and the fix.
export class PolicyError extends Error {
  override readonly name = 'PolicyError'
  readonly code: PolicyErrorCode
  readonly field: string
  readonly fix: string
  // With `assertion_failed`: those that do not hold.
  readonly failed: readonly PolicyAssertion[]

  constructor(
    code: PolicyErrorCode,
    facts: Readonly<{ field: string; message: string; fix: string; failed?: readonly PolicyAssertion[] }>,
  ) {
    super(facts.message)
    this.code = code
    this.field = facts.field
    this.fix = facts.fix
    this.failed = facts.failed ?? []
  }
}
