import { boundOf, type Read } from '../read.ts'
import type { Change } from '../shared/change.ts'
import { DAY, HOUR, secondsBetween, showTime } from '../shared/time.ts'
import type { Problem } from './problem.ts'

// A problem that stands for longer than this is chronic: it is no news.
const CHRONIC_MS = 7 * DAY

// `from`: since when changes were read, epoch milliseconds. `isWhole`: all of them, each with a time.
type Changes = Readonly<{ all: readonly Change[]; from: number; isWhole: boolean }>

// That nothing changed before a problem is said only where so much of the time before it was read.
const LEAST_BEFORE_MS = HOUR

// A problem as answers show it; a null means that it was not read.
export function showProblem(
  problem: Problem,
  { now, changes }: Readonly<{ now: number; changes: Changes }>,
): Readonly<Record<string, unknown>> {
  const { cite, grade: _, since, ...rest } = problem
  return {
    ...rest,
    since: showTime(since),
    chronic: since === null ? null : now - since > CHRONIC_MS,
    nearest_change: nearestChange(problem, changes),
    evidence: cite(),
  }
}

// The last change of the same workload or service that precedes it; `none` only where all changes of the time before
// were read.
function nearestChange({ since, service, where }: Problem, { all, from, isWhole }: Changes) {
  if (since === null || (service === null && where.workload === null)) return null
  const own = all.filter(
    (change) =>
      change.at <= since &&
      (where.cluster === null || change.where.cluster === null || change.where.cluster === where.cluster) &&
      [change.where.workload, change.where.service].some(
        (name) => name !== null && (name === service || name === where.workload),
      ),
  )
  const last = own.at(-1)
  if (last === undefined) return isWhole && since - from >= LEAST_BEFORE_MS ? 'none' : null
  return { what: last.what, at: showTime(last.at), lag_s: secondsBetween(last.at, since), e: last.cite() }
}

// What began in the last day. What has gone was not kept, so it is null.
export function toVersus(
  problems: readonly Problem[],
  { now, reads }: Readonly<{ now: number; reads: readonly Read<unknown>[] }>,
) {
  const dated = problems.filter((one) => one.since !== null)
  const young = boundOf(dated.filter((one) => (one.since ?? 0) >= now - DAY).length, reads)
  const isExact = dated.length === problems.length || typeof young !== 'number'
  return { at: '-24h', appeared: isExact ? young : young > 0 ? { at_least: young } : null, gone: null }
}
