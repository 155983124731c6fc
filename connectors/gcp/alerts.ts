import { z } from 'zod'
import { type Collected, collect } from './answers.ts'
import type { Reader } from './client.ts'
import { labels, lastOf, maybeFlag, maybeNumber, maybeText, maybeTime, texts } from './values.ts'

const threshold = z.object({ filter: maybeText, duration: maybeText })
const condition = z.object({
  name: maybeText,
  displayName: maybeText,
  conditionThreshold: threshold.optional(),
  conditionAbsent: threshold.optional(),
  conditionMatchedLog: z.object({ filter: maybeText }).optional(),
  conditionPrometheusQueryLanguage: z.object({ query: maybeText, duration: maybeText }).optional(),
  conditionMonitoringQueryLanguage: z.object({ query: maybeText, duration: maybeText }).optional(),
  conditionSql: z.object({ query: maybeText }).optional(),
})

const policy = z.object({
  name: z.string(),
  displayName: maybeText,
  enabled: maybeFlag,
  severity: maybeText,
  userLabels: labels,
  conditions: z.array(condition).default([]),
  notificationChannels: texts,
  documentation: z.object({ content: maybeText, subject: maybeText }).optional(),
  validity: z.object({ code: maybeNumber }).optional(),
})
export type AlertPolicy = z.output<typeof policy>

const alert = z.object({
  name: z.string(),
  state: z.enum(['OPEN', 'CLOSED', 'STATE_UNSPECIFIED']),
  openTime: maybeTime,
  closeTime: maybeTime,
  resource: z.object({ type: maybeText, labels }).optional(),
  metric: z.object({ type: maybeText, labels }).optional(),
  policy: z
    .object({ name: maybeText, displayName: maybeText, severity: maybeText, userLabels: labels })
    .optional(),
})
export type Alert = z.output<typeof alert>

// Alert policies of the project.
export function readPolicies(reader: Reader): Promise<Collected<AlertPolicy>> {
  return collect(reader, {
    service: 'monitoring',
    path: ['projects', reader.project.id, 'alertPolicies'],
    field: 'alertPolicies',
    row: policy,
    size: ['pageSize', 500],
    needs: 'monitoring.alertPolicies.list',
  })
}

// Alerts that are open now.
export async function readOpenAlerts(reader: Reader): Promise<Collected<Alert>> {
  const list = await collectAlerts(reader, { filter: 'state="OPEN"' })
  return {
    ...list,
    paged: { ...list.paged, items: list.paged.items.filter((one) => one.state !== 'CLOSED') },
  }
}

// Alerts open and closed, the newest first. How long Cloud Monitoring keeps closed ones it does not tell.
export function readAlerts(reader: Reader): Promise<Collected<Alert>> {
  return collectAlerts(reader, { orderBy: 'open_time desc' })
}

function collectAlerts(reader: Reader, query: Readonly<Record<string, string>>): Promise<Collected<Alert>> {
  return collect(reader, {
    service: 'monitoring',
    path: ['projects', reader.project.id, 'alerts'],
    query,
    field: 'alerts',
    row: alert,
    size: ['pageSize', 500],
    needs: 'monitoring.alerts.list',
  })
}

// An open alert as a row.
export function toAlert(one: Alert, policies: ReadonlyMap<string, AlertPolicy> | null) {
  const type = one.metric?.type ?? null
  const named: Record<string, string> = {
    ...(one.resource?.labels ?? {}),
    ...(one.metric?.labels ?? {}),
    ...(one.policy?.userLabels ?? {}),
    ...(type === null ? {} : { metric_type: type }),
  }
  const rule = policies?.get(lastOf(one.policy?.name ?? ''))
  const text = rule?.documentation?.content ?? null
  return {
    id: lastOf(one.name),
    name: one.policy?.displayName ?? rule?.displayName ?? 'unnamed policy',
    state: 'firing' as const,
    severity: toSeverity(one.policy?.severity ?? rule?.severity ?? null),
    since: one.openTime,
    labels: named,
    annotations: text === null ? {} : { documentation: text },
    silenced_by: null,
    inhibited_by: null,
    receivers: rule === undefined ? null : rule.notificationChannels.map(lastOf),
    delivered: null,
    seen_in: ['alerts'],
    url: null,
  }
}

// An alert policy as a rule. `open` is null when the alerts were not read.
export function toRule(one: AlertPolicy, open: readonly Alert[] | null) {
  const own = open?.filter((it) => lastOf(it.policy?.name ?? '') === lastOf(one.name)) ?? null
  const text = one.documentation?.content ?? null
  return {
    id: lastOf(one.name),
    name: one.displayName ?? lastOf(one.name),
    folder: null,
    group: null,
    query: one.conditions.map(toQuery).join('\n'),
    state: own === null ? ('unknown' as const) : own.length > 0 ? ('firing' as const) : ('inactive' as const),
    health: toHealth(one),
    error: isValid(one) ? null : 'the policy is not valid and is not evaluated',
    severity: toSeverity(one.severity),
    for_seconds: toSeconds(one.conditions[0]),
    labels: one.userLabels,
    annotations: text === null ? {} : { documentation: text },
    active: own?.length ?? null,
    evaluated_at: null,
    url: null,
  }
}

// Whether it is evaluated: switched on and valid.
export function isEvaluated(one: AlertPolicy): boolean {
  return one.enabled !== false && isValid(one)
}

function isValid({ validity }: AlertPolicy): boolean {
  return (validity?.code ?? 0) === 0
}

function toHealth(one: AlertPolicy): 'ok' | 'error' | 'paused' {
  if (!isValid(one)) return 'error'
  return one.enabled === false ? 'paused' : 'ok'
}

function toQuery(one: AlertPolicy['conditions'][number]): string {
  return (
    one.conditionThreshold?.filter ??
    one.conditionAbsent?.filter ??
    one.conditionMatchedLog?.filter ??
    one.conditionPrometheusQueryLanguage?.query ??
    one.conditionMonitoringQueryLanguage?.query ??
    one.conditionSql?.query ??
    one.displayName ??
    ''
  )
}

function toSeconds(one: AlertPolicy['conditions'][number] | undefined): number | null {
  const said =
    one?.conditionThreshold?.duration ??
    one?.conditionAbsent?.duration ??
    one?.conditionPrometheusQueryLanguage?.duration ??
    one?.conditionMonitoringQueryLanguage?.duration
  const match = /^(\d{1,7})s$/.exec(said ?? '')
  return match === null ? null : Number(match[1])
}

// A policy's severity as rows say it.
export function toSeverity(said: string | null): string | null {
  return said === null || said === 'SEVERITY_UNSPECIFIED' ? null : said.toLowerCase()
}
