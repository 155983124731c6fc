import { toRfc3339 } from '@vedette/connectors/kit'
import { ArgumentError, partialOf, serve } from '@vedette/proto/connector'
import { alertsGet } from '@vedette/proto/operations'
import type { Part } from '@vedette/proto/visibility'
import { toAlertRule } from '../alert-rules.ts'
import { type AlertRow, askHalves, findManagerGap, mergeAlerts, toHalfScope } from '../alerts.ts'
import type { PrometheusClient } from '../client.ts'
import { findEvaluatorGap, type GroupedRule } from '../rules.ts'

// One alert by fingerprint with the rule behind it. Throws ArgumentError `not_found` only when every half was read, and
// all rules are evaluated: a rule that is not may hold the very alert.
export const serveAlertsGet = serve(alertsGet, async (client: PrometheusClient, { id }, context) => {
  const halves = await askHalves(client, context)
  const alert = mergeAlerts(client, halves).find((row) => row.id === id)
  const rule = alert === undefined ? undefined : findRule(alert, halves.rules?.data ?? [])
  const now = context.clock.now()
  const gaps = {
    prometheus: halves.rules === undefined ? undefined : findEvaluatorGap(halves.rules.data, now),
    alertmanager: findManagerGap(halves),
  }
  const isWhole = halves.failed.length === 0 && halves.rules?.partial !== true
  const isProved = gaps.prometheus === undefined && gaps.alertmanager === undefined
  if (alert === undefined && isWhole && isProved) throw notFound()
  const as_of = toRfc3339(now)
  const part = (half: 'prometheus' | 'alertmanager', known: boolean): Part => {
    const scope = toHalfScope(client, half)
    if (half === 'prometheus' && halves.rules?.partial === true)
      return { scope, state: 'truncated', cap: 'by_source', at_least: known ? 1 : 0, as_of }
    return known
      ? { scope, state: 'read', items: 1, as_of }
      : { scope, state: 'unproven', items: 0, as_of, why: gaps[half] ?? 'not_in_this_half' }
  }
  const parts: Part[] = [...halves.failed]
  if (halves.rules !== undefined)
    parts.push(part('prometheus', alert?.seen_in.includes('prometheus') === true))
  if (halves.manager !== undefined)
    parts.push(part('alertmanager', alert?.seen_in.includes('alertmanager') === true))
  const value = { alert: alert ?? null, rule: rule === undefined ? null : toAlertRule(rule, now) }
  return partialOf(value, parts, rule === undefined ? {} : { query: rule.query, dialect: 'promql' })
})

function findRule(alert: AlertRow, rules: readonly GroupedRule[]): GroupedRule | undefined {
  return rules.find(
    (rule) =>
      rule.name === alert.name &&
      (rule.alerts ?? []).some((one) =>
        Object.entries(one.labels).every(([name, value]) => alert.labels[name] === value),
      ),
  )
}

function notFound(): ArgumentError {
  return new ArgumentError({
    code: 'not_found',
    field: 'id',
    message: 'no active alert has this id; it may have ended',
    fix: 'take an id from alerts_active_list, or look in alerts_history_list',
  })
}
