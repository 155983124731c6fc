import { isReadClass } from '@vedette/proto/visibility'
import { detectOnset } from '../onset/detect-onset.ts'
import { itemsOf, type Read } from '../read.ts'
import { type Change, countUndated, toDeployChanges } from '../shared/change.ts'
import { toAuditChanges, toRolloutChanges } from '../shared/change-sources.ts'
import { toEventChanges } from '../shared/events.ts'
import { mergeChanges } from '../shared/merge-changes.ts'
import { serviceOf, whereOf } from '../shared/names.ts'
import { firstSymptom, type Symptom, toSymptoms } from '../shared/symptom.ts'
import { HOUR, MINUTE, parseTime } from '../shared/time.ts'
import { type Assessment, assessChanges } from '../suspects/assess.ts'
import { TRAFFIC_PERCENT } from '../suspects/calls.ts'
import type { Seen, Span } from './look.ts'
import type { Began, Subject } from './subject.ts'

export type Conclusion = Readonly<{
  began: Began | null
  symptom: Symptom | null
  symptoms: readonly Symptom[]
  changes: readonly Change[]
  assessment: Assessment | null
  ruled_out: readonly Readonly<{ kind: string; because: string; e: string }>[]
}>

// An onset belongs to a subject that began at most this long after it, or a little before.
const EARLIER_MS = 3 * HOUR
// What nobody did is a circumstance only if it came clearly before: trouble makes clients try again and others fail.
const BEFORE_MS = 2 * MINUTE
const LATER_MS = 10 * MINUTE

// From what was seen to what fits: when it began, what changed before, what can be left out.
export function conclude(subject: Subject, seen: Seen, span: Span): Conclusion {
  const symptoms = seen.signals === null ? [] : toSymptoms(seen.signals)
  const symptom = firstSymptom(symptoms.filter((one) => isNear(one, subject)))
  const began = toBegan(subject, symptom)
  const circumstances = toCircumstances(subject, seen).filter(
    (one) => began === null || one.at <= began.at - BEFORE_MS,
  )
  const changes = mergeChanges([...toChanges(subject, seen, span), ...circumstances])
  if (began === null) return { began, symptom, symptoms, changes, assessment: null, ruled_out: [] }
  const assessment = assessChanges({
    target: {
      onset: began.at,
      plus_minus_s: began.plus_minus_s,
      where: { ...subject.where, service: subject.service },
      depends_on: calleesOf(subject, seen),
      cite: symptom?.cite ?? subject.cite,
    },
    changes,
    symptom,
    signals: seen.signals,
    by_cluster: seen.by_cluster,
    deploys_whole: seen.deploys.isWhole,
  })
  return {
    began,
    symptom,
    symptoms,
    changes,
    assessment,
    ruled_out: toRuledOut(changes, seen, { began, span }),
  }
}

function isNear({ onset }: Symptom, { started }: Subject): boolean {
  if (started === null) return true
  return onset.at >= started.at - EARLIER_MS && onset.at <= started.at + LATER_MS
}

function toBegan({ started }: Subject, symptom: Symptom | null): Began | null {
  if (symptom === null) return started
  return { at: symptom.onset.at, plus_minus_s: symptom.onset.plus_minus_s, how: 'changepoint' }
}

function toChanges({ where }: Subject, seen: Seen, span: Span): readonly Change[] {
  const { deploys, audit, events, rollouts } = seen
  return [
    ...toDeployChanges(deploys),
    ...toAuditChanges(audit, span),
    ...toEventChanges(events),
    ...(rollouts === null || where.ns === null || where.workload === null
      ? []
      : toRolloutChanges(rollouts, { ns: where.ns, name: where.workload, span })),
  ]
}

// What nobody did and yet came before: more traffic, a called service whose alert is older.
function toCircumstances(subject: Subject, seen: Seen): readonly Change[] {
  return [...toTraffic(subject, seen), ...toDependencies(subject, seen)]
}

function toTraffic({ service, where }: Subject, { signals }: Seen): readonly Change[] {
  if (signals === null) return []
  return itemsOf(signals, (value) => value.signals)
    .filter(({ item }) => item.signal === 'traffic')
    .flatMap(({ item, view }) =>
      item.series.flatMap(({ points }): readonly Change[] => {
        const rise = detectOnset(points, 'up')
        if (rise === null || rise.before <= 0) return []
        const percent = Math.round((100 * (rise.during - rise.before)) / rise.before)
        if (percent < TRAFFIC_PERCENT) return []
        return [
          {
            ...CIRCUMSTANCE,
            kind: 'traffic',
            what: `traffic of ${service ?? ''} up by ${percent} %`,
            where: { ...where, service },
            at: rise.at,
            cite: view.cite,
          },
        ]
      }),
    )
}

const CIRCUMSTANCE = { by: null, from: null, to: null, diff: null, rolled_back: null, url: null } as const

function toDependencies(subject: Subject, seen: Seen): readonly Change[] {
  const callees = calleesOf(subject, seen)
  return itemsOf(seen.active, (value) => value.alerts).flatMap(({ item: alert, view }): readonly Change[] => {
    const at = parseTime(alert.since)
    const service = serviceOf(alert.labels)
    if (at === null || service === null || !callees.includes(service) || alert.state !== 'firing') return []
    const { cluster, ns, workload } = whereOf(alert.labels)
    return [
      {
        ...CIRCUMSTANCE,
        kind: 'dependency',
        what: `alert ${alert.name} of ${service}, which it calls`,
        where: { cluster, ns, workload, service },
        at,
        url: alert.url,
        cite: view.cite,
      },
    ]
  })
}

function calleesOf({ service }: Subject, { dependencies }: Seen): readonly string[] {
  if (dependencies === null || service === null) return []
  return [
    ...new Set(
      itemsOf(dependencies, (value) => value.edges)
        .filter(({ item }) => item.from === service && item.to !== service)
        .map(({ item }) => item.to),
    ),
  ]
}

// Kinds of change of which nothing precedes the onset, said only where their source was read whole, and with how far
// back it was read.
function toRuledOut(
  changes: readonly Change[],
  seen: Seen,
  { began, span }: Readonly<{ began: Began; span: Span }>,
): Conclusion['ruled_out'] {
  const { signals, deploys } = seen
  const hours = Math.floor((began.at - span.from) / HOUR)
  if (hours < 1) return []
  const before = `in the ${hours} h before`
  const kinds: readonly (readonly [Change['kind'], Read<unknown> | null, string])[] = [
    ['deploy', countUndated(deploys) === 0 ? deploys : null, `no deploy ${before}`],
    ['cloud', seen.audit, `no change in the cloud ${before}`],
    ['node', seen.events, `no node event ${before}`],
    ['traffic', hasTraffic(signals) ? signals : null, 'traffic did not rise'],
  ]
  return kinds.flatMap(([kind, read, because]) => {
    const [view] = read?.views ?? []
    if (read?.isWhole !== true || view === undefined) return []
    const isThere = changes.some(
      (change) => change.kind === kind && change.at <= began.at + began.plus_minus_s * 1000,
    )
    return isThere ? [] : [{ kind, because, e: view.cite() }]
  })
}

function hasTraffic(signals: Seen['signals']): boolean {
  return (
    signals?.sources.some((source) => isReadClass(source.state)) === true &&
    signals.views.some((view) => view.value.signals.some((one) => one.signal === 'traffic'))
  )
}
