import { type ByteAnswer, parseRetryAfter, toStatusError } from '@vedette/connectors/kit'
import { ArgumentError, type CallContext, SourceError } from '@vedette/proto/connector'
import { type Service, toAction } from './services.ts'

// The call that failed, and the name of the credential that made it.
export type FailedCall = Readonly<{
  service: Service
  method: string
  context: CallContext
  credential: string
}>

type Kind =
  | 'unauthorized'
  | 'forbidden'
  | 'throttled'
  | 'upstream_failed'
  | 'not_enabled'
  | 'absent'
  | 'refused'

// AWS's error codes by what they mean, first match first. What stands in none is read by its status.
const CODES: readonly Readonly<{ kind: Kind; codes: RegExp }>[] = Object.freeze([
  {
    kind: 'unauthorized',
    codes:
      /^(?:ExpiredToken(?:Exception)?|InvalidClientTokenId|UnrecognizedClient(?:Exception)?|SignatureDoesNotMatch|InvalidSignature(?:Exception)?|InvalidAccessKeyId|AuthFailure|MissingAuthenticationToken(?:Exception)?|IncompleteSignature(?:Exception)?|RequestExpired|RequestTimeTooSkewed|InvalidToken|InvalidIdentityToken|IDPRejectedClaim|InvalidX509|ExpiredTokenException)$/,
  },
  {
    kind: 'forbidden',
    codes:
      /^(?:AccessDenied(?:Exception)?|(?:Client\.)?UnauthorizedOperation|AuthorizationError(?:Exception)?|NotAuthorized(?:Exception)?|Unauthorized(?:Access)?(?:Exception)?|AllAccessDisabled)$/,
  },
  {
    kind: 'throttled',
    codes:
      /^(?:Throttl\w*|RequestThrottl\w*|RequestLimitExceeded|TooManyRequests(?:Exception)?|SlowDown|LimitExceeded(?:Exception)?|PriorRequestNotComplete|BandwidthLimitExceeded|ProvisionedThroughputExceededException)$/,
  },
  {
    kind: 'not_enabled',
    codes:
      /^(?:OptInRequired|SubscriptionRequired(?:Exception)?|InvalidAccess(?:Exception)?|UnsupportedOperation|AWSOrganizationsNotInUseException|RegionDisabledException|DataUnavailable(?:Exception)?)$/,
  },
  {
    kind: 'absent',
    codes:
      /(?:NotFound|NotFoundFault|NotFoundException|NotFoundError|DoesNotExist|NonExistentQueue|NoSuch\w+|NoSuchEntity\w*|NotFoundForUser|\.Malformed)$|^(?:NoSuch\w+|\w+\.NotFound|\w+\.Malformed|ResourceNotFound\w*|QueueDoesNotExist|ObjectLockConfigurationNotFoundError|AWS\.SimpleQueueService\.NonExistentQueue)$/,
  },
  {
    kind: 'upstream_failed',
    codes:
      /^(?:InternalFailure|InternalError|InternalServerError|InternalServiceError|ServiceUnavailable\w*|Unavailable)$/,
  },
  {
    kind: 'refused',
    codes:
      /^(?:Validation\w*|Invalid\w*(?:\.\w+)?|Malformed\w*|MissingParameter|BadRequest\w*|ClusterNotFoundException)$/,
  },
])

// The pace at which AWS is asked again when it throttles without saying for how long.
const THROTTLE_MS = 1000
const ACTION = /not authorized to perform:?\s+([a-z0-9-]{2,40}:[A-Za-z]{2,80})\b/

// A failure of AWS as a typed error: closed words, and the missing permission by name, never the sentence.
export function toAwsError(answer: ByteAnswer, call: FailedCall): Error {
  const { status, headers } = answer
  const said = readFailure(answer)
  const kind = CODES.find((one) => one.codes.test(said.code))?.kind
  const { credential } = call
  switch (kind) {
    case 'unauthorized':
      return new SourceError('unauthorized', { credential, status })
    case 'forbidden':
      return new SourceError('forbidden', { status, missing: findMissing(said.message, call) })
    case 'throttled': {
      const wait = parseRetryAfter(headers['retry-after'], call.context.clock.now())
      return new SourceError('throttled', { status, by: 'vendor', retry_after_ms: wait ?? THROTTLE_MS })
    }
    case 'not_enabled':
      return new SourceError('not_served', {
        why: `${call.service} is not switched on here`,
        code: said.code,
      })
    case 'absent':
      return new ArgumentError({
        code: 'not_found',
        field: 'id',
        message: 'nothing of this name exists in the account and region',
        fix: 'take the name from the list operation, and check account and region',
      })
    case 'upstream_failed':
      return new SourceError('upstream_failed', { status })
    case 'refused':
      return new SourceError('unusable', { why: 'unexpected_kind', code: REFUSED, status })
    case undefined:
      break
  }
  if (status === 403)
    return new SourceError('forbidden', { status, missing: findMissing(said.message, call) })
  const at = call.context.clock.now()
  return toStatusError({ status, headers, json: undefined, at, credential })
}

// The code of a request that AWS takes for wrong.
export const REFUSED = 'request_refused'

// Tells whether AWS takes the request for wrong: where the caller wrote a part of it, the caller must know.
export function isRefused(error: unknown): boolean {
  return error instanceof SourceError && error.carried.code === REFUSED
}

// Tells whether AWS says that the thing asked for is not there.
export function isAbsent(error: unknown): boolean {
  return error instanceof ArgumentError && error.code === 'not_found'
}

// What `read` gives, or `fallback` when AWS says that there is no such thing.
export async function orAbsent<T, F>(read: Promise<T>, fallback: F): Promise<T | F> {
  try {
    return await read
  } catch (error) {
    if (isAbsent(error)) return fallback
    throw error
  }
}

// The permission that AWS names, or else the one that the call stands for.
function findMissing(message: string, { service, method }: FailedCall): string {
  return ACTION.exec(message)?.[1] ?? toAction(service, method)
}

function readFailure({ headers, bytes }: ByteAnswer): Readonly<{ code: string; message: string }> {
  const text = new TextDecoder().decode(bytes).slice(0, 16_384)
  const type = headers['x-amzn-errortype']
  if (text.trimStart().startsWith('{')) {
    const json = parseObject(text)
    const code = type ?? textOf(json, '__type') ?? textOf(json, 'code') ?? textOf(json, 'Code') ?? ''
    return { code: trimCode(code), message: textOf(json, 'message') ?? textOf(json, 'Message') ?? '' }
  }
  const code = type ?? /<Code>([\w.]{1,80})<\/Code>/.exec(text)?.[1] ?? ''
  return { code: trimCode(code), message: /<Message>([^<]{0,2000})/.exec(text)?.[1] ?? '' }
}

// `com.amazon.coral.service#AccessDeniedException:http://...` is AccessDeniedException.
function trimCode(code: string): string {
  const last = code.split('#').at(-1) ?? ''
  return (last.split(':')[0] ?? '').trim().slice(0, 80)
}

function parseObject(text: string): object {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? parsed : {}
  } catch {
    return {}
  }
}

function textOf(json: object, key: string): string | undefined {
  const value: unknown = Reflect.get(json, key)
  return typeof value === 'string' ? value : undefined
}
