import { chooseStep, readSpan, tellReading, toRfc3339 } from '@vedette/connectors/kit'
import { ArgumentError, serve } from '@vedette/proto/connector'
import { logsPatterns } from '@vedette/proto/operations'
import { patternsAnswer } from '../answers.ts'
import { DIALECT, type LokiClient, toScope } from '../client.ts'
import { findOrigin } from '../filters.ts'
import { toSeverity } from '../levels.ts'
import { renderSelector } from '../logql/matchers.ts'
import { toNanos } from '../times.ts'

// Loki folds lines as they come in and keeps the templates for about three hours.
const KEPT_MS = 3 * 3_600_000

// Templates as Loki's pattern ingester made them; it samples, so that they are never all of them.
export const serveLogsPatterns = serve(logsPatterns, async (client: LokiClient, input, context) => {
  refuseFilters(input)
  const window = readSpan(input, context)
  const scope = toScope(client)
  const origin = await findOrigin(client, input, { window, context })
  const nothing = { patterns: [], lines_read: null, lines_total: null, baseline: null, total: null }
  if (origin.unknown !== undefined)
    return tellReading(nothing, { context, scope, items: 0, evidence: { unproven: origin.unknown } })
  const query = renderSelector(origin.matchers)
  const earlier = { from: window.from - (window.to - window.from), to: window.from }
  const ask = ({ from, to }: typeof window) =>
    client.ask({
      path: ['patterns'],
      query: { query, start: toNanos(from), end: toNanos(to), step: `${chooseStep(window, 61, 10)}s` },
      schema: patternsAnswer,
      context,
    })
  const told = (await ask(window)).data ?? []
  // Before what is kept, nothing would be new: that time was not read.
  const isKept = earlier.from >= context.clock.now() - KEPT_MS
  const known = isKept ? new Set(((await ask(earlier)).data ?? []).map(({ pattern }) => pattern)) : undefined
  const rows = told
    .map(({ pattern, level, samples }) => ({
      id: null,
      template: pattern,
      severity: toSeverity(level ?? undefined),
      service: input.service ?? null,
      count: samples.reduce((sum, [, count]) => sum + count, 0),
      first_at: toAt(samples[0]),
      last_at: toAt(samples.at(-1)),
      is_new: known === undefined || known.size === 0 ? null : !known.has(pattern),
      sample: null,
    }))
    .filter(({ is_new }) => !input.new_only || is_new !== false)
    .toSorted((a, b) => b.count - a.count)
  const patterns = rows.slice(0, input.limit)
  const baseline = known === undefined ? null : { from: toRfc3339(earlier.from), to: toRfc3339(earlier.to) }
  return tellReading(
    { patterns, lines_read: null, lines_total: null, baseline, total: null },
    {
      ...{ context, scope, items: patterns.length, query, dialect: DIALECT, warnings: origin.warnings },
      cut: patterns.length > 0 ? 'by_source' : undefined,
      evidence: { unproven: 'patterns_are_sampled' },
    },
  )
})

function toAt(sample: readonly [number, number] | undefined): string | null {
  return sample === undefined ? null : toRfc3339(sample[0] * 1000)
}

function refuseFilters(
  input: Readonly<{
    severity?: unknown
    trace_id?: unknown
    contains: readonly string[]
    not: readonly string[]
  }>,
): void {
  const field =
    input.contains.length > 0
      ? 'contains'
      : input.not.length > 0
        ? 'not'
        : input.severity !== undefined
          ? 'severity'
          : input.trace_id !== undefined
            ? 'trace_id'
            : undefined
  if (field === undefined) return
  throw new ArgumentError({
    field,
    message: `Loki folds whole streams: ${field} cannot narrow its patterns`,
    fix: 'search the lines instead, or leave the filter out',
  })
}
