import { equals, join, matches } from './expression.ts'
import { pick, type Row } from './questions.ts'

export type SpanFilters = Readonly<{
  service?: string | undefined
  operation?: string | undefined
  environment?: string | undefined
  match?: Parameters<typeof matches>[0] | undefined
}>

// The filter that structured filters on spans mean, with further conditions.
export function toSpanFilter(input: SpanFilters, more: readonly string[] = []): string {
  return join([
    ...equals('service.name', input.service, 'service'),
    ...equals('name', input.operation, 'operation'),
    ...equals('deployment.environment', input.environment, 'environment'),
    ...matches(input.match ?? []),
    ...more,
  ])
}

export const HAS_ERROR = 'has_error = true'
// Numbers of OpenTelemetry's kinds of spans.
export const KINDS = Object.freeze({ internal: 1, server: 2, client: 3, producer: 4, consumer: 5 } as const)

// Whether filters look at what a span may not carry.
export function hasOthers(input: SpanFilters): boolean {
  return input.environment !== undefined || (input.match ?? []).length > 0
}

// A name of a group as SigNoz spells it.
export function toGroup(name: string): string {
  if (name === 'service') return 'service.name'
  return name === 'operation' ? 'name' : name
}

// What a span came to.
export function toSpanState({ data }: Row): 'ok' | 'error' | 'unset' | 'unknown' {
  const failed = pick(data, 'has_error', 'hasError')
  if (failed === 'true' || failed === '1') return 'error'
  return failed === 'false' || failed === '0' ? 'unset' : 'unknown'
}

// A span's duration in milliseconds; null when it is not told.
export function toDuration({ data }: Row): number | null {
  const told = pick(data, 'duration_nano', 'durationNano')
  const nanos = Number(told)
  return told === null || !Number.isFinite(nanos) ? null : nanos / 1e6
}
