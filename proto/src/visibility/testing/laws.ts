// The laws of answers, and what they are judged by: a copy of the table that the product does not share.
import type { createVisibility } from '../create.ts'
import type { Carried, Outcome, Role, Source } from '../source.ts'
import type { State } from '../states.ts'

export type Pinned = Readonly<{ class: string; effects: string; fix: string | null }>

// The vocabulary as it was agreed, written out by hand.
export const PINNED: Readonly<Record<string, Pinned>> = {
  read: { class: 'read', effects: '', fix: null },
  empty: { class: 'read', effects: '', fix: null },
  unproven: { class: 'read', effects: 'PAC', fix: 'check' },
  truncated: { class: 'read', effects: 'PAC', fix: 'narrow' },
  stale: { class: 'read', effects: 'PAC', fix: 'wait' },
  not_needed: { class: 'not_asked', effects: '', fix: null },
  capped: { class: 'not_asked', effects: 'PAC', fix: 'narrow' },
  denied_by_policy: { class: 'cannot_ask', effects: 'PAC', fix: 'policy' },
  approval_required: { class: 'cannot_ask', effects: 'PAC', fix: 'approve' },
  not_configured: { class: 'cannot_ask', effects: 'AC', fix: 'configure' },
  not_served: { class: 'cannot_ask', effects: 'PAC', fix: 'upgrade' },
  out_of_reach: { class: 'cannot_ask', effects: 'PAC', fix: 'configure' },
  agent_offline: { class: 'cannot_ask', effects: 'PAC', fix: 'wait' },
  connector_down: { class: 'cannot_ask', effects: 'PAC', fix: 'repair' },
  timed_out: { class: 'blind', effects: 'PAC', fix: 'retry' },
  unauthorized: { class: 'blind', effects: 'PAC', fix: 'repair' },
  forbidden: { class: 'blind', effects: 'PAC', fix: 'grant' },
  throttled: { class: 'blind', effects: 'PAC', fix: 'wait' },
  upstream_failed: { class: 'blind', effects: 'PAC', fix: 'retry' },
  unusable: { class: 'blind', effects: 'PAC', fix: 'repair' },
}

const AT = '2026-03-01T12:00:00Z'

// What each word carries in these tests.
export const CARRIED: Readonly<Record<State, Carried>> = {
  read: { items: 2, as_of: AT },
  empty: { items: 0, as_of: AT, proof: 'enumerated' },
  unproven: { items: 0, as_of: AT, why: 'metric_unknown' },
  truncated: { cap: 'rows', at_least: 2, as_of: AT },
  stale: { newest_at: AT, lag_ms: 600_000, items: 2 },
  not_needed: { because: 'filtered' },
  capped: { limit: 12, next: { tool: 'cloud_instances_list', args: { account: ['13'] } } },
  denied_by_policy: { rule: 'no-db' },
  approval_required: { pending_action_id: 'pa_1' },
  not_configured: { reason: 'not_requested' },
  not_served: { agent_version: '0.1.0' },
  out_of_reach: {},
  agent_offline: { last_seen: AT },
  connector_down: { code: 'unauthorized', since: AT },
  timed_out: { waited_ms: 15_000, phase: 'first_byte' },
  unauthorized: { credential: 'prometheus-token' },
  forbidden: {},
  throttled: { retry_after_ms: 30_000, by: 'vendor' },
  upstream_failed: { status: 503 },
  unusable: { why: 'unparseable' },
}

export type Planned = Readonly<{ state: State; role: Role }>
export type Api = ReturnType<typeof createVisibility>

// A source of a state and role; `place` tells sources of one set apart.
export function sourceOf({ state, role }: Planned, place: number): Source {
  const scope = { cluster: `prod-${place}` }
  return {
    operation: `k8s.pods${place}.list`,
    connector: 'kubernetes',
    role,
    scope,
    state,
    ...CARRIED[state],
  }
}

// All that the product says of a set of sources, reduced to what laws compare.
export type Said = Readonly<{
  visibility: string
  error: string
  absent: boolean
  absenceBlockedBy: string
  allClear: boolean
  clearanceBlockedBy: string
  grade: string | null
  gradeWithFindings: string | null
  notCovered: string
  count: number | string | null
  coverage: string
  expected: number
}>

// Asks every combinator about one set.
export function say(api: Api, sources: readonly Source[]): Said {
  const outcomes = sources.map((source): Outcome<number> => {
    const isRead = PINNED[source.state]?.class === 'read'
    // Outcomes are built by hand here, so that a broken table cannot hide behind `seen`.
    return isRead
      ? { seen: true, value: source.items ?? source.at_least ?? 0, sources: [source] }
      : { seen: false, sources: [source] }
  })
  const nothing = api.errorOf(sources)
  const absence = api.absentOf(outcomes)
  const clearance = api.allClearOf(outcomes, [])
  const scale = ['ok', 'bad'] as const
  const grade = api.gradeOf({ scale: [...scale], outcomes, findings: [] })
  const found = sources.filter((source) => source.role === 'grading' && source.state === 'read')
  const findings = found.map(() => ({ grade: 'bad' as const }))
  const count = api.countOf(distinct(outcomes), (n) => n)
  const coverage = api.coverageOf(sources)
  return {
    visibility: api.visibilityOf(sources),
    error:
      nothing === null
        ? ''
        : nothing.error === 'cannot_ask'
          ? `cannot_ask ${nothing.missing}`
          : nothing.error,
    absent: absence.absent === true,
    absenceBlockedBy: absence.absent === true ? '' : namesOf(absence.because),
    allClear: clearance.all_clear,
    clearanceBlockedBy: clearance.all_clear ? '' : namesOf(clearance.because),
    grade: grade.code,
    gradeWithFindings: api.gradeOf({ scale: ['ok', 'bad'], outcomes, findings }).code,
    notCovered: grade.not_covered.join(),
    count: typeof count === 'object' && count !== null ? `at least ${count.at_least}` : count,
    coverage: JSON.stringify(coverage.missing),
    expected: coverage.expected,
  }
}

// What must be said of a set, derived from the pinned copy alone.
export function expectedOf(sources: readonly Source[]): Partial<Said> {
  const once = [...new Set(sources)]
  const reads = once.filter((source) => classOf(source) === 'read')
  const has = (effect: string) => once.filter((source) => PINNED[source.state]?.effects.includes(effect))
  const visibility = reads.length === 0 ? 'none' : has('P').length > 0 ? 'partial' : 'full'
  const cannot = once.filter((source) => classOf(source) === 'cannot_ask').map((source) => source.operation)
  const isBlind = once.some((source) => classOf(source) === 'blind')
  const grading = once.filter((source) => source.role === 'grading')
  const mayGrade = grading.every((source) =>
    ['read', 'empty', 'not_needed', 'not_configured'].includes(source.state),
  )
  const sum = reads.reduce((n, source) => n + (source.items ?? source.at_least ?? 0), 0)
  const absent =
    reads.length > 0 && reads.every((source) => source.state === 'empty') && has('A').length === 0
  const error = isBlind
    ? 'no_visibility'
    : cannot.length > 0
      ? `cannot_ask ${[...new Set(cannot)].sort()}`
      : 'not_asked'
  const allClear = visibility === 'full' && has('C').length === 0
  return {
    visibility,
    error: visibility === 'none' ? error : '',
    absent,
    absenceBlockedBy: absent ? '' : namesOf(has('A')),
    allClear,
    clearanceBlockedBy: allClear ? '' : namesOf(has('C')),
    grade: mayGrade && grading.some((source) => classOf(source) === 'read') ? 'ok' : null,
    count: reads.length === 0 ? null : visibility === 'full' ? sum : sum > 0 ? `at least ${sum}` : null,
    expected: once.filter((source) => source.state !== 'not_needed').length,
  }
}

// The first thing said that differs from what must be said, or null.
export function firstBreach(said: Said, sources: readonly Source[]): string | null {
  for (const [field, value] of Object.entries(expectedOf(sources))) {
    const actual = Object.entries(said).find(([key]) => key === field)?.[1]
    if (actual !== value)
      return `${field} of ${sources.map(({ state, role }) => `${state}/${role}`)} is ${actual}, not ${value}`
  }
  return null
}

// The laws of loss: what must not get better when `before` loses a read and becomes `after`.
export function firstGain(before: Said, after: Said): string | null {
  const ranks = ['none', 'partial', 'full']
  if (ranks.indexOf(after.visibility) > ranks.indexOf(before.visibility)) return 'visibility rose'
  if (before.count === null && after.count !== null) return 'null became a number'
  if (typeof before.count === 'string' && typeof after.count === 'number') return 'a lower bound became exact'
  if (after.absent && !before.absent) return 'absence was enabled'
  if (after.allClear && !before.allClear) return 'an all-clear was enabled'
  if (after.grade !== null && before.grade === null) return 'a grade was enabled'
  return null
}

function classOf(source: Source): string | undefined {
  return PINNED[source.state]?.class
}

function namesOf(rows: readonly Readonly<{ operation: string; state: State }>[]): string {
  return [...new Set(rows.map((row) => `${row.operation} ${row.state}`))].sort().join()
}

function distinct(outcomes: readonly Outcome<number>[]): readonly Outcome<number>[] {
  // One object per source, as the dispatcher would hand out.
  return [...new Map(outcomes.map((outcome) => [outcome.sources[0], outcome])).values()]
}
