import { quote } from './entries.ts'
import type { Aggregation } from './series.ts'

export type Preset = Readonly<{
  preset: string
  signal: 'traffic' | 'errors' | 'latency' | 'saturation'
  what: string
  unit: 'per_second' | 'ratio' | 'seconds' | 'count'
  metric: string
  // The field that names the service.
  label: string
  // What the field holds for a service of a project; absent, the service's own name.
  toValue?: (service: string, project: string) => string
  // A further condition of the filter.
  where?: string
  aligner: Aggregation['aligner']
  reducer: Aggregation['reducer']
  // Fields that stay apart.
  groupBy: readonly string[]
  // What values are multiplied with to get the unit.
  scale: number
}>

const REGION = 'resource.labels.location'
const RATE = { unit: 'per_second', aligner: 'ALIGN_RATE', reducer: 'REDUCE_SUM', scale: 1 } as const
// A percentile over all series of a distribution is computed from their summed buckets, not from their percentiles.
const P95 = { unit: 'seconds', aligner: 'ALIGN_DELTA', reducer: 'REDUCE_PERCENTILE_95' } as const
const P99 = { unit: 'ratio', aligner: 'ALIGN_DELTA', reducer: 'REDUCE_PERCENTILE_99', scale: 1 } as const
const WORST = { unit: 'ratio', aligner: 'ALIGN_MEAN', reducer: 'REDUCE_MAX', scale: 1 } as const

const RUN = {
  preset: 'gcp_cloud_run',
  label: 'resource.labels.service_name',
  groupBy: [REGION],
} as const
const FUNCTION = {
  preset: 'gcp_functions',
  label: 'resource.labels.function_name',
  groupBy: ['resource.labels.region'],
} as const
const BALANCER = {
  preset: 'gcp_https_lb',
  label: 'resource.labels.backend_target_name',
  groupBy: ['resource.labels.url_map_name'],
} as const
const PLACES = [REGION, 'resource.labels.cluster_name', 'resource.labels.namespace_name'] as const
const CONTAINER = {
  preset: 'gke_container',
  label: 'resource.labels.container_name',
  groupBy: PLACES,
} as const
const WORKLOAD = {
  preset: 'gke_workload',
  label: 'metadata.system_labels.top_level_controller_name',
  groupBy: PLACES,
} as const
const SQL = {
  preset: 'gcp_cloud_sql',
  label: 'resource.labels.database_id',
  toValue: (service: string, project: string) => `${project}:${service}`,
  groupBy: ['resource.labels.region'],
} as const

const CPU_OF_LIMIT = {
  ...WORST,
  signal: 'saturation',
  what: 'CPU used of the limit, worst container',
  metric: 'kubernetes.io/container/cpu/limit_utilization',
} as const
const MEMORY_OF_LIMIT = {
  ...WORST,
  signal: 'saturation',
  what: 'memory that cannot be evicted, of the limit, worst container',
  metric: 'kubernetes.io/container/memory/limit_utilization',
  where: 'metric.labels.memory_type="non-evictable"',
} as const

// What Google measures of its own services, by golden signal; metrics and their labels as its list of metrics has them.
// Errors are rates of failed requests, not ratios.
export const PRESETS: readonly Preset[] = Object.freeze([
  { ...RUN, ...RATE, signal: 'traffic', what: 'requests', metric: 'run.googleapis.com/request_count' },
  {
    ...{ ...RUN, ...RATE, signal: 'errors', what: '5xx answers', metric: 'run.googleapis.com/request_count' },
    where: 'metric.labels.response_code_class="5xx"',
  },
  {
    ...{ ...RUN, ...P95, signal: 'latency', what: '95th percentile of requests' },
    ...{ metric: 'run.googleapis.com/request_latencies', scale: 0.001 },
  },
  {
    ...{ ...RUN, ...P99, signal: 'saturation', what: 'CPU used of what is allocated, 99th percentile' },
    metric: 'run.googleapis.com/container/cpu/utilizations',
  },
  {
    ...{ ...RUN, ...P99, signal: 'saturation', what: 'memory used of what is allocated, 99th percentile' },
    metric: 'run.googleapis.com/container/memory/utilizations',
  },
  {
    ...{ ...FUNCTION, ...RATE, signal: 'traffic', what: 'executions' },
    metric: 'cloudfunctions.googleapis.com/function/execution_count',
  },
  {
    ...{ ...FUNCTION, ...RATE, signal: 'errors', what: 'executions that did not end well' },
    ...{
      metric: 'cloudfunctions.googleapis.com/function/execution_count',
      where: 'metric.labels.status!="ok"',
    },
  },
  {
    ...{ ...FUNCTION, ...P95, signal: 'latency', what: '95th percentile of executions' },
    ...{ metric: 'cloudfunctions.googleapis.com/function/execution_times', scale: 1e-9 },
  },
  {
    ...{ ...BALANCER, ...RATE, signal: 'traffic', what: 'requests to the backend service' },
    metric: 'loadbalancing.googleapis.com/https/request_count',
  },
  {
    ...{ ...BALANCER, ...RATE, signal: 'errors', what: '5xx answers for the backend service' },
    ...{
      metric: 'loadbalancing.googleapis.com/https/request_count',
      where: 'metric.labels.response_code_class=500',
    },
  },
  {
    ...{
      ...BALANCER,
      ...P95,
      signal: 'latency',
      what: '95th percentile of requests, as the balancer sees them',
    },
    ...{ metric: 'loadbalancing.googleapis.com/https/total_latencies', scale: 0.001 },
  },
  { ...CONTAINER, ...CPU_OF_LIMIT },
  { ...CONTAINER, ...MEMORY_OF_LIMIT },
  { ...WORKLOAD, ...CPU_OF_LIMIT },
  { ...WORKLOAD, ...MEMORY_OF_LIMIT },
  {
    ...{ ...SQL, ...WORST, signal: 'saturation', what: 'CPU used' },
    metric: 'cloudsql.googleapis.com/database/cpu/utilization',
  },
  {
    ...{ ...SQL, ...WORST, signal: 'saturation', what: 'disk used' },
    metric: 'cloudsql.googleapis.com/database/disk/utilization',
  },
])

// The value of the preset's label that names a service, and the monitoring filter that finds its series.
export function toQuestion(preset: Preset, service: string, project: string) {
  const value = preset.toValue?.(service, project) ?? service
  const conditions = [`metric.type=${quote(preset.metric)}`, `${preset.label}=${quote(value)}`]
  return {
    value,
    filter: [...conditions, ...(preset.where === undefined ? [] : [preset.where])].join(' AND '),
  }
}
