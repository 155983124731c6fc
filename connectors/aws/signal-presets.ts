import { dimensionsOf, type Metric } from './metric-names.ts'

export type Preset = Readonly<{
  preset: string
  signal: 'traffic' | 'errors' | 'latency' | 'saturation'
  what: string
  unit: 'per_second' | 'ratio' | 'seconds' | 'count'
  namespace: string
  metric: string
  stat: string
  // Every dimension of the set that is read; `label` is the one that names the service.
  dimensions: readonly string[]
  label: string
  // What values are multiplied with to get the unit.
  scale: number
}>

const ALB = {
  preset: 'aws_alb',
  namespace: 'AWS/ApplicationELB',
  dimensions: ['LoadBalancer'],
  label: 'LoadBalancer',
} as const
const LAMBDA = {
  preset: 'aws_lambda',
  namespace: 'AWS/Lambda',
  dimensions: ['FunctionName'],
  label: 'FunctionName',
} as const
const ECS = {
  preset: 'aws_ecs',
  namespace: 'AWS/ECS',
  dimensions: ['ClusterName', 'ServiceName'],
  label: 'ServiceName',
} as const
const RDS = {
  preset: 'aws_rds',
  namespace: 'AWS/RDS',
  dimensions: ['DBInstanceIdentifier'],
  label: 'DBInstanceIdentifier',
} as const

// What AWS measures of its own services, by golden signal. Errors are rates: CloudWatch gives no ratio by itself.
export const PRESETS: readonly Preset[] = Object.freeze([
  {
    ...ALB,
    signal: 'traffic',
    what: 'requests',
    unit: 'per_second',
    metric: 'RequestCount',
    stat: 'Sum',
    scale: 1,
  },
  {
    ...ALB,
    signal: 'errors',
    what: '5xx answers of targets',
    unit: 'per_second',
    metric: 'HTTPCode_Target_5XX_Count',
    stat: 'Sum',
    scale: 1,
  },
  {
    ...ALB,
    signal: 'latency',
    what: '95th percentile of targets',
    unit: 'seconds',
    metric: 'TargetResponseTime',
    stat: 'p95',
    scale: 1,
  },
  {
    ...LAMBDA,
    signal: 'traffic',
    what: 'invocations',
    unit: 'per_second',
    metric: 'Invocations',
    stat: 'Sum',
    scale: 1,
  },
  {
    ...LAMBDA,
    signal: 'errors',
    what: 'failed invocations',
    unit: 'per_second',
    metric: 'Errors',
    stat: 'Sum',
    scale: 1,
  },
  {
    ...LAMBDA,
    signal: 'latency',
    what: '95th percentile of durations',
    unit: 'seconds',
    metric: 'Duration',
    stat: 'p95',
    scale: 0.001,
  },
  {
    ...LAMBDA,
    signal: 'saturation',
    what: 'concurrent executions',
    unit: 'count',
    metric: 'ConcurrentExecutions',
    stat: 'Maximum',
    scale: 1,
  },
  {
    ...ECS,
    signal: 'saturation',
    what: 'CPU used of what is reserved',
    unit: 'ratio',
    metric: 'CPUUtilization',
    stat: 'Average',
    scale: 0.01,
  },
  {
    ...ECS,
    signal: 'saturation',
    what: 'memory used of what is reserved',
    unit: 'ratio',
    metric: 'MemoryUtilization',
    stat: 'Average',
    scale: 0.01,
  },
  {
    ...RDS,
    signal: 'latency',
    what: 'mean time of reads from disk',
    unit: 'seconds',
    metric: 'ReadLatency',
    stat: 'Average',
    scale: 1,
  },
  {
    ...RDS,
    signal: 'saturation',
    what: 'CPU used',
    unit: 'ratio',
    metric: 'CPUUtilization',
    stat: 'Average',
    scale: 0.01,
  },
])

// Whether a dimension names the service: whole, or as the name within a load balancer's `app/name/id`.
export function namesService(metric: Metric, label: string, service: string): boolean {
  const value = dimensionsOf(metric)[label] ?? ''
  return value === service || value.split('/')[1] === service
}
