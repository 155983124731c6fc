import type { HttpFailure, StatusTable } from '@vedette/connectors/kit'
import { toStatusError } from '@vedette/connectors/kit'
import { ArgumentError, SourceError } from '@vedette/proto/connector'
import { z } from 'zod'

const failureBody = z.object({ status: z.literal('error'), errorType: z.string(), error: z.string() })

// Reasons that the vendor's sentences are known to give; the sentence itself never travels.
const REASONS = Object.freeze([
  {
    says: /many-to-many|multiple matches for labels|duplicate (?:time )?series/i,
    message: 'both sides of expr have several series for one label set',
    fix: 'aggregate one side, or join with on(...) and group_left',
  },
  {
    says: /too many samples|maximum number of (?:samples|series|points|chunks)|exceed.{0,40}(?:limit|resolution|points)/i,
    message: 'expr reads more than the backend allows',
    fix: 'take a shorter window, a longer step or a narrower selector',
  },
  {
    says: /unknown function|unknown func|unsupported function/i,
    message: 'expr calls a function that this backend does not have',
    fix: 'use functions of the version that the backend runs',
  },
  {
    says: /expected type/i,
    message: 'expr gives a function or operator the wrong kind of value',
    fix: 'check that rate() and its like get a range such as [5m], and others an instant vector',
  },
  {
    says: /must contain at least one non-empty matcher/i,
    message: 'a selector of expr could match every series',
    fix: 'name a metric or give a condition that an absent label does not meet',
  },
] as const)

// How Prometheus, Thanos, Mimir and VictoriaMetrics refuse a query. 400 and 422 carry a JSON body that says why
// and, for syntax, where; 503 with `timeout` is a query that ran out of the server's own time.
export const PROMETHEUS_ERRORS: StatusTable = Object.freeze({
  400: toRefusal,
  422: toRefusal,
  503: (failure: HttpFailure) => {
    const body = failureBody.safeParse(failure.json)
    if (body.data?.errorType === 'timeout') return new SourceError('timed_out', { phase: 'first_byte' })
    return toStatusError(failure)
  },
})

function toRefusal(failure: HttpFailure): Error {
  const body = failureBody.safeParse(failure.json)
  if (!body.success) return toStatusError(failure)
  const reason = REASONS.find((one) => one.says.test(body.data.error))
  const position = /\b(\d{1,5}):(\d{1,5}): parse error/.exec(body.data.error)
  const where = position === null ? '' : ` at line ${position[1]}, column ${position[2]}`
  return new ArgumentError({
    field: 'expr',
    message: `${reason?.message ?? 'the backend refuses expr'}${where}`,
    fix: reason?.fix ?? `correct expr${where}: it parses as PromQL, but this backend does not accept it`,
  })
}
