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

  constructor(code: StoreErrorCode, facts: Readonly<{ field: string; message: string; fix: string }>) {
    super(facts.message)
    this.code = code
    this.field = facts.field
    this.fix = facts.fix
  }
}
