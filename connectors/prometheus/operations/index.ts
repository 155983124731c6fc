import type { Served } from '@vedette/proto/connector'
import type { PrometheusClient } from '../client.ts'
import { findRefusal } from '../serves.ts'
import { serveAlertsActiveList } from './alerts-active-list.ts'
import { serveAlertsGet } from './alerts-get.ts'
import { serveAlertsHistoryList } from './alerts-history-list.ts'
import { serveAlertsRoutingGet } from './alerts-routing-get.ts'
import { serveAlertsRulesGet } from './alerts-rules-get.ts'
import { serveAlertsRulesList } from './alerts-rules-list.ts'
import { serveAlertsSilencesCreate } from './alerts-silences-create.ts'
import { serveAlertsSilencesList } from './alerts-silences-list.ts'
import { serveMetricsBaselineCompare } from './metrics-baseline-compare.ts'
import { serveMetricsFreshnessGet } from './metrics-freshness-get.ts'
import { serveMetricsLabelValuesList } from './metrics-label-values-list.ts'
import { serveMetricsLabelsList } from './metrics-labels-list.ts'
import { serveMetricsMetadataGet } from './metrics-metadata-get.ts'
import { serveMetricsNamesList } from './metrics-names-list.ts'
import { serveMetricsQuantile } from './metrics-quantile.ts'
import { serveMetricsQuery } from './metrics-query.ts'
import { serveMetricsQueryRange } from './metrics-query-range.ts'
import { serveMetricsRulesList } from './metrics-rules-list.ts'
import { serveMetricsSeriesList } from './metrics-series-list.ts'
import { serveMetricsTargetsList } from './metrics-targets-list.ts'
import { serveServicesSignalsGet } from './services-signals-get.ts'
import { serveSlosBurnGet } from './slos-burn-get.ts'

// An operation that its configuration cannot serve refuses itself, whoever calls it.
function guard(served: Served<PrometheusClient>): Served<PrometheusClient> {
  return Object.freeze({
    ...served,
    run: async (client: PrometheusClient, input: unknown, context: Parameters<typeof served.run>[2]) => {
      const refusal = findRefusal(client.config, served.operation.id)
      if (refusal !== undefined) throw refusal
      return served.run(client, input, context)
    },
  })
}

// Everything that a Prometheus with its Alertmanager can answer, by id.
export const PROMETHEUS_OPERATIONS: readonly Served<PrometheusClient>[] = Object.freeze(
  [
    serveAlertsActiveList,
    serveAlertsGet,
    serveAlertsHistoryList,
    serveAlertsRoutingGet,
    serveAlertsRulesGet,
    serveAlertsRulesList,
    serveAlertsSilencesCreate,
    serveAlertsSilencesList,
    serveMetricsBaselineCompare,
    serveMetricsFreshnessGet,
    serveMetricsLabelValuesList,
    serveMetricsLabelsList,
    serveMetricsMetadataGet,
    serveMetricsNamesList,
    serveMetricsQuantile,
    serveMetricsQuery,
    serveMetricsQueryRange,
    serveMetricsRulesList,
    serveMetricsSeriesList,
    serveMetricsTargetsList,
    serveServicesSignalsGet,
    serveSlosBurnGet,
  ].map(guard),
)
