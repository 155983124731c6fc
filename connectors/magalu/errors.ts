import { type HttpFailure, type StatusTable, toStatusError } from '@vedette/connectors/kit'
import { SourceError } from '@vedette/proto/connector'
import { z } from 'zod'

// The code of a thing that the tenant does not have.
export const NOT_FOUND = 'not_found'

// Products tell failures each in its own form; all of them are JSON objects.
const refusal = z.record(z.string(), z.unknown())

// Only a 404 that a product of Magalu Cloud wrote says that a thing is not there.
export const MAGALU_ERRORS: StatusTable = Object.freeze({
  404: (failure: HttpFailure) =>
    refusal.safeParse(failure.json).success
      ? new SourceError('unusable', { why: 'unexpected_kind', status: failure.status, code: NOT_FOUND })
      : toStatusError(failure),
})
