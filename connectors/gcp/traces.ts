import { z } from 'zod'
import { labels, maybeText, needTime } from './values.ts'

const span = z.object({
  spanId: z.union([z.string(), z.number()]).transform(String),
  parentSpanId: z
    .union([z.string(), z.number()])
    .optional()
    .transform((id) => (id === undefined || String(id) === '0' ? null : String(id))),
  name: z.string().default(''),
  kind: maybeText,
  startTime: z.string(),
  endTime: z.string(),
  labels,
})
export type Span = z.output<typeof span>

// A trace with those of its spans that were asked for.
export const trace = z.object({
  projectId: z.string(),
  traceId: z.string(),
  spans: z.array(span).default([]),
})

// The service that a span says that it belongs to.
export function serviceOf(one: Span): string | null {
  const keys = ['service.name', 'g.co/gae/app/module', 'g.co/r/k8s_container/container_name', 'component']
  return keys.map((key) => one.labels[key]).find((it) => it !== undefined && it !== '') ?? null
}

// HTTP or gRPC status of a span, as it says it.
export function statusOf(one: Span): string | null {
  const keys = ['/http/status_code', 'http.status_code', 'http.response.status_code', 'rpc.grpc.status_code']
  return keys.map((key) => one.labels[key]).find((it) => it !== undefined && it !== '') ?? null
}

// Whether a span says that it failed. Version 1 of the API has no state, so a span that says nothing is unknown.
export function stateOf(one: Span): 'ok' | 'error' | 'unset' {
  if (
    one.labels['/error/name'] !== undefined ||
    one.labels['error'] === 'true' ||
    one.labels['otel.status_code'] === 'ERROR'
  )
    return 'error'
  const status = statusOf(one)
  if (status !== null && /^5\d\d$/.test(status)) return 'error'
  return status !== null && /^[123]\d\d$/.test(status) ? 'ok' : 'unset'
}

// Milliseconds from its start to its end.
export function durationOf(one: Span): number {
  return Math.max(0, Date.parse(needTime(one.endTime)) - Date.parse(needTime(one.startTime)))
}
