import type { alertsActiveList, alertsHistoryList, incidentsList } from '@vedette/proto/operations'
import type { Count } from '@vedette/proto/visibility'
import type { z } from 'zod'
import { boundOf, itemsOf, type Read } from '../read.ts'
import type { Change } from '../shared/change.ts'
import { serviceOf, whereOf } from '../shared/names.ts'
import { DAY, HOUR, parseTime, secondsBetween, showTime } from '../shared/time.ts'
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

type Past = Readonly<{
  alerts: Read<z.output<typeof alertsActiveList.output>>
  history: Read<z.output<typeof alertsHistoryList.output>>
  incidents: Read<z.output<typeof incidentsList.output>>
}>

// What began in the last day, and how many of the alerts and incidents that stood a day ago have gone; of anything
// else no past is kept. Null where nothing of it was read.
export function toVersus(
  problems: readonly Problem[],
  { now, reads, past }: Readonly<{ now: number; reads: readonly Read<unknown>[]; past: Past }>,
) {
  const dated = problems.filter((one) => one.since !== null)
  const young = boundOf(dated.filter((one) => (one.since ?? 0) >= now - DAY).length, reads)
  const isExact = dated.length === problems.length || typeof young !== 'number'
  return {
    at: '-24h',
    appeared: isExact ? young : young > 0 ? { at_least: young } : null,
    gone: toGone(past, now),
  }
}

// An alert that fires again is not gone, so what fires now must have been read beside the history.
function toGone({ alerts, history, incidents }: Past, now: number): Count {
  const firing = new Set(itemsOf(alerts, (value) => value.alerts).map(({ item }) => nameOf(item)))
  const spans = itemsOf(history, (value) => value.spans).filter(
    ({ item }) => item.state === 'firing' && item.started_at === null && item.ended_at !== null,
  )
  const ended = new Set(spans.map(({ item }) => nameOf(item)).filter((name) => !firing.has(name)))
  const resolved = itemsOf(incidents, (value) => value.incidents).filter(({ item }) => {
    const [from, to] = [parseTime(item.created_at), parseTime(item.resolved_at)]
    return item.state === 'resolved' && from !== null && to !== null && from <= now - DAY && to >= now - DAY
  })
  const n = (alerts.isWhole ? ended.size : 0) + resolved.length
  if (history.views.length === 0 && incidents.views.length === 0) return null
  const isCut = history.views.length > 0 && !alerts.isWhole
  const told = boundOf(n, [alerts, history, incidents])
  return isCut && typeof told === 'number' ? (n > 0 ? { at_least: n } : null) : told
}

function nameOf({
  name,
  labels,
}: Readonly<{ name: string; labels: Readonly<Record<string, string>> }>): string {
  return JSON.stringify([name, serviceOf(labels), whereOf(labels)])
}
