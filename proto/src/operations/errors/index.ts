import type { OperationDefinition } from '../define.ts'
import { errorsIssuesSearch } from './issues-search.ts'
import { errorsReleasesGet } from './releases-get.ts'

export { errorsIssuesSearch, errorsReleasesGet }

// Every operation `errors.*`, in the order of their ids.
export const ERRORS_OPERATIONS: readonly OperationDefinition[] = Object.freeze([
  errorsIssuesSearch,
  errorsReleasesGet,
])
