import { SourceError } from '@vedette/proto/connector'
import { z } from 'zod'

// How far outside the asked window an answer may lie before it is another question's: sources round to minutes.
const SLACK_MS = 60_000

// Checks that what a source dates lies in the asked window, epoch milliseconds, or at most `slackMs` (a minute) outside.
// Throws `unusable`: an answer that goes beyond its window shows that the window was not looked at.
export function checkWithin(
  times: readonly number[],
  window: Readonly<{ from: number; to: number }>,
  slackMs = SLACK_MS,
): void {
  if (times.every((at) => at >= window.from - slackMs && at <= window.to + slackMs)) return
  throw new SourceError('unusable', { why: 'unexpected_kind', code: 'outside_window' })
}

// Checks that each series or group is told once. Throws `unusable`: two of one name contradict each other, or are counted
// twice.
export function checkOnce(names: readonly Readonly<Record<string, string>>[]): void {
  const keys = names.map((labels) =>
    JSON.stringify(Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))),
  )
  if (new Set(keys).size === keys.length) return
  throw new SourceError('unusable', { why: 'schema_mismatch', code: 'duplicate_series' })
}

// The schema of an answer whose lists may be left out, but that has one of these fields whatever it holds: an object with
// none of them is another answer, and not one without rows.
export function withAnyOf<S extends z.ZodType>(fields: readonly string[], schema: S) {
  const isOne = (value: unknown) =>
    typeof value === 'object' && value !== null && fields.some((name) => Object.hasOwn(value, name))
  return z.custom<unknown>(isOne).pipe(schema)
}
