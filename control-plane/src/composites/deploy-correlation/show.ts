import { type Change, showPlace } from '../shared/change.ts'
import { showTime } from '../shared/time.ts'
import type { Assessment } from '../suspects/assess.ts'

type Diff = Readonly<{ version: string; summary: unknown }> | null

// Changes as answers show them: ranked where there is an onset to rank by, else the newest first.
export function showChanges(
  facts: Readonly<{
    assessment: Assessment | null
    changes: readonly Change[]
    diff: Diff
    max: number
  }>,
): readonly Readonly<Record<string, unknown>>[] {
  const { assessment, changes, diff, max } = facts
  if (assessment === null)
    return changes
      .toReversed()
      .slice(0, max)
      .map((change) => ({ ...showChange(change, diff), e: change.cite() }))
  return assessment.suspects.slice(0, max).map((one, index) => ({
    rank: index + 1,
    ...showChange(one.change, index === 0 ? diff : null),
    lag_s: one.lag_s,
    score: one.score,
    parts: one.parts,
    call: one.call,
    for: one.for,
    against: one.against,
    e: one.change.cite(),
  }))
}

function showChange(change: Change, diff: Diff) {
  const { kind, what, where, at, by, from, to, rolled_back, url } = change
  return {
    kind,
    what,
    where: showPlace(where),
    at: showTime(at),
    by,
    from,
    to,
    diff_summary: diff !== null && diff.version === to ? diff.summary : (change.diff?.slice(0, 200) ?? null),
    rolled_back,
    url,
  }
}
