import { ArgumentError } from '@vedette/proto/connector'
import type { Reader } from './client.ts'
import { quote } from './entries.ts'

type Filters = Readonly<{
  service?: string | undefined
  workload?: string | undefined
  cluster?: string | undefined
  namespace?: string | undefined
  environment?: string | undefined
  host?: string | undefined
  source?: string | undefined
  severity?: string | undefined
  contains: readonly string[]
  trace_id?: string | undefined
  query?: string | undefined
}>

const SEVERITY = Object.freeze({
  critical: 'CRITICAL',
  error: 'ERROR',
  warning: 'WARNING',
  info: 'INFO',
  debug: 'DEBUG',
  trace: 'DEFAULT',
} as const)

// Fields in which Google's sources keep a name.
const SERVICE = Object.freeze([
  'resource.labels.service_name',
  'resource.labels.function_name',
  'resource.labels.container_name',
  'resource.labels.module_id',
  'labels."k8s-pod/app"',
  'labels."k8s-pod/app_kubernetes_io/name"',
])
const WORKLOAD = Object.freeze([
  'resource.labels.pod_name',
  'resource.labels.job_name',
  'resource.labels.service_name',
])
const HOST = Object.freeze([
  'resource.labels.node_name',
  'resource.labels.instance_id',
  'labels."compute.googleapis.com/resource_name"',
])

// Filters in the logging query language: `base` says where, `texts` what a line must say. Throws `invalid_argument` for
// a filter that has no counterpart here, and for one beside a raw query.
export function toFilter(reader: Reader, filters: Filters): Readonly<{ base: string[]; texts: string[] }> {
  if (filters.environment !== undefined)
    throw new ArgumentError({
      field: 'environment',
      message: 'log entries here have no environment',
      fix: 'leave environment out and choose the account, or name a label in query',
    })
  if (filters.query !== undefined) return { base: [`(${checkQuery(filters.query)})`], texts: [] }
  const { service, workload, cluster, namespace, host, source, severity, trace_id } = filters
  const base = [
    ...anyOf(SERVICE, '=', service),
    ...anyOf(WORKLOAD, ':', workload),
    ...anyOf(HOST, '=', host),
    ...anyOf(['resource.labels.cluster_name'], '=', cluster),
    ...anyOf(['resource.labels.namespace_name'], '=', namespace),
    ...(source === undefined ? [] : [`logName=${quote(toLogName(reader, source))}`]),
  ]
  const level = severity === undefined ? undefined : SEVERITY[severity as keyof typeof SEVERITY] // the input's own words
  const texts = [
    ...(level === undefined ? [] : [`severity>=${level}`]),
    ...(trace_id === undefined ? [] : [`trace=${quote(`projects/${reader.project.id}/traces/${trace_id}`)}`]),
    ...filters.contains.map(quote),
  ]
  return { base, texts }
}

function anyOf(fields: readonly string[], operator: '=' | ':', value: string | undefined): string[] {
  if (value === undefined) return []
  const all = fields.map((field) => `${field}${operator}${quote(value)}`)
  return [all.length === 1 ? (all[0] ?? '') : `(${all.join(' OR ')})`]
}

// A log's name as the list of sources gives it: whole, or its last element.
function toLogName({ project }: Reader, source: string): string {
  return source.startsWith('projects/')
    ? source
    : `projects/${project.id}/logs/${source.replaceAll('/', '%2F')}`
}

// A raw query may not reach out of its parentheses, where the window stands.
function checkQuery(query: string): string {
  const bare = query.replaceAll(/"(?:[^"\\]|\\.)*"/g, '')
  const isLogql = /\|[=~]|^\s*\{/.test(bare)
  let depth = 0
  for (const char of bare) {
    depth += char === '(' ? 1 : char === ')' ? -1 : 0
    if (depth < 0) break
  }
  if (!isLogql && depth === 0 && !bare.includes('"') && !bare.includes('--')) return query
  throw new ArgumentError({
    code: isLogql ? 'wrong_dialect' : 'invalid_argument',
    field: 'query',
    message: 'query is not one of the logging query language',
    fix: 'write it as resource.type="k8s_container" AND severity>=ERROR, with closed quotes and parentheses',
  })
}
