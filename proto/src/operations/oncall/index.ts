import type { OperationDefinition } from '../define.ts'
import { oncallCurrentList } from './current-list.ts'
import { oncallEscalationsList } from './escalations-list.ts'
import { oncallSchedulesList } from './schedules-list.ts'

export { oncallCurrentList, oncallEscalationsList, oncallSchedulesList }

// Every operation `oncall.*`, in the order of their ids.
export const ONCALL_OPERATIONS: readonly OperationDefinition[] = Object.freeze([
  oncallCurrentList,
  oncallEscalationsList,
  oncallSchedulesList,
])
