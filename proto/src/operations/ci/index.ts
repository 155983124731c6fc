import type { OperationDefinition } from '../define.ts'
import { ciJobsLogs } from './jobs-logs.ts'
import { ciRunsGet } from './runs-get.ts'
import { ciRunsList } from './runs-list.ts'

export { ciJobsLogs, ciRunsGet, ciRunsList }

// Every operation `ci.*`, in the order of their ids.
export const CI_OPERATIONS: readonly OperationDefinition[] = Object.freeze([
  ciJobsLogs,
  ciRunsGet,
  ciRunsList,
])
