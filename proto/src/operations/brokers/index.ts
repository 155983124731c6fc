import type { OperationDefinition } from '../define.ts'
import { brokersHealth } from './health.ts'

export { brokersHealth }

// Every operation `brokers.*`, in the order of their ids.
export const BROKERS_OPERATIONS: readonly OperationDefinition[] = Object.freeze([brokersHealth])
