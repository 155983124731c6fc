import { type HttpFailure, parseRetryAfter, type StatusTable, toStatusError } from '@vedette/connectors/kit'
import { SourceError } from '@vedette/proto/connector'
import { z } from 'zod'

// Codes of what PagerDuty refuses for the question's own sake.
export const NOT_FOUND = 'not_found'
export const REFUSED = 'refused'

const SECONDS = /^\d{1,7}$/
const refusal = z.object({ error: z.looseObject({ code: z.number() }) })

// PagerDuty answers 402 for what the account's plan lacks, and says in seconds when its rate limit is reset.
export const PAGERDUTY_ERRORS: StatusTable = Object.freeze({
  // Only in PagerDuty's own form: a 400 of somebody in between says nothing of the question.
  400: (failure: HttpFailure) =>
    refusal.safeParse(failure.json).success
      ? new SourceError('unusable', { why: 'unexpected_kind', status: failure.status, code: REFUSED })
      : toStatusError(failure),
  402: ({ status }: HttpFailure) =>
    new SourceError('forbidden', { status, missing: 'a feature that the plan of the account lacks' }),
  404: (failure: HttpFailure) =>
    refusal.safeParse(failure.json).success
      ? new SourceError('unusable', { why: 'unexpected_kind', status: failure.status, code: NOT_FOUND })
      : toStatusError(failure),
  429: ({ status, headers, at }: HttpFailure) => {
    const reset = headers['ratelimit-reset'] ?? ''
    const told = SECONDS.test(reset) ? Number(reset) * 1000 : parseRetryAfter(headers['retry-after'], at)
    const wait = told === undefined ? {} : { retry_after_ms: told }
    return new SourceError('throttled', { status, by: 'vendor', ...wait })
  },
})
