import type { Span } from '@vedette/connectors/kit'
import { ArgumentError } from '@vedette/proto/connector'
import type { Target } from './projects.ts'
import { toInstant } from './values.ts'

// Shapes of other languages: PromQL and LogQL selectors, pipes, SQL.
const FOREIGN = /\{[^}]*(?:=~|!~|!=|=\s*["'`])[^}]*\}|\|[=~]|\[\d+[smhdwy]\]|^\s*(?:select\s|fields\s+@)/i

// A caller's own search as it stands. Throws `wrong_dialect` for what is none of Sentry's.
export function checkQuery(query: string): string {
  if (!FOREIGN.test(query)) return query
  throw new ArgumentError({
    code: 'wrong_dialect',
    field: 'query',
    message: 'query is not written in the search language of Sentry',
    fix: 'write Sentry search (is:unresolved level:error), or use the filters',
  })
}

// A condition on a field, its value quoted so that it stays a value.
export function toCondition(key: string, value: string): string {
  return `${key}:${quote(value)}`
}

// A text in quotes; asterisks, which Sentry reads as wildcards, are escaped.
export function quote(value: string): string {
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('*', '\\*')}"`
}

// The parameters that every search has: project, environment and window.
export function toParameters(
  target: Target,
  window: Span,
  environment: string | undefined,
): Record<string, string> {
  return {
    project: target.id,
    start: toInstant(window.from),
    end: toInstant(window.to),
    utc: 'true',
    ...(environment === undefined ? {} : { environment }),
  }
}
