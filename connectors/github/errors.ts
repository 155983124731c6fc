import { type HttpFailure, parseRetryAfter, type StatusTable, toStatusError } from '@vedette/connectors/kit'
import { SourceError } from '@vedette/proto/connector'
import { z } from 'zod'

// Codes of what GitHub refuses for the question's own sake.
export const NOT_FOUND = 'not_found'
export const GONE = 'gone'
export const MOVED = 'moved'
export const EMPTY = 'empty_repository'
export const REFUSED = 'query_refused'
export const LEGAL = 'legal_reasons'

const said = z.object({ message: z.string() })
const LIMITED = /rate limit|abuse detection/i
// `contents=read; metadata=read`, as GitHub says what would have been enough.
const PERMISSIONS = /^[a-z_]{1,40}=(?:read|write|admin)(?:[,;] ?[a-z_]{1,40}=(?:read|write|admin)){0,9}$/

// GitHub answers 403 both to who may not and to who asks too often, 404 also to who may not see.
export const GITHUB_ERRORS: StatusTable = Object.freeze({
  301: as(MOVED),
  302: as(MOVED),
  307: as(MOVED),
  308: as(MOVED),
  403: toRefusal,
  404: as(NOT_FOUND),
  409: as(EMPTY),
  410: as(GONE),
  422: as(REFUSED),
  429: toThrottled,
  451: as(LEGAL),
})

function as(code: string): (failure: HttpFailure) => Error {
  return ({ status }) => new SourceError('unusable', { why: 'unexpected_kind', status, code })
}

function toRefusal(failure: HttpFailure): Error {
  const { headers, json, status } = failure
  const message = said.safeParse(json)
  const isLimited =
    headers['x-ratelimit-remaining'] === '0' ||
    headers['retry-after'] !== undefined ||
    (message.success && LIMITED.test(message.data.message))
  if (isLimited) return toThrottled(failure)
  if (headers['x-github-sso'] !== undefined)
    return new SourceError('forbidden', { status, missing: "the organisation's leave for the token (SSO)" })
  const accepted = headers['x-accepted-github-permissions'] ?? ''
  if (PERMISSIONS.test(accepted)) return new SourceError('forbidden', { status, missing: accepted })
  return toStatusError(failure)
}

// The second limit says how long in Retry-After, the first when its hour ends.
function toThrottled({ status, headers, at }: HttpFailure): Error {
  const reset = headers['x-ratelimit-reset'] ?? ''
  const isSpent = headers['x-ratelimit-remaining'] === '0' && /^\d{9,11}$/.test(reset)
  const told =
    parseRetryAfter(headers['retry-after'], at) ??
    (isSpent ? Math.max(0, Number(reset) * 1000 - at) : undefined)
  return new SourceError('throttled', {
    status,
    by: 'vendor',
    ...(told === undefined ? {} : { retry_after_ms: told }),
  })
}
