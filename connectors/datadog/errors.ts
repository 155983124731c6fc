import { type HttpFailure, parseRetryAfter, type StatusTable, toStatusError } from '@vedette/connectors/kit'
import { SourceError } from '@vedette/proto/connector'
import { z } from 'zod'

// Codes of what Datadog refuses for the question's own sake.
export const NOT_FOUND = 'not_found'
export const REFUSED = 'query_refused'

const SECONDS = /^\d{1,7}(?:\.\d+)?$/

// Datadog says in seconds when a limit's period ends, in a header of its own.
export const DATADOG_ERRORS: StatusTable = Object.freeze({
  400: ({ status }: HttpFailure) =>
    new SourceError('unusable', { why: 'unexpected_kind', status, code: REFUSED }),
  404: ({ status }: HttpFailure) =>
    new SourceError('unusable', { why: 'unexpected_kind', status, code: NOT_FOUND }),
  429: ({ status, headers, at }: HttpFailure) => {
    const reset = headers['x-ratelimit-reset'] ?? ''
    const told = SECONDS.test(reset) ? Number(reset) * 1000 : parseRetryAfter(headers['retry-after'], at)
    return new SourceError('throttled', {
      status,
      by: 'vendor',
      ...(told === undefined ? {} : { retry_after_ms: told }),
    })
  },
})

const refusal = z.object({ errors: z.array(z.string()) })

// What names the organisation needs no permission: a refusal in Datadog's own form means that a key is not valid,
// while one in another form comes from somebody in between.
export const IDENTITY_ERRORS: StatusTable = Object.freeze({
  ...DATADOG_ERRORS,
  403: (failure: HttpFailure) =>
    refusal.safeParse(failure.json).success
      ? new SourceError('unauthorized', { credential: failure.credential, status: failure.status })
      : toStatusError(failure),
})
