import type { CallContext } from '@vedette/proto/connector'
import { z } from 'zod'
import type { SentryClient } from './client.ts'
import { readList } from './lists.ts'
import { number, text, toTime } from './values.ts'

const incident = z.looseObject({ status: number, dateStarted: text, title: text })
const rule = z.looseObject({
  id: z.union([z.string(), z.number()]),
  name: text,
  type: z.string(),
  // A number for metric alerts, a word for all others.
  status: z.union([z.number(), z.string()]).nullish(),
  uptimeStatus: number,
  snooze: z.boolean().nullish(),
  query: text,
  aggregate: text,
  environment: text,
  projects: z.array(z.string()).nullish(),
  projectSlug: text,
  timeWindow: number,
  latestIncident: incident.nullish(),
})
export type Rule = z.output<typeof rule>

// Statuses of a metric alert's incident.
const CLOSED = 2
const SEVERITIES: Readonly<Record<number, string>> = Object.freeze({ 10: 'warning', 20: 'critical' })
const METRIC_HEALTH = Object.freeze({ 0: 'ok', 5: 'paused', 6: 'no_data' } as const)
const WORD_HEALTH = Object.freeze({ active: 'ok', disabled: 'paused' } as const)

// Rules of every kind: on metrics, on issues, on uptime and on scheduled jobs.
export function readRules(client: SentryClient, context: CallContext) {
  const query = { project: '-1', expand: ['latestIncident', 'lastTriggered'] }
  return readList(client, { path: ['combined-rules'], query, row: rule, context, needs: 'alerts:read' })
}

// A rule's id: rules of several kinds share numbers.
export function toRuleId(one: Rule): string {
  return `${one.type}:${one.id}`
}

// Whether a rule is firing. Rules on issues and jobs have no state that Sentry tells.
export function toState(one: Rule) {
  if (one.type === 'uptime')
    return one.uptimeStatus === 2 ? 'firing' : one.uptimeStatus === 1 ? 'inactive' : 'unknown'
  // Null says that it never fired; absent says nothing.
  if (one.type !== 'alert_rule' || one.latestIncident === undefined) return 'unknown'
  if (one.latestIncident === null) return 'inactive'
  const { status } = one.latestIncident
  if (status === CLOSED) return 'inactive'
  return status === 1 || Object.hasOwn(SEVERITIES, status ?? '') ? 'firing' : 'unknown'
}

// Whether a rule is evaluated, as far as Sentry says.
export function toHealth({ type, status, snooze }: Rule) {
  if (snooze === true) return 'paused'
  const table = type === 'alert_rule' ? METRIC_HEALTH : WORD_HEALTH
  const known = status != null && Object.hasOwn(table, status)
  return known
    ? ((table as Readonly<Record<string, 'ok' | 'paused' | 'no_data'>>)[String(status)] ?? 'unknown')
    : 'unknown' // a key of either table
}

// One rule as a row.
export function toRow(one: Rule) {
  return {
    id: toRuleId(one),
    name: one.name ?? '',
    folder: projectOf(one),
    group: one.type,
    query: [one.aggregate, one.query].filter((each) => each != null && each !== '').join(' where '),
    state: toState(one),
    health: toHealth(one),
    error: null,
    severity: null,
    for_seconds: null,
    labels: toLabels(one),
    annotations: {},
    active: null,
    evaluated_at: null,
    url: null,
  } as const
}

// The alert of a rule that is firing; undefined for any other.
export function toAlert(one: Rule) {
  if (toState(one) !== 'firing') return undefined
  return {
    id: toRuleId(one),
    name: one.name ?? '',
    state: one.snooze === true ? ('silenced' as const) : ('firing' as const),
    severity: SEVERITIES[one.latestIncident?.status ?? 0] ?? null,
    since: toTime(one.latestIncident?.dateStarted),
    labels: toLabels(one),
    annotations: one.latestIncident?.title == null ? {} : { title: one.latestIncident.title },
    silenced_by: null,
    inhibited_by: null,
    receivers: null,
    delivered: null,
    seen_in: ['sentry'],
    url: null,
  }
}

function projectOf(one: Rule): string | null {
  return one.projects?.join(', ') || one.projectSlug || null
}

function toLabels(one: Rule): Record<string, string> {
  const project = projectOf(one)
  return {
    kind: one.type,
    ...(project === null ? {} : { project }),
    ...(one.environment == null ? {} : { environment: one.environment }),
  }
}
