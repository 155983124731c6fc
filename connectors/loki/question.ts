import { ArgumentError } from '@vedette/proto/connector'
import type { LokiClient } from './client.ts'
import { findOrigin, type LogFilters, type Over, toQuery } from './filters.ts'
import type { Matcher } from './logql/matchers.ts'
import { filtersLinesOnly, hasFallback, listSelectors, parseQuery, scopeQuery } from './logql/parse.ts'

// What a search or a count asks. `unknown` says which filter nothing in the window holds: there is no query then.
export type Question = Readonly<{
  query: string
  matchers: readonly Matcher[]
  unknown?: string
  // Why no line proves nothing here, whatever the streams say.
  unsound?: string
  // Why values may stand on nothing.
  doubt?: string
  warnings: readonly string[]
  // The argument that Loki may refuse; set for the caller's own text.
  field?: string
}>

// Makes the question of a raw query, or of filters.
export async function makeQuestion(
  client: LokiClient,
  input: LogFilters & Readonly<{ query?: string | undefined }>,
  over: Over,
  kind: 'lines' | 'metric',
): Promise<Question> {
  if (input.query === undefined) {
    const { matchers, unknown, warnings } = await findOrigin(client, input, over)
    if (unknown !== undefined) return { query: '', matchers, unknown, warnings }
    return { query: toQuery(client.config, matchers, input), matchers, warnings }
  }
  const parsed = parseQuery(input.query)
  if (parsed.kind !== kind)
    throw new ArgumentError({
      field: 'query',
      message: kind === 'lines' ? 'query gives a metric, not lines' : 'query gives lines, not a metric',
      fix:
        kind === 'lines' ? 'use logs_aggregate for it' : 'count them, as in sum(count_over_time({...}[5m]))',
    })
  const [matchers = [], ...others] = listSelectors(parsed)
  const isSound = kind === 'lines' && others.length === 0 && filtersLinesOnly(parsed)
  return {
    query: scopeQuery(parsed, client.config.enforce_matchers),
    matchers: [...client.config.enforce_matchers, ...matchers],
    warnings: [],
    field: 'query',
    ...(isSound ? {} : { unsound: 'raw_query' }),
    ...(hasFallback(parsed) ? { doubt: 'query_may_make_values_of_nothing' } : {}),
  }
}
