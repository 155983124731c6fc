import type { OperationDefinition } from '../define.ts'
import { slosBurnGet } from './burn-get.ts'

export { slosBurnGet }

// Every operation `slos.*`, in the order of their ids.
export const SLOS_OPERATIONS: readonly OperationDefinition[] = Object.freeze([slosBurnGet])
