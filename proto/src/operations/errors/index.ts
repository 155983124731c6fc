import type { OperationDefinition } from '../define.ts'
import { errorsEventsGet } from './events-get.ts'
import { errorsEventsSearch } from './events-search.ts'
import { errorsIssuesGet } from './issues-get.ts'
import { errorsIssuesSearch } from './issues-search.ts'
import { errorsProjectsList } from './projects-list.ts'
import { errorsReleasesGet } from './releases-get.ts'
import { errorsReleasesList } from './releases-list.ts'

export {
  errorsEventsGet,
  errorsEventsSearch,
  errorsIssuesGet,
  errorsIssuesSearch,
  errorsProjectsList,
  errorsReleasesGet,
  errorsReleasesList,
}

// Every operation `errors.*`, in the order of their ids.
export const ERRORS_OPERATIONS: readonly OperationDefinition[] = Object.freeze([
  errorsEventsGet,
  errorsEventsSearch,
  errorsIssuesGet,
  errorsIssuesSearch,
  errorsProjectsList,
  errorsReleasesGet,
  errorsReleasesList,
])
