import type { HttpFailure, StatusTable } from '@vedette/connectors/kit'
import { SourceError } from '@vedette/proto/connector'

// Codes of what Tempo refuses for the question's own sake, and of what it does not have.
export const REFUSED = 'query_refused'
export const NOT_FOUND = 'not_found'

// Tempo refuses a query with 400 or 422 and plain text; a trace or a path that it does not have is 404.
export const TEMPO_ERRORS: StatusTable = Object.freeze({
  400: ({ status }: HttpFailure) =>
    new SourceError('unusable', { why: 'unexpected_kind', status, code: REFUSED }),
  404: ({ status }: HttpFailure) =>
    new SourceError('unusable', { why: 'unexpected_kind', status, code: NOT_FOUND }),
  422: ({ status }: HttpFailure) =>
    new SourceError('unusable', { why: 'unexpected_kind', status, code: REFUSED }),
})
