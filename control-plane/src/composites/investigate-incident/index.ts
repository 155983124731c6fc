import {
  errorsIssuesSearch,
  incidentsGet,
  incidentsRelatedList,
  runbooksSearch,
  tracesErrorsTop,
  windowFrom,
  windowTo,
} from '@vedette/proto/operations'
import { z } from 'zod'
import { type AskedFor, defineComposite, type Findings } from '../define-composite.ts'
import { conclude } from '../investigation/conclude.ts'
import { lookAround, type Span, spanAround } from '../investigation/look.ts'
import { readOwner } from '../investigation/owner.ts'
import { showInvestigation, toNext } from '../investigation/show.ts'
import type { Subject } from '../investigation/subject.ts'
import { itemsOf, type View } from '../read.ts'
import type { Reader } from '../reader.ts'
import { NAMESPACE_PATTERN } from '../shared/names.ts'
import { HOUR, parseTime, showTime, spanArguments } from '../shared/time.ts'

// From best to worst: over, coming back, standing.
const SCALE = ['over', 'recovering', 'ongoing'] as const

const INPUT = z.strictObject({
  id: z.string().min(1).max(256).describe('Incident id or number, as incidents_list gives it'),
  service: z
    .string()
    .min(1)
    .max(256)
    .optional()
    .describe('Service as signals name it, where the incident does not'),
  namespace: z
    .string()
    .regex(NAMESPACE_PATTERN, 'must be a namespace name')
    .optional()
    .describe('Kubernetes namespace of the service'),
  from: windowFrom(),
  to: windowTo(),
})
type Input = z.output<typeof INPUT>
type Incident = z.output<typeof incidentsGet.output>

// One incident: symptoms, what precedes them, spread, new errors, one timeline.
export const investigateIncident = defineComposite({
  id: 'investigate_incident',
  title: 'Investigation of an incident',
  describe:
    'Investigates one incident: when it really began, its symptoms, the changes that precede it ranked with reasons for and against, spread, new errors, similar incidents and one timeline.',
  when: ['investigate incident', 'root cause', 'what happened', 'incident analysis'],
  needs: {
    input: ['incidents.get'],
    grading: ['alerts.history.list', 'k8s.events.list', 'logs.search', 'services.signals.get'],
    enriching: [
      'alerts.active.list',
      'cloud.audit_events.search',
      'deploys.list',
      'errors.issues.search',
      'incidents.related.list',
      'k8s.rollouts.history',
      'oncall.current.list',
      'runbooks.search',
      'services.catalog.get',
      'traces.dependencies.get',
      'traces.errors.top',
    ],
  },
  input: INPUT,
  routes: ['backend', 'cluster', 'account'],
  window: { defaultSeconds: 6 * 3600, maxSeconds: 86_400 },
  run,
})

async function run(reader: Reader, { input, window, detail }: AskedFor<Input>): Promise<Findings> {
  const asked = window ?? { from: reader.now - 6 * HOUR, to: reader.now }
  const read = await reader.read(incidentsGet, { id: input.id })
  const [view] = read.views
  const subject = toSubject(input, view)
  const span = spanAround(asked, subject)
  reader.follow()
  const [seen, extra] = await Promise.all([
    lookAround(reader, subject, span),
    readExtra(reader, { input, subject, span }),
  ])
  const found = conclude(subject, seen, span)
  const worst = found.symptoms.some((one) => !one.onset.recovering)
  return {
    scale: SCALE,
    findings: [
      ...(subject.isActive || worst ? [{ grade: 'ongoing' }] : []),
      ...(found.symptoms.length > 0 ? [{ grade: 'recovering' }] : []),
    ],
    body: {
      incident: view === undefined ? null : showIncident(view),
      ...showInvestigation({ subject, seen, found, detail }),
      ...extra,
    },
    next: toNext({ subject, found }),
  }
}

function toSubject(input: Input, view: View<Incident> | undefined): Subject {
  const incident = view?.value.incident
  const service = input.service ?? incident?.services[0] ?? null
  const at = parseTime(view?.value.impact_started_at) ?? parseTime(incident?.created_at)
  return {
    title: 'incident opened',
    alert: null,
    service,
    where: {
      cluster: null,
      ns: input.namespace ?? null,
      workload: input.namespace === undefined ? null : service,
      service,
    },
    started: at === null ? null : { at, plus_minus_s: 300, how: 'event' },
    // What was not read may stand.
    isActive: incident === undefined || incident.state !== 'resolved',
    cite: () => view?.cite() ?? '',
  }
}

// What only an incident has: errors as trackers and traces fold them, incidents that look alike, runbooks.
async function readExtra(
  reader: Reader,
  { input, subject, span }: Readonly<{ input: Input; subject: Subject; span: Span }>,
) {
  const { service } = subject
  const times = spanArguments(span)
  if (service === null)
    for (const operation of [errorsIssuesSearch, runbooksSearch, tracesErrorsTop])
      reader.spare(operation, 'no service is named')
  const [related, issues, spans, runbooks, owner] = await Promise.all([
    reader.read(incidentsRelatedList, { id: input.id }),
    service === null ? null : reader.read(errorsIssuesSearch, { service, ...times, limit: 20 }),
    service === null ? null : reader.read(tracesErrorsTop, { service, ...times, limit: 10 }),
    service === null ? null : reader.read(runbooksSearch, { query: service, service, limit: 3 }),
    readOwner(reader, service),
  ])
  const past = itemsOf(related, (value) => value.incidents).filter(
    ({ item }) => item.relation === 'similar_past',
  )
  const told = await readResolutions(reader, past)
  return {
    issues:
      issues === null || issues.views.length === 0
        ? null
        : itemsOf(issues, (value) => value.issues)
            .slice(0, 6)
            .map(({ item, view }) => ({
              title: item.title.slice(0, 200),
              is_new: item.is_new,
              events: item.events_in_window,
              first_seen: item.first_seen_at,
              first_release: item.first_release,
              url: item.url,
              e: view.cite(),
            })),
    span_errors:
      spans === null || spans.views.length === 0
        ? null
        : itemsOf(spans, (value) => value.errors)
            .slice(0, 6)
            .map(({ item, view }) => ({
              operation: item.operation,
              type: item.type,
              n: item.count,
              first: item.first_at,
              trace_id: item.sample_trace_id,
              e: view.cite(),
            })),
    seen_before:
      related.views.length === 0
        ? null
        : past.slice(0, 5).map(({ item }) => ({
            id: item.incident.id,
            title: item.incident.title.slice(0, 160),
            at: item.incident.created_at,
            resolved_by: told.get(item.incident.id) ?? null,
            url: item.incident.url,
          })),
    owner,
    runbooks:
      runbooks === null
        ? null
        : itemsOf(runbooks, (value) => value.runbooks).map(({ item }) => ({
            title: item.title,
            url: item.url,
          })),
  }
}

const MAX_RESOLUTIONS = 2

// How the most alike of past incidents were resolved, in the words that people left; by the incident's id.
async function readResolutions(
  reader: Reader,
  past: readonly Readonly<{ item: Readonly<{ incident: Readonly<{ id: string }> }>; view: View<unknown> }>[],
): Promise<ReadonlyMap<string, string>> {
  const told = await Promise.all(
    past.slice(0, MAX_RESOLUTIONS).map(async ({ item, view }) => {
      const { id } = item.incident
      const read = await reader.read(incidentsGet, { id }, { backend: view.instance })
      const text = read.views[0]?.value.resolution ?? null
      return text === null ? [] : [[id, text.slice(0, 160)] as const]
    }),
  )
  return new Map(told.flat())
}

function showIncident(view: View<Incident>) {
  const { id, title, state, severity, created_at, resolved_at, services, url } = view.value.incident
  return {
    ...{ id, title, state, severity, services, url },
    opened: showTime(parseTime(created_at)),
    resolved: showTime(parseTime(resolved_at)),
    evidence: view.cite(),
  }
}
