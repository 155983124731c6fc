import { type HttpFailure, type StatusTable, toStatusError } from '@vedette/connectors/kit'
import { SourceError } from '@vedette/proto/connector'
import { z } from 'zod'

// Codes of what Google refuses for the question's own sake.
export const NOT_FOUND = 'not_found'
export const REFUSED = 'request_refused'
// The API of a service is not switched on in the project: nothing of it was read.
export const API_DISABLED = 'api_not_enabled'

const detail = z.looseObject({ '@type': z.string().default('') })
const failure = z.object({
  error: z.object({
    status: z.string().default(''),
    details: z.array(detail).default([]),
    errors: z.array(z.object({ reason: z.string().default('') })).default([]),
  }),
})
const errorInfo = z.object({
  reason: z.string(),
  metadata: z.record(z.string(), z.string()).default({}),
})
const retryInfo = z.object({ retryDelay: z.string() })

const PERMISSION = /^[a-z][a-zA-Z]{1,60}(?:\.[a-zA-Z]{1,80}){2,3}$/
const SERVICE = /^[a-z][a-z0-9.-]{1,80}\.(?:googleapis\.com|cloud\.goog)$/
const DISABLED: readonly string[] = ['SERVICE_DISABLED', 'accessNotConfigured']
const RATE: readonly string[] = [
  'RATE_LIMIT_EXCEEDED',
  'RESOURCE_EXHAUSTED',
  'rateLimitExceeded',
  'userRateLimitExceeded',
  'quotaExceeded',
  'dailyLimitExceeded',
]

type Facts = Readonly<{
  reasons: readonly string[]
  permission?: string | undefined
  service?: string | undefined
  retryAfterMs?: number | undefined
}>

// Closed facts of a failure in Google's form; none of its sentences. Undefined when the body has another form.
function readFacts(json: unknown): Facts | undefined {
  const parsed = failure.safeParse(json)
  if (!parsed.success) return undefined
  const { status, details, errors } = parsed.data.error
  const infos = details.flatMap((one) => {
    const info = one['@type'].endsWith('google.rpc.ErrorInfo') ? errorInfo.safeParse(one) : undefined
    return info?.success === true ? [info.data] : []
  })
  const retries = details.flatMap((one) => {
    const info = one['@type'].endsWith('google.rpc.RetryInfo') ? retryInfo.safeParse(one) : undefined
    return info?.success === true ? [info.data.retryDelay] : []
  })
  const said = (key: string, grammar: RegExp) =>
    infos.map((one) => one.metadata[key] ?? '').find((text) => grammar.test(text))
  return {
    reasons: [status, ...infos.map((one) => one.reason), ...errors.map((one) => one.reason)],
    permission: said('permission', PERMISSION),
    service: said('service', SERVICE),
    retryAfterMs: toMilliseconds(retries[0]),
  }
}

// `3.5s` to milliseconds.
function toMilliseconds(delay: string | undefined): number | undefined {
  const match = /^(\d{1,7}(?:\.\d{1,9})?)s$/.exec(delay ?? '')
  return match === null ? undefined : Math.ceil(Number(match[1]) * 1000)
}

function toThrottled(given: HttpFailure, facts: Facts | undefined): SourceError {
  const { status } = given
  const plain = toStatusError({ ...given, status: 429 }).carried
  const told = facts?.retryAfterMs ?? plain.retry_after_ms
  return new SourceError('throttled', {
    status,
    by: 'vendor',
    ...(told === undefined ? {} : { retry_after_ms: told }),
  })
}

function toForbidden(given: HttpFailure): SourceError {
  const { status } = given
  const facts = readFacts(given.json)
  if (facts === undefined) return new SourceError('forbidden', { status })
  const says = (words: readonly string[]) => facts.reasons.some((one) => words.includes(one))
  if (says(RATE)) return toThrottled(given, facts)
  if (says(DISABLED)) {
    const missing = facts.service === undefined ? {} : { missing: `${facts.service} enabled` }
    return new SourceError('forbidden', { status, code: API_DISABLED, ...missing })
  }
  const missing = facts.permission === undefined ? {} : { missing: facts.permission }
  return new SourceError('forbidden', { status, ...missing })
}

// What Google's statuses mean where that differs from the default.
export const GCP_ERRORS: StatusTable = Object.freeze({
  400: (given: HttpFailure) => {
    const { status } = given
    const code = readFacts(given.json) === undefined ? {} : { code: REFUSED }
    return new SourceError('unusable', { why: 'unexpected_kind', status, ...code })
  },
  403: toForbidden,
  404: (given: HttpFailure) => {
    // Only Google's own form says that a thing does not exist; a page of somebody in between does not.
    const facts = readFacts(given.json)
    const isGone = facts?.reasons.some((one) => one === 'NOT_FOUND' || one === 'notFound') === true
    const code = isGone ? { code: NOT_FOUND } : {}
    return new SourceError('unusable', { why: 'unexpected_kind', status: given.status, ...code })
  },
  429: (given: HttpFailure) => toThrottled(given, readFacts(given.json)),
})

const oauthFailure = z.object({ error: z.string() })
const REJECTED: readonly string[] = [
  'invalid_grant',
  'invalid_client',
  'invalid_target',
  'unauthorized_client',
  'access_denied',
]

// Givers of tokens refuse a credential with 400.
export const TOKEN_ERRORS: StatusTable = Object.freeze({
  ...GCP_ERRORS,
  400: ({ json, status, credential }: HttpFailure) => {
    const parsed = oauthFailure.safeParse(json)
    return parsed.success && REJECTED.includes(parsed.data.error)
      ? new SourceError('unauthorized', { credential, status })
      : new SourceError('unusable', { why: 'unexpected_kind', status })
  },
})
