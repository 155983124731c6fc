import { ArgumentError } from '@vedette/proto/connector'
import type { logsSearch } from '@vedette/proto/operations'
import type { z } from 'zod'
import { checkFilter, encodeText, equals, join } from './expression.ts'
import { pick, type Row, toAt, toAttributes } from './questions.ts'

type Severity = NonNullable<z.output<typeof logsSearch.input>['severity']>
type Filters = Omit<z.output<typeof logsSearch.input>, 'order' | 'from' | 'to' | 'limit' | 'cursor' | 'query'>

// The least number of OpenTelemetry's severities that each of ours begins at.
const LEAST: Readonly<Record<Severity, number>> = Object.freeze({
  critical: 21,
  error: 17,
  warning: 13,
  info: 9,
  debug: 5,
  trace: 1,
})
const MAX_MESSAGE = 8192

// The filter that structured filters, or the caller's own, mean.
export function toLogFilter(input: Filters & Readonly<{ query?: string | undefined }>): string {
  if (input.query !== undefined) return checkFilter(input.query)
  if (input.source !== undefined)
    throw new ArgumentError({
      field: 'source',
      message: 'SigNoz keeps all logs in one place',
      fix: 'leave source out, or filter by service or namespace',
    })
  const { contains, not, severity } = input
  return join([
    ...equals('service.name', input.service, 'service'),
    ...equals('k8s.deployment.name', input.workload, 'workload'),
    ...equals('k8s.cluster.name', input.cluster, 'cluster'),
    ...equals('k8s.namespace.name', input.namespace, 'namespace'),
    ...equals('deployment.environment', input.environment, 'environment'),
    ...equals('host.name', input.host, 'host'),
    ...equals('trace_id', input.trace_id, 'trace_id'),
    ...(severity === undefined ? [] : [`severity_number >= ${LEAST[severity]}`]),
    ...contains.map((text) => `body CONTAINS ${encodeText(text, 'contains')}`),
    ...not.map((text) => `body NOT CONTAINS ${encodeText(text, 'not')}`),
  ])
}

// Whether filters look at what a line may not carry, besides the service, its text and its level.
export function hasOthers(input: Filters): boolean {
  const { workload, cluster, namespace, environment, host, trace_id } = input
  return [workload, cluster, namespace, environment, host, trace_id].some((one) => one !== undefined)
}

// One line as it leaves: the message cut at 8 KiB.
export function toLine(row: Row) {
  const { data } = row
  const body = typeof data.body === 'string' ? data.body : data.body == null ? '' : JSON.stringify(data.body)
  return {
    id: pick(data, 'id'),
    at: toAt(row),
    severity: toSeverity(Number(data.severity_number ?? 0)),
    message: body.slice(0, MAX_MESSAGE),
    service: pick(data, 'service.name'),
    workload: pick(data, 'k8s.deployment.name'),
    host: pick(data, 'host.name'),
    source: null,
    trace_id: pick(data, 'trace_id'),
    attributes: toAttributes(data),
    ...(body.length > MAX_MESSAGE ? { cut: true as const } : {}),
  }
}

// The severity of a number; null for one that tells none.
function toSeverity(number: number): Severity | null {
  const all = Object.entries(LEAST) as [Severity, number][] // entries of the table above, worst first
  return number > 24 ? null : (all.find(([, least]) => number >= least)?.[0] ?? null)
}
