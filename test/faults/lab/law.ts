// The laboratory's own copy of the law. It imports nothing of the product: a product that breaks the law must not be
// able to bend the oracle with it.

export type Word =
  | 'read'
  | 'empty'
  | 'unproven'
  | 'truncated'
  | 'stale'
  | 'not_needed'
  | 'capped'
  | 'denied_by_policy'
  | 'approval_required'
  | 'not_configured'
  | 'not_served'
  | 'out_of_reach'
  | 'agent_offline'
  | 'connector_down'
  | 'timed_out'
  | 'unauthorized'
  | 'forbidden'
  | 'throttled'
  | 'upstream_failed'
  | 'unusable'

type Law = readonly [kind: 'read' | 'not_asked' | 'cannot_ask' | 'blind', effects: string]

/** Class and effects of each word: P lowers visibility, A blocks absence, C blocks an all-clear. */
export const LAW: Readonly<Record<Word, Law>> = Object.freeze({
  read: ['read', ''],
  empty: ['read', ''],
  unproven: ['read', 'PAC'],
  truncated: ['read', 'PAC'],
  stale: ['read', 'PAC'],
  not_needed: ['not_asked', ''],
  capped: ['not_asked', 'PAC'],
  denied_by_policy: ['cannot_ask', 'PAC'],
  approval_required: ['cannot_ask', 'PAC'],
  not_configured: ['cannot_ask', 'AC'],
  not_served: ['cannot_ask', 'PAC'],
  out_of_reach: ['cannot_ask', 'PAC'],
  agent_offline: ['cannot_ask', 'PAC'],
  connector_down: ['cannot_ask', 'PAC'],
  timed_out: ['blind', 'PAC'],
  unauthorized: ['blind', 'PAC'],
  forbidden: ['blind', 'PAC'],
  throttled: ['blind', 'PAC'],
  upstream_failed: ['blind', 'PAC'],
  unusable: ['blind', 'PAC'],
})

export const WORDS = Object.freeze(Object.keys(LAW) as readonly Word[]) // keys of a frozen literal

export function isWord(text: unknown): text is Word {
  return typeof text === 'string' && Object.hasOwn(LAW, text)
}

export function isRead(word: Word): boolean {
  return LAW[word][0] === 'read'
}

export function isWhole(word: Word): boolean {
  return word === 'read' || word === 'empty'
}

export function lowersVisibility(word: Word): boolean {
  return LAW[word][1].includes('P')
}

/** Visibility of sources that are not covered. */
export function visibilityOf(words: readonly Word[]): 'none' | 'partial' | 'full' {
  if (!words.some(isRead)) return 'none'
  return words.some(lowersVisibility) ? 'partial' : 'full'
}

/** What a grading source must say for a grade to stand. */
export function bearsGrade(word: Word): boolean {
  return isWhole(word) || word === 'not_configured' || word === 'not_needed'
}

/** Keys that survive in an answer in which nothing was read. */
export const SURVIVORS: readonly string[] = Object.freeze([
  'visibility',
  'line',
  'error',
  'missing',
  'warning',
  'scope',
  'next',
  'coverage',
  'policy',
  'asked',
  'defaulted',
  'window',
  'cost',
  '_sources',
])

export const GRADES: readonly string[] = Object.freeze(['ok', 'degraded', 'outage'])

/** What the health of production is graded by, and what only adds to it. */
export const HEALTH_NEEDS = Object.freeze({
  grading: [
    'alerts.active.list',
    'cloud.service_health.list',
    'incidents.list',
    'k8s.deployments.list',
    'k8s.nodes.list',
    'k8s.pods.list',
    'metrics.targets.list',
    'slos.list',
    'synthetics.tests.list',
  ],
  enriching: ['alerts.history.list', 'deploys.list', 'errors.issues.search'],
  /** Nothing in the laboratory is silenced: it is left alone, once. */
  spared: 'alerts.silences.list',
  /** Asked once for each breached objective, else counted once. */
  repeated: 'slos.burn.get',
})

/** What grades each other composite wherever it looks: its verdict needs all of it. */
export const GRADED_BY: Readonly<Record<string, readonly string[]>> = Object.freeze({
  // Endpoints are read only where the service is.
  blast_radius: ['k8s.services.list'],
  cert_expiry: ['cloud.certificates.list', 'k8s.certificates.list'],
  change_timeline: ['deploys.list'],
  deploy_correlation: [],
  fleet_compare: ['k8s.deployments.list', 'k8s.pods.list'],
  investigate_alert: ['k8s.events.list'],
  investigate_incident: ['alerts.history.list', 'k8s.events.list'],
  // Its pods are read only where the node is.
  node_triage: ['k8s.events.list', 'k8s.nodes.list'],
  public_exposure: ['cloud.security_groups.list', 'k8s.ingresses.list', 'k8s.services.list'],
  saturation: ['k8s.nodes.top'],
  telemetry_gaps: ['alerts.rules.list', 'metrics.targets.list'],
  // Everything is read only where the workload is.
  workload_triage: [],
})

/** What grades them in one place alone, told by the answer itself. */
export const GRADED_THERE: Readonly<Record<string, readonly string[]>> = Object.freeze({
  blast_radius: ['k8s.endpoints.list'],
  node_triage: ['k8s.pods.list'],
  workload_triage: ['k8s.events.list', 'k8s.pods.list'],
})

/** The best word of each of them. */
export const BEST_WORDS: Readonly<Record<string, string>> = Object.freeze({
  blast_radius: 'contained',
  cert_expiry: 'ok',
  change_timeline: 'nothing_changed',
  deploy_correlation: 'no_change_found',
  fleet_compare: 'same',
  investigate_alert: 'over',
  investigate_incident: 'over',
  node_triage: 'ok',
  public_exposure: 'nothing_exposed',
  saturation: 'ok',
  telemetry_gaps: 'no_gap',
  workload_triage: 'healthy',
})
