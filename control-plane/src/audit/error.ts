// The audit cannot take a row; `field` and `fix` say what an operator does.
export class AuditError extends Error {
  override readonly name = 'AuditError'
  readonly code = 'audit_unavailable'
  readonly field = 'store'
  readonly fix = 'look at the store of the control plane: its disk, or its PostgreSQL'

  constructor() {
    super('the audit cannot be written, so nothing that depends on it may happen')
  }
}
