import type { OperationDefinition } from '../define.ts'
import { gitopsAppsDiff } from './apps-diff.ts'
import { gitopsAppsGet } from './apps-get.ts'
import { gitopsAppsHistory } from './apps-history.ts'
import { gitopsAppsList } from './apps-list.ts'

export { gitopsAppsDiff, gitopsAppsGet, gitopsAppsHistory, gitopsAppsList }

// Every operation `gitops.*`, in the order of their ids.
export const GITOPS_OPERATIONS: readonly OperationDefinition[] = Object.freeze([
  gitopsAppsDiff,
  gitopsAppsGet,
  gitopsAppsHistory,
  gitopsAppsList,
])
