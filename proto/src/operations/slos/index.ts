import type { OperationDefinition } from '../define.ts'
import { slosBurnGet } from './burn-get.ts'
import { slosGet } from './get.ts'
import { slosList } from './list.ts'

export { slosBurnGet, slosGet, slosList }

// Every operation `slos.*`, in the order of their ids.
export const SLOS_OPERATIONS: readonly OperationDefinition[] = Object.freeze([slosBurnGet, slosGet, slosList])
