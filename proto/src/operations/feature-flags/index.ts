import type { OperationDefinition } from '../define.ts'
import { featureFlagsList } from './list.ts'

export { featureFlagsList }

// Every operation `feature_flags.*`, in the order of their ids.
export const FEATURE_FLAGS_OPERATIONS: readonly OperationDefinition[] = Object.freeze([featureFlagsList])
