import type { Served } from '@vedette/proto/connector'
import type { GrafanaClient } from '../client.ts'
import { serveAlertsActiveList } from './alerts-active-list.ts'
import { serveAlertsChannelsList } from './alerts-channels-list.ts'
import { serveAlertsGet } from './alerts-get.ts'
import { serveAlertsRoutingGet } from './alerts-routing-get.ts'
import { serveAlertsRulesGet } from './alerts-rules-get.ts'
import { serveAlertsRulesList } from './alerts-rules-list.ts'
import { serveAlertsSilencesList } from './alerts-silences-list.ts'
import { serveAnnotationsCreate } from './annotations-create.ts'
import { serveAnnotationsList } from './annotations-list.ts'
import { serveDashboardsGet } from './dashboards-get.ts'
import { serveDashboardsSearch } from './dashboards-search.ts'
import { serveDatasourcesHealth } from './datasources-health.ts'
import { serveDatasourcesList } from './datasources-list.ts'
import { serveIncidentsList } from './incidents-list.ts'
import { serveOncallCurrentList } from './oncall-current-list.ts'
import { serveOncallSchedulesList } from './oncall-schedules-list.ts'
import { serveSlosList } from './slos-list.ts'

// What Grafana serves, by id.
export const GRAFANA_OPERATIONS: readonly Served<GrafanaClient>[] = Object.freeze([
  serveAlertsActiveList,
  serveAlertsChannelsList,
  serveAlertsGet,
  serveAlertsRoutingGet,
  serveAlertsRulesGet,
  serveAlertsRulesList,
  serveAlertsSilencesList,
  serveAnnotationsCreate,
  serveAnnotationsList,
  serveDashboardsGet,
  serveDashboardsSearch,
  serveDatasourcesHealth,
  serveDatasourcesList,
  serveIncidentsList,
  serveOncallCurrentList,
  serveOncallSchedulesList,
  serveSlosList,
])
