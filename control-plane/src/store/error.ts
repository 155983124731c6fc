export type StoreErrorCode =
  | 'name_invalid'
  | 'exists'
  | 'organisation_unknown'
  | 'url_invalid'
  | 'unavailable'

// The one error the store throws: a closed code, the field at fault and the fix; never the database's own text.
export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly code: StoreErrorCode
  readonly field: string
  readonly fix: string
  // A short machine code such as ECONNREFUSED or 28P01; the text beside it may hold secrets and stays inside.
  readonly reason: string | null

  constructor(
    code: StoreErrorCode,
    facts: Readonly<{ field: string; message: string; fix: string; reason?: string | null }>,
  ) {
    super(facts.message)
    this.code = code
    this.field = facts.field
    this.fix = facts.fix
    this.reason = facts.reason ?? null
  }
}

// The database gives no connection.
export function createStoreAway(cause: unknown): StoreError {
  return new StoreError('unavailable', {
    field: 'store',
    message: 'the store of the control plane is away, so this cannot be done now',
    fix: 'try again; an operator looks at its PostgreSQL',
    reason: readCode(cause),
  })
}

// The machine code of a database's error, where it has one.
export function readCode(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return typeof code === 'string' && /^[A-Z0-9_]{3,40}$/.test(code) ? code : null
}
