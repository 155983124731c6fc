import type { OperationDefinition } from '../define.ts'
import { servicesSignalsGet } from './signals-get.ts'

export { SIGNALS } from './signals-get.ts'
export { servicesSignalsGet }

// Every operation `services.*`, in the order of their ids.
export const SERVICES_OPERATIONS: readonly OperationDefinition[] = Object.freeze([servicesSignalsGet])
