import { type Span, toEpochSeconds } from '@vedette/connectors/kit'
import { ArgumentError, type CallContext } from '@vedette/proto/connector'
import { nameList, queryData, rangeData } from './answers.ts'
import { checkInstant, checkRange } from './checks.ts'
import type { PrometheusClient, Told } from './client.ts'
import { type Matcher, NAME_LABEL, nameMatcher, renderSelector } from './promql/matchers.ts'
import type { ParsedExpression } from './promql/parse.ts'
import { parseExpression } from './promql/parse.ts'
import { scopeExpression } from './promql/scope.ts'

// A query ready to go: parsed, and narrowed to what the configuration allows.
export type Query = Readonly<{ parsed: ParsedExpression; text: string; ours: boolean }>

// Reads the caller's own expression. Throws ArgumentError before anything is sent.
export function readQuery(client: PrometheusClient, expr: string): Query {
  const parsed = parseExpression(expr)
  return { parsed, text: scopeExpression(parsed, client.enforced), ours: false }
}

// The same for a query that the connector built.
export function buildQuery(client: PrometheusClient, promql: string): Query {
  return { ...readQuery(client, promql), ours: true }
}

// Evaluates at one instant, epoch milliseconds. Throws `unusable` for an answer of another kind or time.
export async function askInstant(client: PrometheusClient, query: Query, at: number, context: CallContext) {
  const told = await client.ask({
    path: ['api', 'v1', 'query'],
    query: { query: query.text, time: toEpochSeconds(at) },
    schema: queryData,
    context,
    form: true,
    callersQuery: !query.ours,
  })
  checkInstant(told.data, query.parsed, at)
  return told
}

// Evaluates at each step of a window, counted back from its end, so that the newest point is never left out. Throws
// `unusable` for samples outside it.
export async function askRange(
  client: PrometheusClient,
  query: Query,
  over: Readonly<{ window: Span; step: number; context: CallContext }>,
) {
  const { window, step, context } = over
  const steps = Math.floor((window.to - window.from) / 1000 / step)
  const times = toTimes({ from: window.to - steps * step * 1000, to: window.to })
  const told = await client.ask({
    path: ['api', 'v1', 'query_range'],
    query: { query: query.text, ...times, step: String(step) },
    schema: rangeData,
    context,
    form: true,
    callersQuery: !query.ours,
  })
  checkRange(told.data.result, window, step)
  return told
}

// The values that a label took in a window, over series that meet all matchers.
export function askLabelValues(
  client: PrometheusClient,
  label: string,
  over: Readonly<{ matchers: readonly Matcher[]; window: Span; context: CallContext }>,
): Promise<Told<string[]>> {
  const { matchers, window, context } = over
  return client.ask({
    path: ['api', 'v1', 'label', escapeLabel(label), 'values'],
    query: { ...toTimes(window), ...toMatch(client, matchers) },
    schema: nameList,
    context,
  })
}

// Names of the metrics that had series meeting all matchers in a window: the cheapest proof that something exists.
export function askNames(
  client: PrometheusClient,
  over: Readonly<{ matchers: readonly Matcher[]; window: Span; context: CallContext }>,
): Promise<Told<string[]>> {
  return askLabelValues(client, NAME_LABEL, over)
}

export function toTimes(window: Span) {
  return { start: toEpochSeconds(window.from), end: toEpochSeconds(window.to) }
}

// The `match[]` parameter for matchers and what the configuration enforces; none when there is nothing to say.
export function toMatch(client: PrometheusClient, matchers: readonly Matcher[]) {
  const all = [...matchers, ...client.enforced]
  return all.length === 0 ? {} : { 'match[]': renderSelector(all) }
}

// The matchers of a metric and conditions. Throws ArgumentError when a caller's regular expression or label is
// one that no selector can hold.
export function toMatchers(metric: string | undefined, match: readonly Matcher[]): readonly Matcher[] {
  return metric === undefined ? match : [nameMatcher(metric), ...match]
}

// The same, refusing when neither a metric nor a condition narrows the series.
export function requireMatchers(metric: string | undefined, match: readonly Matcher[]): readonly Matcher[] {
  const matchers = toMatchers(metric, match)
  if (matchers.length > 0) return matchers
  throw new ArgumentError({
    field: 'metric',
    message: 'neither metric nor match is given',
    fix: 'name a metric, or give a condition in match',
  })
}

const PLAIN = /^[a-zA-Z_][a-zA-Z0-9_]*$/

// A label name as it stands in a path: names with other characters are escaped as Prometheus 3 reads them.
function escapeLabel(label: string): string {
  if (PLAIN.test(label)) return label
  const escaped = [...label].map((char) => {
    if (char === '_') return '__'
    return /[a-zA-Z0-9]/.test(char) ? char : `_${char.codePointAt(0)?.toString(16)}_`
  })
  return `U__${escaped.join('')}`
}
