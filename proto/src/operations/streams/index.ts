import type { OperationDefinition } from '../define.ts'
import { streamsGroupsLag } from './groups-lag.ts'
import { streamsGroupsList } from './groups-list.ts'

export { streamsGroupsLag, streamsGroupsList }

// Every operation `streams.*`, in the order of their ids.
export const STREAMS_OPERATIONS: readonly OperationDefinition[] = Object.freeze([
  streamsGroupsLag,
  streamsGroupsList,
])
