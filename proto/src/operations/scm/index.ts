import type { OperationDefinition } from '../define.ts'
import { scmCompare } from './compare.ts'
import { scmPullsList } from './pulls-list.ts'

export { scmCompare, scmPullsList }

// Every operation `scm.*`, in the order of their ids.
export const SCM_OPERATIONS: readonly OperationDefinition[] = Object.freeze([scmCompare, scmPullsList])
