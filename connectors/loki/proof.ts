import type { Evidence } from '@vedette/connectors/kit'
import { askHalf } from '@vedette/connectors/kit'
import type { LokiClient } from './client.ts'
import type { LogFilters, Over } from './filters.ts'
import { toUnknownStage } from './levels.ts'
import { type Matcher, matchesEmpty, renderSelector } from './logql/matchers.ts'
import { askInstant, askRange } from './questions.ts'

const BINS = 12
const MAX_MATCHERS = 6
const MINUTE_MS = 60_000

// What stands behind no line at all: each condition of the selector is met by streams that sent lines in every part of
// the window, and, where a severity was asked for, every line's level is known.
export async function proveNoLines(
  client: LokiClient,
  { matchers, filters }: Readonly<{ matchers: readonly Matcher[]; filters: LogFilters }>,
  over: Over,
): Promise<Evidence> {
  if (filters.trace_id !== undefined) return { unproven: 'lines_may_carry_no_trace_id' }
  const half = await askHalf({}, async (): Promise<Evidence> => {
    const covered = await proveSelector(client, matchers, over)
    if ('unproven' in covered || filters.severity === undefined) return covered
    const seconds = Math.ceil((over.window.to - over.window.from) / 1000)
    const stage = toUnknownStage(client.config.level_labels)
    const query = `sum(count_over_time(${renderSelector(matchers)} ${stage} [${seconds}s]))`
    const told = await askInstant(client, { query, at: over.window.to }, over.context)
    if (told.warnings.length > 0) return { unproven: 'source_partial' }
    return told.rows.some(({ value }) => value !== 0) ? { unproven: 'lines_of_unknown_level' } : covered
  })
  return half.value ?? { unproven: 'origin_not_counted' }
}

// Whether streams that meet the selector, or else each of its conditions, sent lines throughout the window.
async function proveSelector(
  client: LokiClient,
  matchers: readonly Matcher[],
  over: Over,
): Promise<Evidence> {
  const whole = await proveCovered(client, matchers, over)
  if (!('unproven' in whole) || whole.unproven !== NO_LINES) return whole
  // Enforced matchers stay in every question; each other condition is looked at alone.
  const enforced = client.config.enforce_matchers
  const rest = matchers.filter((one) => !enforced.includes(one))
  if (rest.length < 2) return whole
  if (rest.length > MAX_MATCHERS || rest.some(matchesEmpty)) return { unproven: 'selector_not_provable' }
  for (const one of rest) {
    const alone = await proveCovered(client, [...enforced, one], over)
    if ('unproven' in alone) return alone
  }
  return { proof: 'existence_checked' }
}

const NO_LINES = 'no_line_of_this_origin'

async function proveCovered(
  client: LokiClient,
  matchers: readonly Matcher[],
  { window, context }: Over,
): Promise<Evidence> {
  const step = Math.max(1, Math.ceil((window.to - window.from) / 1000 / BINS))
  const query = `sum(count_over_time(${renderSelector(matchers)} [${step}s]))`
  const from = Math.min(window.from + step * 1000, window.to)
  const told = await askRange(client, { query, from, to: window.to, step }, context)
  if (told.warnings.length > 0) return { unproven: 'source_partial' }
  const points = (told.rows[0]?.points ?? []).filter(([, value]) => value !== null && value > 0)
  const newest = points.at(-1)?.[0]
  if (newest === undefined) return { unproven: NO_LINES }
  const expected = Math.floor((window.to - from) / (step * 1000)) + 1
  if (window.to - newest > step * 1000 + MINUTE_MS) return { unproven: 'not_reporting_at_end' }
  return points.length < expected ? { unproven: 'window_not_covered' } : { proof: 'existence_checked' }
}
