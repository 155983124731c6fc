import { alertsGet, metricsQueryRange, runbooksSearch, windowFrom, windowTo } from '@vedette/proto/operations'
import type { NextCall } from '@vedette/proto/visibility'
import { z } from 'zod'
import { type AskedFor, defineComposite, type Findings } from '../define-composite.ts'
import { conclude } from '../investigation/conclude.ts'
import { lookAround, type Seen, type Span, spanAround } from '../investigation/look.ts'
import { readOwner } from '../investigation/owner.ts'
import { showInvestigation, toNext } from '../investigation/show.ts'
import type { Subject } from '../investigation/subject.ts'
import { itemsOf, type View } from '../read.ts'
import type { Reader } from '../reader.ts'
import { countUndated, toDeployChanges } from '../shared/change.ts'
import { serviceOf, whereOf } from '../shared/names.ts'
import { HOUR, MINUTE, parseTime, showTime, spanArguments } from '../shared/time.ts'

// From best to worst: over; coming back; not seen, because a half that may have it was not read; standing.
const SCALE = ['over', 'recovering', 'not_seen', 'ongoing'] as const

const INPUT = z.strictObject({
  id: z.string().min(1).max(256).describe('Alert id, as alerts_active_list gives it'),
  service: z
    .string()
    .min(1)
    .max(256)
    .optional()
    .describe('Service, where the labels of the alert do not name it'),
  from: windowFrom(),
  to: windowTo(),
})
type Input = z.output<typeof INPUT>
type Alert = NonNullable<z.output<typeof alertsGet.output>['alert']>
type Rule = z.output<typeof alertsGet.output>['rule']

// One alert: what it means, since when, what precedes it, what else is wrong.
export const investigateAlert = defineComposite({
  id: 'investigate_alert',
  title: 'Investigation of an alert',
  describe:
    'Investigates one alert: its rule and series, when it really began, the changes that precede it ranked with reasons for and against, new errors, what else fires, and one timeline.',
  when: ['why did this alert fire', 'investigate alert', 'root cause of an alert', 'paged at night'],
  needs: {
    input: ['alerts.get'],
    grading: ['k8s.events.list', 'services.signals.get'],
    enriching: [
      'alerts.active.list',
      'alerts.history.list',
      'cloud.audit_events.search',
      'deploys.list',
      'k8s.rollouts.history',
      'logs.search',
      'metrics.query_range',
      'oncall.current.list',
      'runbooks.search',
      'services.catalog.get',
      'traces.dependencies.get',
    ],
  },
  input: INPUT,
  routes: ['backend', 'cluster', 'account'],
  window: { defaultSeconds: 6 * 3600, maxSeconds: 86_400 },
  run,
})

async function run(reader: Reader, { input, window, detail }: AskedFor<Input>): Promise<Findings> {
  const asked = window ?? { from: reader.now - 6 * HOUR, to: reader.now }
  const read = await reader.read(alertsGet, { id: input.id })
  const view = read.views.find((one) => one.value.alert !== null) ?? read.views[0]
  const alert = view?.value.alert ?? null
  const rule = view?.value.rule ?? null
  const subject = toSubject(input, alert, rule, view)
  const span = spanAround(asked, subject)
  reader.follow()
  const [seen, series, runbooks, owner] = await Promise.all([
    lookAround(reader, subject, span),
    readSeries(reader, { alert, rule, span, view }),
    readRunbooks(reader, alert, subject),
    readOwner(reader, subject.service),
  ])
  const found = conclude(subject, seen, span)
  const isRecovering = found.symptom?.onset.recovering === true
  return {
    scale: SCALE,
    findings: [
      ...(alert === null ? [{ grade: 'not_seen' }] : []),
      ...(subject.isActive ? [{ grade: 'ongoing' }] : isRecovering ? [{ grade: 'recovering' }] : []),
    ],
    body: {
      alert: showAlert(alert, view),
      rule: rule === null ? null : showRule(rule),
      series,
      ...showInvestigation({ subject, seen, found, detail }),
      seen_before: toSeenBefore(alert, seen, { subject, span }),
      owner,
      runbooks,
    },
    next: [...toNext({ subject, found }), ...toGuess(input, alert, subject)],
  }
}

function toSubject(input: Input, alert: Alert | null, rule: Rule, view: View<unknown> | undefined): Subject {
  const labels = alert?.labels ?? {}
  const { cluster, ns, workload } = whereOf(labels)
  const service = input.service ?? serviceOf(labels)
  const at = parseTime(alert?.since)
  const held = rule?.for_seconds ?? null
  return {
    title: alert === null ? 'alert' : `alert ${alert.name}`,
    alert: alert?.name ?? null,
    service,
    where: { cluster, ns, workload: workload ?? (ns === null ? null : service), service },
    // What must hold for a while before it fires began at least that much earlier.
    started:
      at === null
        ? null
        : { at: at - (held ?? 0) * 1000, plus_minus_s: held === null ? 300 : 60, how: 'alert' },
    isActive: alert !== null,
    cite: () => view?.cite() ?? '',
  }
}

// Where no label names a service, the job that collects it may be one: for the caller to say.
function toGuess({ id }: Input, alert: Alert | null, { service }: Subject): readonly NextCall[] {
  const job = alert?.labels['job']
  if (service !== null || job === undefined) return []
  return [
    {
      tool: 'investigate_alert',
      args: { id, service: job },
      why: 'reads signals and logs, if the job is the service',
    },
  ]
}

// The rule's own query over the window: the series that the alert stands on. Asked only of the backend that has it.
async function readSeries(
  reader: Reader,
  facts: Readonly<{ alert: Alert | null; rule: Rule; span: Span; view: View<unknown> | undefined }>,
) {
  const { alert, rule, span, view } = facts
  if (alert === null || rule === null || view === undefined || rule.query === '') {
    reader.spare(metricsQueryRange, 'the rule of the alert is not known')
    return null
  }
  const read = await reader.read(
    metricsQueryRange,
    { expr: rule.query, ...spanArguments(span), limit: 50 },
    { backend: view.instance },
  )
  const own = itemsOf(read, (value) => value.series).filter(({ item }) =>
    Object.entries(item.labels).every(([key, value]) => key === '__name__' || alert.labels[key] === value),
  )
  return own.slice(0, 3).map(({ item, view: shown }) => ({
    labels: item.labels,
    points: item.points,
    e: shown.cite(),
  }))
}

async function readRunbooks(reader: Reader, alert: Alert | null, { service }: Subject) {
  const link = alert?.annotations['runbook_url'] ?? alert?.annotations['runbook'] ?? null
  if (alert === null) {
    reader.spare(runbooksSearch, 'the alert was not seen')
    return []
  }
  const read = await reader.read(runbooksSearch, {
    query: alert.name,
    limit: 3,
    ...(service === null ? {} : { service }),
  })
  const found = itemsOf(read, (value) => value.runbooks).map(({ item }) => ({
    title: item.title,
    url: item.url,
  }))
  return link === null ? found : [{ title: 'from the alert', url: link }, ...found]
}

function showAlert(alert: Alert | null, view: View<unknown> | undefined) {
  if (alert === null || view === undefined) return null
  const { id, name, state, severity, since, labels, annotations, silenced_by, receivers, url } = alert
  return {
    ...{ id, name, state, severity, since, labels, url },
    says: annotations['summary'] ?? annotations['description'] ?? annotations['message'] ?? null,
    ...{ silenced_by, receivers },
    evidence: view.cite(),
  }
}

function showRule({ name, group, query, for_seconds, health, error, url }: NonNullable<Rule>) {
  return { name, group, query: query.slice(0, 500), for_seconds, health, error, url }
}

// A change so long before the end of an earlier firing is named beside it.
const BEFORE_END_MS = 30 * MINUTE

// Earlier times at which the same rule fired in the window, each with the last change of the service that precedes its
// end: `none` where all of that time was read and there is none; null where the history, or the changes, were not read.
function toSeenBefore(
  alert: Alert | null,
  { history, deploys }: Seen,
  { subject: { service, started }, span }: Readonly<{ subject: Subject; span: Span }>,
) {
  if (alert === null || history.views.length === 0) return null
  const own = toDeployChanges(deploys).filter(
    ({ where }) => service !== null && [where.service, where.workload].includes(service),
  )
  const isWhole = service !== null && deploys.isWhole && countUndated(deploys) === 0
  return itemsOf(history, (value) => value.spans)
    .filter(({ item }) => item.name === alert.name && item.state === 'firing')
    .filter(({ item }) => (parseTime(item.ended_at) ?? Number.POSITIVE_INFINITY) < (started?.at ?? 0))
    .slice(0, 5)
    .map(({ item }) => {
      const until = parseTime(item.ended_at) ?? 0
      const change = own.findLast(({ at }) => at <= until && at >= until - BEFORE_END_MS)
      return {
        id: alert.name,
        at: showTime(parseTime(item.started_at)),
        until: showTime(until),
        resolved_by:
          change === undefined
            ? isWhole && until - BEFORE_END_MS >= span.from
              ? 'none'
              : null
            : { precedes: change.what, at: showTime(change.at), e: change.cite() },
      }
    })
}
