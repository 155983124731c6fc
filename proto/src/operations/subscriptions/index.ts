import type { OperationDefinition } from '../define.ts'
import { subscriptionsList } from './list.ts'

export { subscriptionsList }

// Every operation `subscriptions.*`, in the order of their ids.
export const SUBSCRIPTIONS_OPERATIONS: readonly OperationDefinition[] = Object.freeze([subscriptionsList])
