import type { OperationDefinition } from '../define.ts'
import { attachedToolsCall } from './tools-call.ts'
import { attachedToolsList } from './tools-list.ts'

export { attachedToolsCall, attachedToolsList }

// Every operation `attached.*`, in the order of their ids.
export const ATTACHED_OPERATIONS: readonly OperationDefinition[] = Object.freeze([
  attachedToolsCall,
  attachedToolsList,
])
