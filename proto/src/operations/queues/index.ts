import type { OperationDefinition } from '../define.ts'
import { queuesConsumersList } from './consumers-list.ts'
import { queuesDlqList } from './dlq-list.ts'
import { queuesGet } from './get.ts'
import { queuesList } from './list.ts'

export { queuesConsumersList, queuesDlqList, queuesGet, queuesList }

// Every operation `queues.*`, in the order of their ids.
export const QUEUES_OPERATIONS: readonly OperationDefinition[] = Object.freeze([
  queuesConsumersList,
  queuesDlqList,
  queuesGet,
  queuesList,
])
