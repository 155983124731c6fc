import { ArgumentError } from '@vedette/proto/connector'
import type { TempoConfig } from './config.ts'

// A condition on one span, made by this file's functions.
export type Condition = Readonly<{ traceql: string }>

const ATTRIBUTE = /^[A-Za-z_][\w.-]{0,254}$/
const INTRINSICS: ReadonlySet<string> = new Set(['name', 'kind', 'status', 'duration', 'statusMessage'])
const OPERATORS: ReadonlySet<string> = new Set(['=', '!=', '=~', '!~'])

// Writes a string literal that TraceQL reads back as exactly this text. Throws ArgumentError for text that is not
// well-formed Unicode.
export function encodeString(text: string, field: string): string {
  if (text.isWellFormed()) return JSON.stringify(text)
  throw new ArgumentError({
    field,
    message: `${field} holds half of a surrogate pair`,
    fix: 'send well-formed Unicode text',
  })
}

// An attribute as TraceQL writes it: an intrinsic, one of a scope, or one of any scope. Throws ArgumentError.
export function toAttribute(name: string, field: string): string {
  if (name === 'service') return 'resource.service.name'
  if (name === 'operation') return 'name'
  if (INTRINSICS.has(name)) return name
  if (!ATTRIBUTE.test(name) || name.includes('..') || name.endsWith('.'))
    throw new ArgumentError({
      field,
      message: `${field} is not an attribute's name of TraceQL`,
      fix: 'use letters, digits and _ . - as traces_tags_list gives them',
    })
  return /^(?:span|resource)\.[A-Za-z_]/.test(name) ? name : `.${name}`
}

// One comparison of an attribute with a text.
export function compareText(attribute: string, op: string, text: string): Condition {
  if (!OPERATORS.has(op)) throw new TypeError(`${op} is no operator of TraceQL`)
  return { traceql: `${attribute} ${op} ${encodeString(text, 'match')}` }
}

export const IS_ERROR: Condition = Object.freeze({ traceql: 'status = error' })
export const IS_SERVER: Condition = Object.freeze({ traceql: 'kind = server' })

export type SpanFilters = Readonly<{
  service?: string | undefined
  operation?: string | undefined
  environment?: string | undefined
  match?: readonly Readonly<{ label: string; op: string; value: string }>[] | undefined
}>

// The conditions that filters mean.
export function toConditions(config: TempoConfig, filters: SpanFilters): readonly Condition[] {
  const { service, operation, environment, match = [] } = filters
  return [
    ...(service === undefined ? [] : [compareText('resource.service.name', '=', service)]),
    ...(operation === undefined ? [] : [compareText('name', '=', operation)]),
    ...(environment === undefined
      ? []
      : [compareText(`resource.${config.environment_attribute}`, '=', environment)]),
    ...match.map(({ label, op, value }) => compareText(toAttribute(label, 'match'), op, value)),
  ]
}

// Spans that meet every condition.
export function select(conditions: readonly Condition[]): string {
  return `{ ${conditions.map(({ traceql }) => traceql).join(' && ')} }`.replace('{  }', '{ }')
}

const FOREIGN = Object.freeze([
  { language: 'LogQL', shape: /\}\s*(?:\|=|\|~|\|\s*(?:json|logfmt|line_format|unwrap)\b)/ },
  { language: 'PromQL', shape: /^\s*[a-zA-Z_:][\w:]*\s*(?:[{[(]|$)|\[\d+[smhdwy]\]/ },
  { language: 'SQL', shape: /^\s*(?:select|with)\s[\s\S]*\bfrom\b/i },
  { language: 'Datadog', shape: /^[^{]*(?:^|\s)-?@?[\w.]+:\S/ },
] as const)

// Checks a raw query of the caller: braces and strings that close, comments and metric stages that are none. Throws
// ArgumentError, or `wrong_dialect` for another language; the rest Tempo judges.
export function checkQuery(query: string): string {
  const outside = query.replaceAll(/"(?:[^"\\]|\\.)*"|`[^`]*`/gs, '""')
  const foreign = FOREIGN.find(({ shape }) => shape.test(outside))
  if (foreign !== undefined || !/^\s*[({]/.test(outside))
    throw new ArgumentError({
      code: 'wrong_dialect',
      field: 'query',
      message: `query ${foreign === undefined ? 'is not TraceQL' : `looks like ${foreign.language}`}, and this backend speaks TraceQL`,
      fix: 'write it as { resource.service.name = "shop" && status = error }',
    })
  const opened = (outside.match(/\{/g) ?? []).length
  const isBroken = opened !== (outside.match(/\}/g) ?? []).length || /["`]/.test(outside.replaceAll('""', ''))
  const isMetric = /\|\s*(?:rate|count_over_time|\w+_over_time|compare|topk|bottomk)\s*\(/.test(outside)
  if (!isBroken && !isMetric) return query
  throw new ArgumentError({
    field: 'query',
    message: isMetric
      ? 'query measures spans instead of finding traces'
      : 'query has a brace or string that never closes',
    fix: isMetric ? 'use traces_aggregate for it' : 'close every brace and every string',
  })
}
