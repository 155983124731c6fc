import type { Served } from '@vedette/proto/connector'
import type { PagerdutyClient } from '../client.ts'
import { serveAlertsGet } from './alerts-get.ts'
import { serveAlertsHistoryList } from './alerts-history-list.ts'
import { serveAlertsRoutingGet } from './alerts-routing-get.ts'
import { serveIncidentsAlertsList } from './incidents-alerts-list.ts'
import { serveIncidentsChangesList } from './incidents-changes-list.ts'
import { serveIncidentsGet } from './incidents-get.ts'
import { serveIncidentsList } from './incidents-list.ts'
import { serveIncidentsNotesAdd } from './incidents-notes-add.ts'
import { serveIncidentsRelatedList } from './incidents-related-list.ts'
import { serveIncidentsStatsGet } from './incidents-stats-get.ts'
import { serveIncidentsTimelineList } from './incidents-timeline-list.ts'
import { serveOncallCurrentList } from './oncall-current-list.ts'
import { serveOncallEscalationsList } from './oncall-escalations-list.ts'
import { serveOncallSchedulesList } from './oncall-schedules-list.ts'
import { serveServicesCatalogGet } from './services-catalog-get.ts'
import { serveServicesCatalogList } from './services-catalog-list.ts'

// What PagerDuty serves, by id.
export const PAGERDUTY_OPERATIONS: readonly Served<PagerdutyClient>[] = Object.freeze([
  serveAlertsGet,
  serveAlertsHistoryList,
  serveAlertsRoutingGet,
  serveIncidentsAlertsList,
  serveIncidentsChangesList,
  serveIncidentsGet,
  serveIncidentsList,
  serveIncidentsNotesAdd,
  serveIncidentsRelatedList,
  serveIncidentsStatsGet,
  serveIncidentsTimelineList,
  serveOncallCurrentList,
  serveOncallEscalationsList,
  serveOncallSchedulesList,
  serveServicesCatalogGet,
  serveServicesCatalogList,
])
