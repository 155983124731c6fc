import type { OperationDefinition } from '../define.ts'
import { topicsList } from './list.ts'

export { topicsList }

// Every operation `topics.*`, in the order of their ids.
export const TOPICS_OPERATIONS: readonly OperationDefinition[] = Object.freeze([topicsList])
