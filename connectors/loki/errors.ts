import { type HttpFailure, type StatusTable, toStatusError } from '@vedette/connectors/kit'
import { SourceError } from '@vedette/proto/connector'

// Codes of what Loki refuses for the question's own sake, and of a path that this release or set-up does not have.
export const REFUSED = 'query_refused'
export const NO_PATH = 'path_unknown'

// Loki refuses a query, or one over its limits, with 400 and plain text; a path that is switched off answers 404.
export const LOKI_ERRORS: StatusTable = Object.freeze({
  400: ({ status }: HttpFailure) =>
    new SourceError('unusable', { why: 'unexpected_kind', status, code: REFUSED }),
  404: ({ status }: HttpFailure) =>
    new SourceError('unusable', { why: 'unexpected_kind', status, code: NO_PATH }),
  422: ({ status }: HttpFailure) =>
    new SourceError('unusable', { why: 'unexpected_kind', status, code: REFUSED }),
  504: (failure: HttpFailure) => toStatusError(failure),
})
