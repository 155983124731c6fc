import type { OperationDefinition } from '../define.ts'
import { incidentsGet } from './get.ts'
import { incidentsList } from './list.ts'
import { incidentsRelatedList } from './related-list.ts'

export { incidentsGet, incidentsList, incidentsRelatedList }

// Every operation `incidents.*`, in the order of their ids.
export const INCIDENTS_OPERATIONS: readonly OperationDefinition[] = Object.freeze([
  incidentsGet,
  incidentsList,
  incidentsRelatedList,
])
