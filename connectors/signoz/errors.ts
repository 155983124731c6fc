import type { HttpFailure, StatusTable } from '@vedette/connectors/kit'
import { SourceError } from '@vedette/proto/connector'

// Codes of what SigNoz refuses for the question's own sake, and of what it does not have.
export const REFUSED = 'query_refused'
export const NOT_FOUND = 'not_found'

// SigNoz refuses a query with 400; its sentence never travels.
export const SIGNOZ_ERRORS: StatusTable = Object.freeze({
  400: ({ status }: HttpFailure) =>
    new SourceError('unusable', { why: 'unexpected_kind', status, code: REFUSED }),
  404: ({ status }: HttpFailure) =>
    new SourceError('unusable', { why: 'unexpected_kind', status, code: NOT_FOUND }),
})
