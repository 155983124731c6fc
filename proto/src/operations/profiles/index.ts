import type { OperationDefinition } from '../define.ts'
import { profilesQuery } from './query.ts'

export { profilesQuery }

// Every operation `profiles.*`, in the order of their ids.
export const PROFILES_OPERATIONS: readonly OperationDefinition[] = Object.freeze([profilesQuery])
