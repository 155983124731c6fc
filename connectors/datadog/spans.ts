import type { tracesAggregate } from '@vedette/proto/operations'
import type { z } from 'zod'
import { joinTerms, quote, term } from './query.ts'
import { cannotAsk } from './refusals.ts'
import type { Event } from './tracks.ts'
import { dig, digNumber, digText, flatten, toMs } from './values.ts'

export type SpanFilters = Pick<
  z.output<typeof tracesAggregate.input>,
  'service' | 'operation' | 'environment' | 'match'
>

// Tags that Datadog keeps beside the attributes of a span, and so are asked for without `@`.
const RESERVED: ReadonlySet<string> = new Set([
  'service',
  'env',
  'host',
  'resource_name',
  'operation_name',
  'status',
  'type',
  'version',
])

// The facet of a name: one of Datadog's own, or an attribute.
export function toFacet(name: string): string {
  if (name === 'operation') return 'resource_name'
  return RESERVED.has(name) || name.startsWith('@') ? name : `@${name}`
}

// The search that filters mean. Regular expressions become wildcards only where they are plain.
export function toSpanQuery(filters: SpanFilters, more: readonly string[] = []): string {
  return joinTerms([
    ...term('service', filters.service),
    ...term('resource_name', filters.operation),
    ...term('env', filters.environment),
    ...filters.match.map(({ label, op, value }) => {
      const is = `${toFacet(label)}:${op.endsWith('~') ? toWildcard(value) : quote(value)}`
      return op.startsWith('!') ? `-${is}` : is
    }),
    ...more,
  ])
}

const PLAIN = /^(?:\.[*+])?[\w/-]+(?:\.[*+])?$/

function toWildcard(pattern: string): string {
  if (!PLAIN.test(pattern))
    throw cannotAsk(
      'match',
      'Datadog searches no regular expressions',
      'use * around a word, written as .*word.*',
    )
  return pattern.replaceAll(/\.[*+]/g, '*')
}

export type Span = Readonly<{
  traceId: string
  spanId: string
  parentId: string | null
  service: string
  operation: string
  kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal' | 'unknown'
  start: number
  ms: number
  state: 'ok' | 'error' | 'unset'
  error: string | null
  statusCode: string | null
  attributes: Record<string, string>
}>

const KINDS = ['server', 'client', 'producer', 'consumer', 'internal'] as const

// One span as it was kept; undefined when it has no id or time to stand on.
export function toSpan({ attributes }: Event): Span | undefined {
  const traceId = digText(attributes, 'trace_id')
  const start = toMs(dig(attributes, 'start_timestamp'))
  if (traceId === null || start === undefined) return undefined
  const own = { ...asBag(dig(attributes, 'attributes')), ...asBag(dig(attributes, 'custom')) }
  const end = toMs(dig(attributes, 'end_timestamp'))
  const nanoseconds = digNumber(own, 'duration')
  const kind = digText(own, 'span', 'kind')
  const error = digText(own, 'error', 'message') ?? digText(own, 'error', 'type')
  const word = digText(attributes, 'status') ?? digText(own, 'status')
  const failed = word === 'error' || error !== null || digNumber(own, 'error') === 1
  const parent = digText(attributes, 'parent_id')
  return {
    traceId,
    spanId: digText(attributes, 'span_id') ?? '',
    parentId: parent === '0' ? null : parent,
    service: digText(attributes, 'service') ?? '',
    operation: digText(attributes, 'resource_name') ?? digText(attributes, 'operation_name') ?? '',
    kind: KINDS.find((one) => one === kind) ?? 'unknown',
    start,
    ms: nanoseconds !== null ? nanoseconds / 1e6 : end === undefined ? 0 : end - start,
    state: failed ? 'error' : word === 'ok' ? 'ok' : 'unset',
    error,
    statusCode: digText(own, 'http', 'status_code'),
    attributes: flatten(own, 30),
  }
}

function asBag(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}
