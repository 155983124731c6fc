import type { OperationDefinition } from '../define.ts'
import { deploysList } from './list.ts'

export { deploysList }

// Every operation `deploys.*`, in the order of their ids.
export const DEPLOYS_OPERATIONS: readonly OperationDefinition[] = Object.freeze([deploysList])
