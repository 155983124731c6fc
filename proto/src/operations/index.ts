import { alertsActiveList } from './alerts/active-list.ts'
import { alertsGet } from './alerts/get.ts'
import { alertsHistoryList } from './alerts/history-list.ts'
import { alertsRoutingGet } from './alerts/routing-get.ts'
import { alertsRulesGet } from './alerts/rules-get.ts'
import { alertsRulesList } from './alerts/rules-list.ts'
import { alertsSilencesList } from './alerts/silences-list.ts'
import type { OperationDefinition } from './define.ts'
import { hostDisksList } from './host/disks-list.ts'
import { hostInfo } from './host/info.ts'
import { hostLoadGet } from './host/load-get.ts'
import { hostLogsSearch } from './host/logs-search.ts'
import { hostMemoryGet } from './host/memory-get.ts'
import { hostProcessesList } from './host/processes-list.ts'
import { hostServicesList } from './host/services-list.ts'
import { hostSocketsList } from './host/sockets-list.ts'
import { metricsBaselineCompare } from './metrics/baseline-compare.ts'
import { metricsFreshnessGet } from './metrics/freshness-get.ts'
import { metricsLabelValuesList } from './metrics/label-values-list.ts'
import { metricsLabelsList } from './metrics/labels-list.ts'
import { metricsMetadataGet } from './metrics/metadata-get.ts'
import { metricsNamesList } from './metrics/names-list.ts'
import { metricsQuantile } from './metrics/quantile.ts'
import { metricsQuery } from './metrics/query.ts'
import { metricsQueryRange } from './metrics/query-range.ts'
import { metricsRulesList } from './metrics/rules-list.ts'
import { metricsSeriesList } from './metrics/series-list.ts'
import { metricsTargetsList } from './metrics/targets-list.ts'
import { servicesSignalsGet } from './services/signals-get.ts'
import { slosBurnGet } from './slos/burn-get.ts'

export type { OperationDefinition, ScopeKind, WindowBounds } from './define.ts'
export { defineOperation, SCOPE_KINDS, toToolName } from './define.ts'
export type { FieldMeta } from './fields.ts'
export { cursor, fieldRegistry, instant, limit, windowFrom, windowTo } from './fields.ts'
export { SIGNALS } from './services/signals-get.ts'
export {
  alertsActiveList,
  alertsGet,
  alertsHistoryList,
  alertsRoutingGet,
  alertsRulesGet,
  alertsRulesList,
  alertsSilencesList,
  hostDisksList,
  hostInfo,
  hostLoadGet,
  hostLogsSearch,
  hostMemoryGet,
  hostProcessesList,
  hostServicesList,
  hostSocketsList,
  metricsBaselineCompare,
  metricsFreshnessGet,
  metricsLabelsList,
  metricsLabelValuesList,
  metricsMetadataGet,
  metricsNamesList,
  metricsQuantile,
  metricsQuery,
  metricsQueryRange,
  metricsRulesList,
  metricsSeriesList,
  metricsTargetsList,
  servicesSignalsGet,
  slosBurnGet,
}

// Every operation of the catalogue, in the order of their ids; adding an operation adds one line here.
export const OPERATIONS: readonly OperationDefinition[] = Object.freeze([
  alertsActiveList,
  alertsGet,
  alertsHistoryList,
  alertsRoutingGet,
  alertsRulesGet,
  alertsRulesList,
  alertsSilencesList,
  hostDisksList,
  hostInfo,
  hostLoadGet,
  hostLogsSearch,
  hostMemoryGet,
  hostProcessesList,
  hostServicesList,
  hostSocketsList,
  metricsBaselineCompare,
  metricsFreshnessGet,
  metricsLabelValuesList,
  metricsLabelsList,
  metricsMetadataGet,
  metricsNamesList,
  metricsQuantile,
  metricsQuery,
  metricsQueryRange,
  metricsRulesList,
  metricsSeriesList,
  metricsTargetsList,
  servicesSignalsGet,
  slosBurnGet,
])

const BY_ID: ReadonlyMap<string, OperationDefinition> = new Map(OPERATIONS.map((one) => [one.id, one]))

// The definition of an id, or undefined when the catalogue has none.
export function findOperation(id: string): OperationDefinition | undefined {
  return BY_ID.get(id)
}
