import { SourceError } from '@vedette/proto/connector'
import type { Carried } from '@vedette/proto/visibility'

// A response that is not a 2xx, as a connector's table sees it; `json` is undefined when the body is not JSON.
export type HttpFailure = Readonly<{
  status: number
  headers: Readonly<Record<string, string>>
  json: unknown
  // Epoch milliseconds at which it was read.
  at: number
  // Names the credential in `unauthorized`.
  credential: string
}>

// A connector's own reading of some statuses; what it leaves out keeps the default. Rows return SourceError
// or ArgumentError built of closed fields only.
export type StatusTable = Readonly<Record<number, (failure: HttpFailure) => Error>>

// The default: 401 unauthorized, 403 forbidden, 429 throttled, 5xx, 407 (a proxy that stands between) and 408
// upstream_failed, anything else (redirects, other 4xx) `unusable` as an unexpected kind of answer.
export function toStatusError(failure: HttpFailure): SourceError {
  const { status } = failure
  if (status === 401) return new SourceError('unauthorized', { credential: failure.credential, status })
  if (status === 403) return new SourceError('forbidden', { status })
  if (status === 429) return new SourceError('throttled', { status, by: 'vendor', ...retryAfter(failure) })
  if (status >= 500 || status === 407 || status === 408)
    return new SourceError('upstream_failed', { status, ...retryAfter(failure) })
  return new SourceError('unusable', { why: 'unexpected_kind', status })
}

function retryAfter({ headers, at }: HttpFailure): Pick<Carried, 'retry_after_ms'> {
  const retry_after_ms = parseRetryAfter(headers['retry-after'], at)
  return retry_after_ms === undefined ? {} : { retry_after_ms }
}

// Retry-After in seconds or as an HTTP date, to milliseconds from `now`; undefined when absent or unreadable.
export function parseRetryAfter(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined
  if (/^\s*\d{1,7}\s*$/.test(text)) return Number(text) * 1000
  const date = /^[A-Za-z]{3},? /.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

// A network error to its source state: closed codes only. What is not HTTP at all is `unusable`.
export function toNetworkError(error: unknown): SourceError {
  if (error instanceof SourceError) return error
  const code = codeOf(error)
  if (code === 'HPE_HEADER_OVERFLOW') return new SourceError('unusable', { why: 'too_large' })
  if (code.startsWith('HPE_')) return new SourceError('unusable', { why: 'unexpected_kind' })
  if (code.startsWith('Z_') || code.startsWith('ERR__ERROR_FORMAT') || code.startsWith('ERR_BROTLI'))
    return new SourceError('unusable', { why: 'unparseable' })
  return new SourceError('upstream_failed', { errno: code })
}

function codeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,47}$/.test(code) ? code : 'EUNKNOWN'
}
