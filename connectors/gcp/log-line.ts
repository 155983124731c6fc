import type { Entry } from './entries.ts'
import { lastOf, needTime } from './values.ts'

const MAX_TEXT = 8192
const SEVERITIES = Object.freeze({
  EMERGENCY: 'critical',
  ALERT: 'critical',
  CRITICAL: 'critical',
  ERROR: 'error',
  WARNING: 'warning',
  NOTICE: 'info',
  INFO: 'info',
  DEBUG: 'debug',
} as const)

// A log entry as a line. A structured payload without a message of its own is given whole, as JSON.
export function toLine(one: Entry) {
  const text = toText(one)
  const labels = one.resource?.labels ?? {}
  const severity = one.severity ?? ''
  const first = (keys: readonly string[]) =>
    keys.map((key) => labels[key]).find((it) => it !== undefined) ?? null
  return {
    id: one.insertId === '' ? null : one.insertId,
    at: needTime(one.timestamp ?? one.receiveTimestamp),
    severity: Object.hasOwn(SEVERITIES, severity) ? SEVERITIES[severity as keyof typeof SEVERITIES] : null, // just checked
    message: text.slice(0, MAX_TEXT),
    service: first(['service_name', 'function_name', 'container_name', 'module_id']),
    workload: first(['pod_name', 'job_name']),
    host: first(['node_name', 'instance_id']),
    source: decodeURIComponent(lastOf(one.logName).replaceAll(/%(?![0-9A-Fa-f]{2})/g, '%25')),
    trace_id: one.trace === null ? null : lastOf(one.trace),
    attributes: {
      ...(one.resource === undefined ? {} : { 'resource.type': one.resource.type }),
      ...labels,
      ...one.labels,
    },
    ...(text.length > MAX_TEXT ? { cut: true as const } : {}),
  }
}

function toText(one: Entry): string {
  if (one.textPayload !== null) return one.textPayload
  const payload = one.jsonPayload ?? one.protoPayload
  const message = payload?.['message'] ?? payload?.['msg']
  if (typeof message === 'string' && Object.keys(payload ?? {}).length === 1) return message
  if (payload !== undefined) return JSON.stringify(payload)
  const { requestMethod, requestUrl, status } = one.httpRequest ?? {}
  return [requestMethod, requestUrl, status].filter((it) => it !== null && it !== undefined).join(' ')
}
