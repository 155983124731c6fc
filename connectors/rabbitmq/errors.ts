import type { HttpFailure, StatusTable } from '@vedette/connectors/kit'
import { toStatusError } from '@vedette/connectors/kit'
import { SourceError } from '@vedette/proto/connector'
import { z } from 'zod'

const refusalSchema = z.object({ reason: z.string() })

// What the management API says with 401 when the user is known and may not.
const REFUSALS: readonly Readonly<{ says: RegExp; missing: string }>[] = Object.freeze([
  { says: /^Not (?:management|monitor|policymaker) user/i, missing: 'user tag: monitoring' },
  { says: /^Not administrator user/i, missing: 'user tag: administrator' },
  { says: /access virtual host|not authori[sz]ed to access/i, missing: 'a permission on the virtual host' },
])

// The code of an object that the broker does not have.
export const NOT_FOUND = 'not_found'

// RabbitMQ answers 401 both to strangers and to known users without a right; only its reason tells them apart.
export const RABBITMQ_ERRORS: StatusTable = Object.freeze({
  401: toRefusal,
  404: (failure: HttpFailure) =>
    new SourceError('unusable', { why: 'unexpected_kind', status: failure.status, code: NOT_FOUND }),
})

function toRefusal(failure: HttpFailure): Error {
  const body = refusalSchema.safeParse(failure.json)
  const refusal = body.success ? REFUSALS.find((one) => one.says.test(body.data.reason)) : undefined
  if (refusal === undefined) return toStatusError(failure)
  return new SourceError('forbidden', { status: failure.status, missing: refusal.missing })
}
