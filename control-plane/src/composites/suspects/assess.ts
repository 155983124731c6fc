import type { servicesSignalsGet } from '@vedette/proto/operations'
import type { z } from 'zod'
import { detectOnset } from '../onset/detect-onset.ts'
import { itemsOf, type Read } from '../read.ts'
import type { Change } from '../shared/change.ts'
import { type Symptom, trafficChange } from '../shared/symptom.ts'
import { showTime } from '../shared/time.ts'
import { controlsOf, type Twin } from './controls.ts'
import { rankSuspects, type Suspect, type Target } from './rank.ts'

type Signals = Read<z.output<typeof servicesSignalsGet.output>>

// Label by which a service's signals are kept apart to compare places.
export const BY_CLUSTER = 'cluster'

export type AssessFacts = Readonly<{
  target: Target
  changes: readonly Change[]
  symptom: Symptom | null
  signals: Signals | null
  // The same signals kept apart by cluster; null when there was nothing to compare.
  by_cluster: Signals | null
  // Every deploy of the window was read, so that a place without one had none.
  deploys_whole: boolean
  seen_before?: readonly string[]
}>

export type Assessment = Readonly<{
  suspects: readonly Suspect[]
  controls: Readonly<{
    same_change_elsewhere: readonly Readonly<{
      cluster: string
      at: string | null
      symptom: boolean | null
    }>[]
    symptom_without_change: readonly string[] | null
    trend_before: boolean | null
    traffic_change_pct: number | null
  }>
}>

// Ranks what changed around a symptom, each change against the places and times that it can be compared with.
export function assessChanges(facts: AssessFacts): Assessment {
  const { target, changes, symptom, signals, by_cluster, deploys_whole } = facts
  const places = toPlaces(by_cluster)
  const percent = trafficChange(signals, target.onset)
  const cite = symptom?.cite ?? target.cite
  const twinsOf = (change: Change) => findTwins(change, changes, places)
  const withoutOf = (change: Change) => (deploys_whole ? findWithout(change, changes, places) : [])
  const control = {
    twins: twinsOf,
    symptom_without: withoutOf,
    no_symptom_at: ({ where }: Change) => {
      const place = where.cluster === null ? undefined : places.get(where.cluster)
      return place?.hasSymptom === false ? { e: place.e() } : null
    },
    trend_before: symptom === null ? null : { is: symptom.onset.trend_before, e: cite() },
    // Errors make clients try again: only traffic that rose before the symptom is a circumstance of its own.
    traffic_percent:
      percent !== null && changes.some((change) => change.kind === 'traffic')
        ? { value: percent, e: cite() }
        : null,
    recovered_at: symptom?.onset.recovered_at ?? null,
    rollbacks: changes.filter((change) => change.rolled_back === true),
  }
  const suspects = rankSuspects({
    target,
    changes,
    controls: (change) => controlsOf(change, control),
    ...(facts.seen_before === undefined ? {} : { seen_before: facts.seen_before }),
  })
  const first = suspects[0]?.change
  return {
    suspects,
    controls: {
      same_change_elsewhere:
        first === undefined
          ? []
          : twinsOf(first).map(({ cluster, at, symptom: shown }) => ({
              cluster,
              at: showTime(at),
              symptom: shown,
            })),
      symptom_without_change:
        first === undefined || !deploys_whole || by_cluster === null
          ? null
          : withoutOf(first).map((one) => one.cluster),
      trend_before: symptom?.onset.trend_before ?? null,
      traffic_change_pct: percent,
    },
  }
}

type Place = Readonly<{ hasSymptom: boolean; e: () => string }>

// Whether each cluster shows an onset; a cluster without series is not in it.
function toPlaces(read: Signals | null): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>()
  if (read === null) return places
  for (const { item, view } of itemsOf(read, (value) => value.signals)) {
    if (item.signal === 'traffic' || item.signal === 'saturation') continue
    for (const { labels, points } of item.series) {
      const cluster = labels[BY_CLUSTER]
      if (cluster === undefined) continue
      const known = places.get(cluster)
      const hasSymptom = known?.hasSymptom === true || detectOnset(points, 'up') !== null
      places.set(cluster, { hasSymptom, e: view.cite })
    }
  }
  return places
}

function isSameChange(a: Change, b: Change): boolean {
  const names = [a.where.workload, a.where.service].filter((name) => name !== null)
  return (
    a.to !== null &&
    a.to === b.to &&
    [b.where.workload, b.where.service].some((name) => name !== null && names.includes(name))
  )
}

function findTwins(
  change: Change,
  changes: readonly Change[],
  places: ReadonlyMap<string, Place>,
): readonly Twin[] {
  return changes.flatMap((other): readonly Twin[] => {
    const { cluster } = other.where
    if (other === change || cluster === null || cluster === change.where.cluster) return []
    if (!isSameChange(change, other)) return []
    const place = places.get(cluster)
    return [{ cluster, at: other.at, symptom: place?.hasSymptom ?? null, e: (place?.e ?? other.cite)() }]
  })
}

function findWithout(change: Change, changes: readonly Change[], places: ReadonlyMap<string, Place>) {
  const { cluster: own } = change.where
  if (own === null) return []
  const taken = new Set([own, ...findTwins(change, changes, places).map((twin) => twin.cluster)])
  return [...places].flatMap(([cluster, place]) =>
    place.hasSymptom && !taken.has(cluster) ? [{ cluster, e: place.e() }] : [],
  )
}
