import type { OperationDefinition } from '../define.ts'
import { metricsBaselineCompare } from './baseline-compare.ts'
import { metricsFreshnessGet } from './freshness-get.ts'
import { metricsLabelValuesList } from './label-values-list.ts'
import { metricsLabelsList } from './labels-list.ts'
import { metricsMetadataGet } from './metadata-get.ts'
import { metricsNamesList } from './names-list.ts'
import { metricsQuantile } from './quantile.ts'
import { metricsQuery } from './query.ts'
import { metricsQueryRange } from './query-range.ts'
import { metricsRulesList } from './rules-list.ts'
import { metricsSeriesList } from './series-list.ts'
import { metricsTargetsList } from './targets-list.ts'

export {
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
}

// Every operation `metrics.*`, in the order of their ids.
export const METRICS_OPERATIONS: readonly OperationDefinition[] = Object.freeze([
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
])
