import type { OperationDefinition } from '../define.ts'
import { incidentsAlertsList } from './alerts-list.ts'
import { incidentsChangesList } from './changes-list.ts'
import { incidentsGet } from './get.ts'
import { incidentsList } from './list.ts'
import { incidentsNotesAdd } from './notes-add.ts'
import { incidentsRelatedList } from './related-list.ts'
import { incidentsStatsGet } from './stats-get.ts'
import { incidentsTimelineList } from './timeline-list.ts'

export {
  incidentsAlertsList,
  incidentsChangesList,
  incidentsGet,
  incidentsList,
  incidentsNotesAdd,
  incidentsRelatedList,
  incidentsStatsGet,
  incidentsTimelineList,
}

// Every operation `incidents.*`, in the order of their ids.
export const INCIDENTS_OPERATIONS: readonly OperationDefinition[] = Object.freeze([
  incidentsAlertsList,
  incidentsChangesList,
  incidentsGet,
  incidentsList,
  incidentsNotesAdd,
  incidentsRelatedList,
  incidentsStatsGet,
  incidentsTimelineList,
])
