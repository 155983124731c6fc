import type { OperationDefinition } from '../define.ts'
import { deploysGet } from './get.ts'
import { deploysList } from './list.ts'

export { deploysGet, deploysList }

// Every operation `deploys.*`, in the order of their ids.
export const DEPLOYS_OPERATIONS: readonly OperationDefinition[] = Object.freeze([deploysGet, deploysList])
