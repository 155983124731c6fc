import type { ChangeKind } from '../shared/change.ts'

// Every number that ranks suspects, in one place, so that a corpus of incidents can tune them.
export const WEIGHTS = Object.freeze({ time: 0.42, scope: 0.38, diff: 0.14, history: 0.06 })

// Seconds of lag at which closeness in time has fallen to a half, and beyond which it counts for nothing.
export const HALF_LIFE_S = 2400
export const REACH_S = 6 * 3600
// Seconds after the onset within which a change may still be taken for one that coincides with it.
export const SLACK_S = 60

// How near a change is to the symptom; `unknown`: its source does not say where it was made.
export const SCOPE_SCORES = Object.freeze({
  same: 1,
  depends: 0.75,
  namespace: 0.5,
  cluster: 0.3,
  unknown: 0.3,
  elsewhere: 0.05,
})

// How often a change of this kind precedes trouble, all else alike.
export const KIND_SCORES: Readonly<Record<ChangeKind, number>> = Object.freeze({
  deploy: 0.8,
  config: 0.8,
  cloud: 0.6,
  node: 0.6,
  dependency: 0.6,
  cert: 0.7,
  quota: 0.7,
  scale: 0.4,
  traffic: 0.5,
})

// What each reason against takes off the score.
export const PENALTIES = Object.freeze({
  same_change_elsewhere_without_symptom: 0.24,
  symptom_without_change: 0.25,
  no_symptom_where_it_was_made: 0.35,
  trend_before: 0.25,
  traffic_changed: 0.1,
})

// What a change that went back right where the symptom recovers adds.
export const ROLLBACK_BONUS = 0.08

// Traffic that moved by this many percent is a circumstance of its own.
export const TRAFFIC_PERCENT = 50

// A suspect is likely from this score on, and only where its time and scope both speak and no rival is this near.
export const LIKELY = Object.freeze({ score: 0.72, time: 0.4, scope: 0.5, lead: 0.08 })
export const POSSIBLE = 0.42
