import type { OperationDefinition } from '../define.ts'
import { syntheticsResultsGet } from './results-get.ts'
import { syntheticsTestsList } from './tests-list.ts'

export { syntheticsResultsGet, syntheticsTestsList }

// Every operation `synthetics.*`, in the order of their ids.
export const SYNTHETICS_OPERATIONS: readonly OperationDefinition[] = Object.freeze([
  syntheticsResultsGet,
  syntheticsTestsList,
])
