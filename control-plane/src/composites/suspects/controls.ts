import type { Change } from '../shared/change.ts'
import { PENALTIES, ROLLBACK_BONUS, TRAFFIC_PERCENT } from './calls.ts'
import type { Reason } from './rank.ts'

// What speaks for or against one change beside its own time and place.
export type Controls = Readonly<{ for: readonly Reason[]; against: readonly Reason[]; bonus: number }>

// The same version elsewhere: whether that place shows the symptom too; null where it was not read.
export type Twin = Readonly<{ cluster: string; at: number; symptom: boolean | null; e: string }>

export type ControlFacts = Readonly<{
  // Other places that took the same change.
  twins: (change: Change) => readonly Twin[]
  // Places that show the symptom and did not take the change.
  symptom_without: (change: Change) => readonly Readonly<{ cluster: string; e: string }>[]
  // The place where it was made was looked at and shows no symptom.
  no_symptom_at: (change: Change) => Readonly<{ e: string }> | null
  trend_before: Readonly<{ is: boolean; e: string }> | null
  traffic_percent: Readonly<{ value: number; e: string }> | null
  // The symptom is back near where it was, since this moment.
  recovered_at: number | null
  rollbacks: readonly Change[]
}>

const RECOVERY_MS = 30 * 60_000

// Weighs one change against the places and times that it can be compared with; what was not read weighs nothing.
export function controlsOf(change: Change, facts: ControlFacts): Controls {
  const against: Reason[] = []
  const reasons: Reason[] = []
  let bonus = 0
  const twins = facts.twins(change)
  const spared = twins.find((twin) => twin.symptom === false)
  const hit = twins.find((twin) => twin.symptom === true)
  if (hit !== undefined) reasons.push({ code: 'same_change_elsewhere_with_symptom', e: hit.e })
  else if (spared !== undefined) against.push({ code: 'same_change_elsewhere_without_symptom', e: spared.e })
  const [without] = facts.symptom_without(change)
  if (without !== undefined) against.push({ code: 'symptom_without_change', e: without.e })
  const calm = facts.no_symptom_at(change)
  if (calm !== null) against.push({ code: 'no_symptom_where_it_was_made', e: calm.e })
  if (facts.trend_before?.is === true) against.push({ code: 'trend_before', e: facts.trend_before.e })
  const traffic = facts.traffic_percent
  if (traffic !== null && Math.abs(traffic.value) >= TRAFFIC_PERCENT && change.kind !== 'traffic')
    against.push({ code: 'traffic_changed', e: traffic.e })
  const back = facts.rollbacks.find((one) => isRollbackOf(one, change, facts.recovered_at))
  if (back !== undefined) {
    reasons.push({ code: 'recovers_after_rollback', e: back.cite() })
    bonus += ROLLBACK_BONUS
  }
  return { for: reasons, against: against.filter(({ code }) => Object.hasOwn(PENALTIES, code)), bonus }
}

function isRollbackOf(back: Change, change: Change, recoveredAt: number | null): boolean {
  if (recoveredAt === null || back === change || back.at < change.at) return false
  const isSame = back.where.workload !== null && back.where.workload === change.where.workload
  return isSame && recoveredAt >= back.at - RECOVERY_MS / 6 && recoveredAt - back.at <= RECOVERY_MS
}
