import type { HttpFailure, StatusTable } from '@vedette/connectors/kit'
import { SourceError } from '@vedette/proto/connector'
import { z } from 'zod'

const statusBody = z.object({
  kind: z.literal('Status'),
  reason: z.string().optional(),
  details: z.object({ name: z.string().optional() }).optional(),
})

// What the API server's refusal was, as `code`: closed words, of which the callers make states.
export const REFUSALS = Object.freeze({
  // The selector or the container is not one that the server takes.
  badRequest: 'bad_request',
  // The object does not exist.
  noObject: 'no_object',
  // The kind does not exist, in a group that does.
  noKind: 'no_kind',
  // Nothing that Kubernetes says: an unknown group, or not an API server at all.
  noStatus: 'no_status',
  // The object is no longer the one that a change was meant for.
  conflict: 'conflict',
  // A continue token that is too old.
  expired: 'expired',
  // The kind cannot be read that way.
  noVerb: 'no_verb',
} as const)

// How an API server refuses. 401, 403, 429 and 5xx keep the kit's reading; its sentences never travel.
export const KUBERNETES_ERRORS: StatusTable = Object.freeze({
  400: (failure: HttpFailure) => refuse(failure, REFUSALS.badRequest),
  404: (failure: HttpFailure) =>
    refuse(failure, readName(failure) === undefined ? REFUSALS.noKind : REFUSALS.noObject),
  405: (failure: HttpFailure) => refuse(failure, REFUSALS.noVerb),
  409: (failure: HttpFailure) => refuse(failure, REFUSALS.conflict),
  410: (failure: HttpFailure) => refuse(failure, REFUSALS.expired),
})

function refuse(failure: HttpFailure, code: string): SourceError {
  const isStatus = statusBody.safeParse(failure.json).success
  const { status } = failure
  return new SourceError('unusable', {
    why: 'unexpected_kind',
    status,
    code: isStatus ? code : REFUSALS.noStatus,
  })
}

function readName(failure: HttpFailure): string | undefined {
  const name = statusBody.safeParse(failure.json).data?.details?.name
  return name === '' ? undefined : name
}

// Tells whether an error is this refusal of the API server.
export function isRefusal(error: unknown, refusal: (typeof REFUSALS)[keyof typeof REFUSALS]): boolean {
  return error instanceof SourceError && error.state === 'unusable' && error.carried.code === refusal
}

// Tells whether an answer was over the bounds of one body.
export function isTooLarge(error: unknown): boolean {
  return error instanceof SourceError && error.state === 'unusable' && error.carried.why === 'too_large'
}
