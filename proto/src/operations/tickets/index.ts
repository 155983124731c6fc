import type { OperationDefinition } from '../define.ts'
import { ticketsSearch } from './search.ts'

export { ticketsSearch }

// Every operation `tickets.*`, in the order of their ids.
export const TICKETS_OPERATIONS: readonly OperationDefinition[] = Object.freeze([ticketsSearch])
