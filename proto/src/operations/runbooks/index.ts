import type { OperationDefinition } from '../define.ts'
import { runbooksSearch } from './search.ts'

export { runbooksSearch }

// Every operation `runbooks.*`, in the order of their ids.
export const RUNBOOKS_OPERATIONS: readonly OperationDefinition[] = Object.freeze([runbooksSearch])
