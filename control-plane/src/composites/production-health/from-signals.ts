import type {
  alertsActiveList,
  alertsSilencesList,
  cloudServiceHealthList,
  errorsIssuesSearch,
  incidentsList,
  metricsTargetsList,
  slosBurnGet,
  slosList,
  syntheticsTestsList,
} from '@vedette/proto/operations'
import type { z } from 'zod'
import { itemsOf, placeOf, type Read } from '../read.ts'
import { ownerOf, serviceOf, whereOf } from '../shared/names.ts'
import { parseTime } from '../shared/time.ts'
import type { Problem } from './problem.ts'
import { QUIET_STATES, toSeverity } from './severity.ts'

type Of<O extends Readonly<{ output: z.ZodObject }>> = Read<z.output<O['output']>>

const NOWHERE = { cluster: null, ns: null, workload: null } as const
const PLAIN = {
  service: null,
  owner: null,
  where: NOWHERE,
  n: 1,
  paging: null,
  silenced: null,
  slo: null,
} as const

// Alerts by name, service and place. Silenced and pending ones are shown and lower nothing; a rule without data is
// not fine.
export function alertProblems(
  read: Of<typeof alertsActiveList>,
  silences: Of<typeof alertsSilencesList> | null,
): readonly Problem[] {
  const known = new Map(
    silences === null ? [] : itemsOf(silences, (value) => value.silences).map(({ item }) => [item.id, item]),
  )
  return itemsOf(read, ({ alerts }) => alerts).map(({ item: alert, view }): Problem => {
    const { labels } = alert
    const where = whereOf(labels)
    const service = serviceOf(labels)
    const isQuiet = QUIET_STATES.includes(alert.state)
    const severity = isQuiet ? 'info' : toSeverity(alert.severity)
    const [silence] = alert.silenced_by ?? []
    return {
      ...PLAIN,
      id: `alert:${alert.name}/${service ?? ''}/${where.cluster ?? ''}/${where.ns ?? ''}/${isQuiet ? alert.state : ''}`,
      severity,
      grade: severity === 'info' ? 'ok' : 'degraded',
      what: `alert ${alert.name} ${alert.state}`,
      service,
      owner: ownerOf(labels),
      where,
      since: parseTime(alert.since),
      paging: alert.receivers === null ? null : alert.delivered === true && severity === 'page',
      silenced:
        silence === undefined
          ? null
          : {
              until: known.get(silence)?.ends_at ?? null,
              by: known.get(silence)?.created_by ?? silence,
            },
      cite: () => [view.cite()],
    }
  })
}

// Open incidents; one of the highest severity is an outage.
export function incidentProblems(read: Of<typeof incidentsList>): readonly Problem[] {
  return itemsOf(read, ({ incidents }) => incidents)
    .filter(({ item }) => item.state !== 'resolved')
    .map(({ item: one, view }): Problem => {
      const severity = one.severity === null && one.urgency === 'low' ? 'ticket' : toSeverity(one.severity)
      const isTop = one.severity !== null && /(?:^|[^0-9])[01]$|critical/i.test(one.severity)
      return {
        ...PLAIN,
        id: `incident:${view.instance}/${one.id}`,
        severity: severity === 'info' ? 'ticket' : severity,
        grade: isTop ? 'outage' : 'degraded',
        what: `incident ${one.title}`,
        service: one.services[0] ?? null,
        owner: one.teams?.[0] ?? null,
        since: parseTime(one.created_at),
        paging: one.state === 'triggered' ? one.urgency !== 'low' : null,
        cite: () => [view.cite()],
      }
    })
}

// Objectives that are at risk, breached, or not measured at all.
export function sloProblems(
  read: Of<typeof slosList>,
  burns: readonly Of<typeof slosBurnGet>[],
): readonly Problem[] {
  const rates = new Map(burns.flatMap((burn) => burn.views.map((view) => [view.value.id, view] as const)))
  return itemsOf(read, ({ slos }) => slos)
    .filter(({ item }) => item.state !== 'met')
    .map(({ item: slo, view }): Problem => {
      const burn = rates.get(slo.id)
      const left = burn?.value.budget_left ?? slo.budget_left
      const burn_1h = burn?.value.windows.find((one) => one.window === '1h')?.burn_rate ?? null
      return {
        ...PLAIN,
        id: `slo:${slo.id}`,
        severity: slo.state === 'breached' && (burn_1h ?? 1) >= 1 ? 'page' : 'ticket',
        grade: 'degraded',
        what: `objective ${slo.name} ${slo.state}`,
        service: slo.service,
        since: null,
        slo: { id: slo.id, burn_1h, left },
        cite: () => (burn === undefined ? [view.cite()] : [view.cite(), burn.cite()]),
      }
    })
}

// Open events of the cloud provider, as it tells of them.
export function cloudProblems(read: Of<typeof cloudServiceHealthList>): readonly Problem[] {
  return itemsOf(read, ({ events }) => events)
    .filter(({ item }) => item.kind === 'issue' && item.state !== 'closed')
    .map(
      ({ item: event, view }): Problem => ({
        ...PLAIN,
        id: `cloud:${event.account}/${event.id}`,
        severity: 'ticket',
        grade: 'degraded',
        what: `provider issue ${event.service} ${event.region ?? ''}: ${event.title}`,
        where: { cluster: placeOf(view), ns: null, workload: null },
        since: parseTime(event.started_at),
        cite: () => [view.cite()],
      }),
    )
}

// Probes from outside that fail.
export function syntheticProblems(read: Of<typeof syntheticsTestsList>): readonly Problem[] {
  return itemsOf(read, ({ tests }) => tests)
    .filter(({ item }) => item.state === 'failing' || item.state === 'no_data')
    .map(
      ({ item: test, view }): Problem => ({
        ...PLAIN,
        id: `synthetic:${test.id}`,
        severity: test.state === 'failing' ? 'page' : 'ticket',
        grade: 'degraded',
        what: `test from outside ${test.name} ${test.state}`,
        service: serviceOf(test.tags ?? {}),
        since: parseTime(test.since),
        cite: () => [view.cite()],
      }),
    )
}

// Errors that are new or came back; the others are every day's.
export function errorProblems(read: Of<typeof errorsIssuesSearch>): readonly Problem[] {
  return itemsOf(read, ({ issues }) => issues)
    .filter(({ item }) => item.is_new === true || item.is_regression === true)
    .map(
      ({ item: issue, view }): Problem => ({
        ...PLAIN,
        id: `error:${view.instance}/${issue.id}`,
        severity: 'info',
        grade: 'ok',
        what: `${issue.is_new === true ? 'new' : 'returned'} error ${issue.title}`,
        service: issue.service ?? issue.project,
        since: parseTime(issue.first_seen_at),
        cite: () => [view.cite()],
      }),
    )
}

// Targets that cannot be collected from, by pool: what they would tell is unknown, and alerts on it cannot fire, so
// that nothing is `ok` beside them.
export function targetProblems(read: Of<typeof metricsTargetsList>): readonly Problem[] {
  return itemsOf(read, ({ targets }) => targets)
    .filter(({ item }) => item.state === 'down')
    .map(
      ({ item: target, view }): Problem => ({
        ...PLAIN,
        id: `target:${view.instance}/${target.pool}`,
        severity: 'ticket',
        grade: 'degraded',
        what: `collection target down in ${target.pool}`,
        service: serviceOf(target.labels),
        where: whereOf(target.labels),
        since: null,
        cite: () => [view.cite()],
      }),
    )
}
