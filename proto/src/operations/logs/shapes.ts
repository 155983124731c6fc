import { z } from 'zod'
import { filter } from '../fields.ts'
import { freeText, maybe, tagSet } from '../values.ts'

// Severities from worst to least; what a vendor calls `fatal`, `notice` and so on is folded into these.
export const SEVERITIES = Object.freeze(['critical', 'error', 'warning', 'info', 'debug', 'trace'] as const)

// One line of a log. Its text is untrusted.
export const logLine = z.object({
  // Names this line for logs_context_get; null when the backend has no such name.
  id: maybe.text,
  at: z.string(),
  severity: z.enum(SEVERITIES).nullable(),
  message: freeText,
  service: maybe.text,
  workload: maybe.text,
  host: maybe.text,
  // Where it is kept: a stream, an index or a log group.
  source: maybe.text,
  trace_id: maybe.text,
  attributes: tagSet,
  cut: z.literal(true).optional().describe('The message was longer than 8 KiB'),
})

// Lines that are alike, folded into one template.
export const logPattern = z.object({
  id: maybe.text,
  template: freeText,
  severity: z.enum(SEVERITIES).nullable(),
  service: maybe.text,
  count: z.number(),
  first_at: maybe.time,
  last_at: maybe.time,
  // Not seen in the time before the window; null: that time was not read.
  is_new: maybe.flag,
  sample: maybe.freeText,
})

// Structured filters that are translated per backend; all that are given must hold.
export function logFilters() {
  return {
    service: filter('Only lines of this service'),
    workload: filter('Only lines of this workload: a deployment, job, function or unit'),
    cluster: filter('Only lines of this cluster, as the backend labels it'),
    namespace: filter('Only lines of this Kubernetes namespace'),
    environment: filter('Only this environment, as the backend labels it (prod, staging)'),
    host: filter('Only lines of this host, node or instance'),
    source: filter('Only this stream, index or log group, as logs_sources_list gives it'),
    severity: z.enum(SEVERITIES).optional().describe('Only lines at least this severe'),
    contains: z
      .array(z.string().min(1).max(512))
      .max(5)
      .default([])
      .describe('Texts that a line must contain, all of them'),
    not: z
      .array(z.string().min(1).max(512))
      .max(5)
      .default([])
      .describe('Texts that a line must not contain'),
    trace_id: z
      .string()
      .regex(/^[0-9A-Za-z-]{1,64}$/, 'must be a trace id')
      .optional()
      .describe('Only lines of this trace'),
  }
}

// A raw query, which takes the place of the structured filters.
export function rawLogQuery() {
  return z
    .string()
    .min(1)
    .max(8192)
    .optional()
    .describe("Query in the backend's own language (LogQL, Logs Insights, Datadog), instead of the filters")
}

// Bytes that the backend read to answer; null when it does not say.
export const scannedBytes = maybe.number
