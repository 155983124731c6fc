import type { NextCall } from '@vedette/proto/visibility'
import { itemsOf } from '../read.ts'
import { showPlace } from '../shared/change.ts'
import { toEventMoments } from '../shared/events.ts'
import { serviceOf } from '../shared/names.ts'
import { showOnset, showSymptom } from '../shared/symptom.ts'
import { toErrorRows } from '../shared/templates.ts'
import { parseTime, showTime } from '../shared/time.ts'
import { type Moment, toTimeline } from '../shared/timeline.ts'
import { showSuspects } from '../suspects/show.ts'
import type { Conclusion } from './conclude.ts'
import type { Seen } from './look.ts'
import type { Subject } from './subject.ts'

const SUSPECTS = { brief: 6, full: 20 } as const
const SPREAD = 12
const ERRORS = 8

type Told = Readonly<{ subject: Subject; seen: Seen; found: Conclusion; detail: 'brief' | 'full' }>

// What an investigation found, as answers show it.
export function showInvestigation({ subject, seen, found, detail }: Told): Readonly<Record<string, unknown>> {
  const { began, symptom, symptoms, assessment, ruled_out, changes } = found
  const onset = began?.at ?? subject.started?.at ?? 0
  return {
    onset:
      began === null
        ? null
        : symptom === null
          ? { at: showTime(began.at), plus_minus_s: began.plus_minus_s, how: began.how }
          : showOnset(symptom),
    symptoms: symptoms.map(showSymptom),
    suspects: showSuspects(assessment?.suspects ?? [], SUSPECTS[detail]),
    controls: assessment?.controls ?? null,
    ruled_out,
    spread: toSpread(subject, seen),
    errors: seen.logs === null ? null : toErrorRows(seen.logs, { onset, max: ERRORS }),
    timeline: toTimeline([
      ...changes.map(
        (change): Moment => ({
          at: change.at,
          kind: change.kind,
          where: showPlace(change.where),
          what: change.what,
          cite: change.cite,
        }),
      ),
      ...toEventMoments(seen.events),
      ...toAlertMoments(seen),
      ...symptoms.map(
        (one): Moment => ({
          at: one.onset.at,
          kind: 'symptom',
          where: one.service,
          what: `${one.signal} leaves its level`,
          cite: one.cite,
        }),
      ),
      ...(subject.started === null
        ? []
        : [{ at: subject.started.at, kind: 'start', where: '', what: subject.title, cite: subject.cite }]),
    ]),
  }
}

// What else fires, by service, oldest first: the subject's own service is not a spread.
function toSpread({ service, alert }: Subject, { active }: Seen) {
  return itemsOf(active, (value) => value.alerts)
    .filter(({ item }) => item.state === 'firing' && item.name !== alert)
    .filter(({ item }) => service === null || serviceOf(item.labels) !== service)
    .map(({ item, view }) => ({
      service: serviceOf(item.labels),
      at: showTime(parseTime(item.since)),
      via: 'alert',
      what: item.name,
      e: view.cite(),
    }))
    .toSorted((a, b) => ((a.at ?? '') < (b.at ?? '') ? -1 : 1))
    .slice(0, SPREAD)
}

function toAlertMoments({ history }: Seen): readonly Moment[] {
  return itemsOf(history, (value) => value.spans).flatMap(({ item, view }): readonly Moment[] => {
    const at = parseTime(item.started_at)
    if (at === null || item.state !== 'firing') return []
    return [
      { at, kind: 'alert', where: serviceOf(item.labels) ?? '', what: `${item.name} fires`, cite: view.cite },
    ]
  })
}

// What to ask next: the first suspects, and what stands behind the subject.
export function toNext({ subject, found }: Pick<Told, 'subject' | 'found'>): readonly NextCall[] {
  const { service, where } = subject
  const calls: NextCall[] = []
  if (where.ns !== null && where.workload !== null)
    calls.push({
      tool: 'workload_triage',
      args: {
        namespace: where.ns,
        name: where.workload,
        ...(where.cluster === null ? {} : { cluster: where.cluster }),
      },
      why: 'says what is wrong with its pods',
    })
  if (service !== null && found.assessment !== null)
    calls.push({
      tool: 'deploy_correlation',
      args: { service, ...(where.ns === null ? {} : { namespace: where.ns }) },
      why: 'reads the histories and the commits of the suspects',
    })
  if (service !== null) calls.push({ tool: 'blast_radius', args: { service }, why: 'says who is hit' })
  return calls
}
