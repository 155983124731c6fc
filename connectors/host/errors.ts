import { SourceError, type SourceErrorState } from '@vedette/proto/connector'

// What an error of the operating system means for the source; any other code is `upstream_failed` with its errno.
const STATES: Readonly<Record<string, SourceErrorState>> = Object.freeze({
  EACCES: 'forbidden',
  EPERM: 'forbidden',
  ELOOP: 'unusable',
  EISDIR: 'unusable',
})

// An error of a file, mount or process to its source state; `missing` names the right that would help.
export function toHostError(error: unknown, missing: string): SourceError {
  if (error instanceof SourceError) return error
  const errno = errnoOf(error)
  const state = STATES[errno] ?? 'upstream_failed'
  if (state === 'forbidden') return new SourceError('forbidden', { errno, missing })
  if (state === 'unusable') return new SourceError('unusable', { why: 'unexpected_kind' })
  return new SourceError('upstream_failed', { errno })
}

// The closed code of a system error, EUNKNOWN when it has none.
export function errnoOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^E[A-Z0-9]{1,20}$/.test(code) ? code : 'EUNKNOWN'
}
