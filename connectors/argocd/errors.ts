import type { HttpFailure, StatusTable } from '@vedette/connectors/kit'
import { SourceError } from '@vedette/proto/connector'

// Argo CD answers 403 also for an application that does not exist, to those who may not list them all.
export const ARGOCD_ERRORS: StatusTable = Object.freeze({
  400: as('query_refused'),
  404: as('not_found'),
})

function as(code: string): (failure: HttpFailure) => Error {
  return ({ status }) => new SourceError('unusable', { why: 'unexpected_kind', status, code })
}
