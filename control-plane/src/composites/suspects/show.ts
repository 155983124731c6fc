import { showPlace } from '../shared/change.ts'
import { showTime } from '../shared/time.ts'
import type { Suspect } from './rank.ts'

// Suspects as answers show them: at most `max`, with rank.
export function showSuspects(
  suspects: readonly Suspect[],
  max: number,
): readonly Readonly<Record<string, unknown>>[] {
  return suspects.slice(0, max).map((one, index) => ({
    rank: index + 1,
    kind: one.change.kind,
    what: one.change.what,
    where: showPlace(one.change.where),
    at: showTime(one.change.at),
    by: one.change.by,
    lag_s: one.lag_s,
    score: one.score,
    for: one.for,
    against: one.against,
    call: one.call,
    ...(one.change.url === null ? {} : { url: one.change.url }),
  }))
}
