import type { OperationDefinition } from '../define.ts'
import { rumEventsSearch } from './events-search.ts'

export { rumEventsSearch }

// Every operation `rum.*`, in the order of their ids.
export const RUM_OPERATIONS: readonly OperationDefinition[] = Object.freeze([rumEventsSearch])
