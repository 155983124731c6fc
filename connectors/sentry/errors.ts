import { type HttpFailure, parseRetryAfter, type StatusTable, toStatusError } from '@vedette/connectors/kit'
import { SourceError } from '@vedette/proto/connector'
import { z } from 'zod'

// Codes of what Sentry refuses for the question's own sake.
export const NOT_FOUND = 'not_found'
export const REFUSED = 'query_refused'

const SECONDS = /^\d{9,12}(?:\.\d+)?$/
const refusal = z.looseObject({ detail: z.unknown().refine((one) => one !== undefined) })

// Only a refusal in Sentry's own form says something of the question. When a limit is reset stands in a header, in
// seconds of the epoch.
export const SENTRY_ERRORS: StatusTable = Object.freeze({
  400: (failure: HttpFailure) => toRefusal(failure, REFUSED),
  404: (failure: HttpFailure) => toRefusal(failure, NOT_FOUND),
  429: ({ status, headers, at }: HttpFailure) => {
    const reset = headers['x-sentry-rate-limit-reset'] ?? ''
    const told = SECONDS.test(reset)
      ? Math.max(0, Number(reset) * 1000 - at)
      : parseRetryAfter(headers['retry-after'], at)
    const wait = told === undefined ? {} : { retry_after_ms: told }
    return new SourceError('throttled', { status, by: 'vendor', ...wait })
  },
})

function toRefusal(failure: HttpFailure, code: string): SourceError {
  return refusal.safeParse(failure.json).success
    ? new SourceError('unusable', { why: 'unexpected_kind', status: failure.status, code })
    : toStatusError(failure)
}
