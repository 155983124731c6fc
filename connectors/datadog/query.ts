import { ArgumentError } from '@vedette/proto/connector'

// The name of Datadog's query languages, in answers and refusals.
export const DIALECT = 'datadog'

// What a metric query reads: one metric with the tags that narrow it.
export type Selected = Readonly<{ metric: string; conditions: readonly string[] }>

const SELECTOR = /(?:\b(?:avg|sum|min|max|count|p\d{2}(?:\.\d+)?):)?([A-Za-z][\w.]*)\{([^{}]*)\}/g
// Shapes of other languages: PromQL ranges and label matchers, LogQL pipes, SQL, CloudWatch.
const FOREIGN_METRICS = /\[\d+[smhdwy]\]|\{[^}]*(?:=~|!~|!=|=\s*["'])|\|[=~]|^\s*(?:select|fields|SEARCH\()/i
const FOREIGN_SEARCH = /\{[^}]*(?:=~|!~|!=|=\s*["'`])[^}]*\}|\|=|\|~|^\s*(?:select\s|fields\s+@)/i

// Reads a metric query's selectors. Throws `wrong_dialect` for what is none of Datadog's.
export function readMetricQuery(expr: string): readonly Selected[] {
  const selected = [...expr.matchAll(SELECTOR)].map(([, metric = '', inside = '']) => ({
    metric,
    conditions: inside
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '' && one !== '*'),
  }))
  if (selected.length > 0 && !FOREIGN_METRICS.test(expr)) return selected
  throw new ArgumentError({
    code: 'wrong_dialect',
    field: 'expr',
    message: 'expr is not a metric query of Datadog',
    fix: 'write it as avg:system.cpu.user{service:shop} by {host}',
  })
}

// Checks a raw search over logs, spans, real users or errors. Throws `wrong_dialect`.
export function checkSearch(query: string): void {
  if (!FOREIGN_SEARCH.test(query)) return
  throw new ArgumentError({
    code: 'wrong_dialect',
    field: 'query',
    message: 'query is not a search of Datadog',
    fix: 'write it as service:shop status:error "text"',
  })
}

// A term of a search: the facet must have this value.
export function term(facet: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [`${facet}:${quote(value)}`]
}

// A text in double quotes.
export function quote(value: string): string {
  return `"${value.replaceAll(/[\\"]/g, (one) => `\\${one}`)}"`
}

// Terms, all of which must hold; everything when there is none.
export function joinTerms(terms: readonly string[]): string {
  return terms.length === 0 ? '*' : terms.join(' ')
}

// A tag as a metric query takes it. Throws ArgumentError for a character that would end the selector.
export function toCondition(key: string, value: string, field: string): string {
  const condition = `${key}:${value}`
  if (/^[\p{L}\p{N}_.:/@+-]+$/u.test(condition)) return condition
  throw new ArgumentError({
    field,
    message: `${field} has a character that a tag of Datadog cannot have`,
    fix: 'use letters, digits and _ . : / @ + -',
  })
}
