import type { Change, ChangePlace } from '../shared/change.ts'
import { secondsBetween } from '../shared/time.ts'
import {
  HALF_LIFE_S,
  KIND_SCORES,
  LIKELY,
  PENALTIES,
  POSSIBLE,
  REACH_S,
  SCOPE_SCORES,
  SLACK_S,
  WEIGHTS,
} from './calls.ts'
import type { Controls } from './controls.ts'

export type Call = 'likely' | 'possible' | 'unlikely'
export type Nearness = keyof typeof SCOPE_SCORES

// A reason with the evidence that shows it.
export type Reason = Readonly<{ code: string; e: string }>

// What the symptom is a symptom of.
export type Target = Readonly<{
  // Epoch milliseconds, and how far it may be off.
  onset: number
  plus_minus_s: number
  where: ChangePlace
  // Services that the target calls, as far as they are known.
  depends_on: readonly string[]
  cite: () => string
}>

export type Suspect = Readonly<{
  change: Change
  lag_s: number
  score: number
  parts: Readonly<{ time: number; scope: number; diff: number; history: number }>
  for: readonly Reason[]
  against: readonly Reason[]
  call: Call
}>

export type RankFacts = Readonly<{
  target: Target
  changes: readonly Change[]
  controls: (change: Change) => Controls
  // Kinds of changes that preceded the same symptom before.
  seen_before?: readonly string[]
}>

// Orders changes by how well they fit the symptom, best first, with the reasons for and against. A change precedes
// or coincides; that it is the cause is never said.
export function rankSuspects({ target, changes, controls, seen_before = [] }: RankFacts): readonly Suspect[] {
  const scored = changes.map((change) => scoreOf({ target, change, controls: controls(change), seen_before }))
  const ordered = scored.toSorted(
    (a, b) => b.score - a.score || a.lag_s - b.lag_s || (a.change.what < b.change.what ? -1 : 1),
  )
  return ordered.map((one, index) => ({ ...one, call: callOf(one, ordered[index === 0 ? 1 : 0]) }))
}

type Scored = Omit<Suspect, 'call'>

function scoreOf(
  facts: Readonly<{
    target: Target
    change: Change
    controls: Controls
    seen_before: readonly string[]
  }>,
): Scored {
  const { target, change, controls, seen_before } = facts
  const lag_s = secondsBetween(change.at, target.onset)
  const near = nearnessOf(change.where, target)
  const parts = {
    time: timeScore(lag_s, target.plus_minus_s),
    scope: SCOPE_SCORES[near],
    diff: KIND_SCORES[change.kind],
    history: seen_before.includes(change.kind) ? 1 : 0.5,
  }
  const against = reasonsAgainst({ change, controls, parts, lag_s, near })
  const sum =
    WEIGHTS.time * parts.time +
    WEIGHTS.scope * parts.scope +
    WEIGHTS.diff * parts.diff +
    WEIGHTS.history * parts.history
  const penalty = against.reduce((total, { code }) => total + penaltyOf(code), 0)
  // Without closeness in time nothing else counts for much.
  const score = Math.max(0, (parts.time === 0 ? 0.3 * sum : sum) - penalty + controls.bonus)
  return {
    change,
    lag_s,
    score: Number(Math.min(1, score).toFixed(3)),
    parts,
    for: reasonsFor({ change, target, controls, parts, lag_s, near }),
    against,
  }
}

// 1 at the onset, a half after HALF_LIFE_S; nothing for what came clearly after it, or long before.
export function timeScore(lag_s: number, plus_minus_s: number): number {
  if (lag_s < -(plus_minus_s + SLACK_S) || lag_s > REACH_S) return 0
  return Number((0.5 ** (Math.max(0, lag_s - plus_minus_s) / HALF_LIFE_S)).toFixed(3))
}

// How near a change was made to where the symptom shows.
export function nearnessOf(place: ChangePlace, { where, depends_on }: Target): Nearness {
  const names = [place.workload, place.service].filter((name) => name !== null)
  const wanted = [where.workload, where.service].filter((name) => name !== null)
  const isOtherCluster = place.cluster !== null && where.cluster !== null && place.cluster !== where.cluster
  const isOtherNamespace = place.ns !== null && where.ns !== null && place.ns !== where.ns
  if (isOtherCluster) return 'elsewhere'
  if (names.some((name) => wanted.includes(name)) && !isOtherNamespace) return 'same'
  if (names.some((name) => depends_on.includes(name))) return 'depends'
  if (place.ns !== null && place.ns === where.ns) return 'namespace'
  // A resource that no cluster, namespace or service is told of may be anywhere.
  if (place.cluster === null && place.ns === null && place.service === null) return 'unknown'
  if (names.length > 0 && wanted.length > 0)
    return place.cluster !== null && place.cluster === where.cluster ? 'cluster' : 'elsewhere'
  if (place.cluster !== null && place.cluster === where.cluster) return 'cluster'
  return 'unknown'
}

type ReasonFacts = Readonly<{
  change: Change
  controls: Controls
  parts: Scored['parts']
  lag_s: number
  near: Nearness
}>

function reasonsFor(facts: ReasonFacts & Readonly<{ target: Target }>): readonly Reason[] {
  const { change, target, controls, parts, lag_s, near } = facts
  const e = change.cite()
  const reasons: Reason[] = []
  if (Math.abs(lag_s) <= target.plus_minus_s + SLACK_S) reasons.push({ code: 'coincides', e })
  else if (parts.time > 0) reasons.push({ code: lag_s <= HALF_LIFE_S ? 'precedes_shortly' : 'precedes', e })
  if (near === 'same') reasons.push({ code: 'same_workload', e })
  if (near === 'depends') reasons.push({ code: 'dependency_of_it', e })
  if (near === 'namespace') reasons.push({ code: 'same_namespace', e })
  return [...reasons, ...controls.for]
}

function reasonsAgainst({ change, controls, lag_s, parts, near }: ReasonFacts): readonly Reason[] {
  const e = change.cite()
  const reasons: Reason[] = []
  if (lag_s < 0 && parts.time === 0) reasons.push({ code: 'after_the_onset', e })
  if (lag_s > REACH_S) reasons.push({ code: 'long_before', e })
  if (near === 'elsewhere') reasons.push({ code: 'elsewhere', e })
  return [...reasons, ...controls.against]
}

function penaltyOf(code: string): number {
  return Object.entries(PENALTIES).find(([name]) => name === code)?.[1] ?? 0
}

function callOf(one: Scored, rival: Scored | undefined): Call {
  const lead = one.score - (rival?.score ?? 0)
  const speaks = one.parts.time >= LIKELY.time && one.parts.scope >= LIKELY.scope
  const isClear = rival === undefined || lead >= LIKELY.lead
  if (one.score >= LIKELY.score && speaks && isClear) return 'likely'
  return one.score >= POSSIBLE ? 'possible' : 'unlikely'
}
