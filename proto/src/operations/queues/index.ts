import type { OperationDefinition } from '../define.ts'
import { queuesConsumersList } from './consumers-list.ts'
import { queuesGet } from './get.ts'

export { queuesConsumersList, queuesGet }

// Every operation `queues.*`, in the order of their ids.
export const QUEUES_OPERATIONS: readonly OperationDefinition[] = Object.freeze([
  queuesConsumersList,
  queuesGet,
])
