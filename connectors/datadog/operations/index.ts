import type { Served } from '@vedette/proto/connector'
import type { DatadogClient } from '../client.ts'
import { serveAlertsActiveList } from './alerts-active-list.ts'
import { serveAlertsCoverageGet } from './alerts-coverage-get.ts'
import { serveAlertsGet } from './alerts-get.ts'
import { serveAlertsHistoryList } from './alerts-history-list.ts'
import { serveAlertsRulesGet } from './alerts-rules-get.ts'
import { serveAlertsRulesList } from './alerts-rules-list.ts'
import { serveAlertsSilencesList } from './alerts-silences-list.ts'
import { serveAnnotationsList } from './annotations-list.ts'
import { serveCiRunsList } from './ci-runs-list.ts'
import { serveDashboardsGet } from './dashboards-get.ts'
import { serveDashboardsSearch } from './dashboards-search.ts'
import { serveDeploysList } from './deploys-list.ts'
import { serveErrorsIssuesGet } from './errors-issues-get.ts'
import { serveErrorsIssuesSearch } from './errors-issues-search.ts'
import { serveIncidentsGet } from './incidents-get.ts'
import { serveIncidentsList } from './incidents-list.ts'
import { serveIncidentsStatsGet } from './incidents-stats-get.ts'
import { serveLogsAggregate } from './logs-aggregate.ts'
import { serveLogsContextGet } from './logs-context-get.ts'
import { serveLogsFieldValuesList } from './logs-field-values-list.ts'
import { serveLogsSearch } from './logs-search.ts'
import { serveLogsSourcesList } from './logs-sources-list.ts'
import { serveLogsVolumeGet } from './logs-volume-get.ts'
import { serveMetricsBaselineCompare } from './metrics-baseline-compare.ts'
import { serveMetricsFreshnessGet } from './metrics-freshness-get.ts'
import { serveMetricsLabelValuesList } from './metrics-label-values-list.ts'
import { serveMetricsLabelsList } from './metrics-labels-list.ts'
import { serveMetricsMetadataGet } from './metrics-metadata-get.ts'
import { serveMetricsNamesList } from './metrics-names-list.ts'
import { serveMetricsQuery } from './metrics-query.ts'
import { serveMetricsQueryRange } from './metrics-query-range.ts'
import { serveRumEventsSearch } from './rum-events-search.ts'
import { serveServicesCatalogGet } from './services-catalog-get.ts'
import { serveServicesCatalogList } from './services-catalog-list.ts'
import { serveServicesSignalsGet } from './services-signals-get.ts'
import { serveSlosBurnGet } from './slos-burn-get.ts'
import { serveSlosGet } from './slos-get.ts'
import { serveSlosList } from './slos-list.ts'
import { serveSyntheticsResultsGet } from './synthetics-results-get.ts'
import { serveSyntheticsTestsList } from './synthetics-tests-list.ts'
import { serveTicketsSearch } from './tickets-search.ts'
import { serveTracesAggregate } from './traces-aggregate.ts'
import { serveTracesErrorsTop } from './traces-errors-top.ts'
import { serveTracesGet } from './traces-get.ts'
import { serveTracesOperationsList } from './traces-operations-list.ts'
import { serveTracesSearch } from './traces-search.ts'
import { serveTracesServicesList } from './traces-services-list.ts'

// What Datadog serves, by id.
export const DATADOG_OPERATIONS: readonly Served<DatadogClient>[] = Object.freeze([
  serveAlertsActiveList,
  serveAlertsCoverageGet,
  serveAlertsGet,
  serveAlertsHistoryList,
  serveAlertsRulesGet,
  serveAlertsRulesList,
  serveAlertsSilencesList,
  serveAnnotationsList,
  serveCiRunsList,
  serveDashboardsGet,
  serveDashboardsSearch,
  serveDeploysList,
  serveErrorsIssuesGet,
  serveErrorsIssuesSearch,
  serveIncidentsGet,
  serveIncidentsList,
  serveIncidentsStatsGet,
  serveLogsAggregate,
  serveLogsContextGet,
  serveLogsFieldValuesList,
  serveLogsSearch,
  serveLogsSourcesList,
  serveLogsVolumeGet,
  serveMetricsBaselineCompare,
  serveMetricsFreshnessGet,
  serveMetricsLabelValuesList,
  serveMetricsLabelsList,
  serveMetricsMetadataGet,
  serveMetricsNamesList,
  serveMetricsQueryRange,
  serveMetricsQuery,
  serveRumEventsSearch,
  serveServicesCatalogGet,
  serveServicesCatalogList,
  serveServicesSignalsGet,
  serveSlosBurnGet,
  serveSlosGet,
  serveSlosList,
  serveSyntheticsResultsGet,
  serveSyntheticsTestsList,
  serveTicketsSearch,
  serveTracesAggregate,
  serveTracesErrorsTop,
  serveTracesGet,
  serveTracesOperationsList,
  serveTracesSearch,
  serveTracesServicesList,
])
