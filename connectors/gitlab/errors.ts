import { type HttpFailure, parseRetryAfter, type StatusTable, toStatusError } from '@vedette/connectors/kit'
import { SourceError } from '@vedette/proto/connector'
import { z } from 'zod'

// Codes of what GitLab refuses for the question's own sake.
export const NOT_FOUND = 'not_found'
export const GONE = 'gone'
export const MOVED = 'moved'
export const REFUSED = 'query_refused'

const scopes = z.object({ error: z.literal('insufficient_scope') })

// GitLab answers 404 also to who may not see, and 403 also for a scope that the token lacks.
export const GITLAB_ERRORS: StatusTable = Object.freeze({
  301: as(MOVED),
  302: as(MOVED),
  400: as(REFUSED),
  403: (failure: HttpFailure) =>
    scopes.safeParse(failure.json).success
      ? new SourceError('forbidden', { status: failure.status, missing: 'scope read_api of the token' })
      : toStatusError(failure),
  404: as(NOT_FOUND),
  410: as(GONE),
  422: as(REFUSED),
  429: ({ status, headers, at }: HttpFailure) => {
    const reset = headers['ratelimit-reset'] ?? ''
    const told =
      parseRetryAfter(headers['retry-after'], at) ??
      (/^\d{9,11}$/.test(reset) ? Math.max(0, Number(reset) * 1000 - at) : undefined)
    return new SourceError('throttled', {
      status,
      by: 'vendor',
      ...(told === undefined ? {} : { retry_after_ms: told }),
    })
  },
  451: as('legal_reasons'),
})

function as(code: string): (failure: HttpFailure) => Error {
  return ({ status }) => new SourceError('unusable', { why: 'unexpected_kind', status, code })
}
