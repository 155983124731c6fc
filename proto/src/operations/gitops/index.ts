import type { OperationDefinition } from '../define.ts'
import { gitopsAppsHistory } from './apps-history.ts'

export { gitopsAppsHistory }

// Every operation `gitops.*`, in the order of their ids.
export const GITOPS_OPERATIONS: readonly OperationDefinition[] = Object.freeze([gitopsAppsHistory])
