import { z } from 'zod'
import { filter } from '../fields.ts'
import { labelMatch } from '../metrics/shapes.ts'
import { maybe } from '../values.ts'

// What a span or trace came to; `unset` is a span that said neither, which counts as no error.
export const SPAN_STATES = Object.freeze(['ok', 'error', 'unset', 'unknown'] as const)

// Filters on spans that every tracing backend can translate; all that are given must hold.
export function spanFilters() {
  return {
    service: filter('Only spans of this service'),
    operation: filter('Only spans of this operation, resource or route'),
    environment: filter('Only this environment, as the backend labels it (prod, staging)'),
    match: labelMatch(),
  }
}

// A raw query, which takes the place of the other filters.
export function rawSpanQuery() {
  return z
    .string()
    .min(1)
    .max(8192)
    .optional()
    .describe("Query in the backend's own language (TraceQL, Datadog, X-Ray filter), instead of the filters")
}

// Share of requests that were recorded as traces, 0 to 1; null when the backend does not say: counts are then of
// what was kept, not of what happened.
export const samplingRatio = maybe.number

// One error as spans show it, folded by service, operation and type.
export const spanErrorRow = z.object({
  service: z.string(),
  operation: maybe.text,
  type: maybe.text,
  message: maybe.freeText,
  // HTTP, gRPC or database status, as the span says it.
  status_code: maybe.text,
  count: z.number(),
  error_ratio: maybe.number,
  first_at: maybe.time,
  last_at: maybe.time,
  sample_trace_id: maybe.text,
  url: maybe.url,
})

// One edge of the service graph, from the caller to the called.
export const dependencyEdge = z.object({
  from: z.string(),
  to: z.string(),
  via: z.enum(['http', 'grpc', 'database', 'queue', 'cache', 'other', 'unknown']),
  calls_per_s: maybe.number,
  error_ratio: maybe.number,
  p95_ms: maybe.number,
  last_seen_at: maybe.time,
})
