import { ArgumentError } from '@vedette/proto/connector'

// The query language of raw metric queries.
export const METRIC_DIALECT = 'monitoring-filter'

// Checks that a raw query is a monitoring filter that names one metric. Throws `wrong_dialect` for PromQL and others.
export function checkMetricFilter(expr: string): string {
  if (/\bmetric\.type\s*(?:=|:)/.test(expr) && !/[{}[\]]/.test(expr)) return expr
  throw new ArgumentError({
    code: 'wrong_dialect',
    field: 'expr',
    message: 'expr is not a monitoring filter',
    fix: 'name one metric: metric.type="compute.googleapis.com/instance/cpu/utilization" AND resource.labels.zone="..."',
  })
}
