import { ArgumentError, SourceError, serve } from '@vedette/proto/connector'
import { alertsRulesGet } from '@vedette/proto/operations'
import { toAlertRule } from '../alert-rules.ts'
import { toRuleAlerts } from '../alerts.ts'
import type { PrometheusClient } from '../client.ts'
import { toReading } from '../reading.ts'
import { askRules, findStateGap } from '../rules.ts'

// One alerting rule with its alerts. Throws ArgumentError `not_found` when the whole list was read without it, and
// `unusable` when a part of the list was.
export const serveAlertsRulesGet = serve(
  alertsRulesGet,
  async (client: PrometheusClient, { id }, context) => {
    const told = await askRules(client, 'alert', context)
    const rule = told.data.find((one) => one.id === id)
    if (rule === undefined && told.partial)
      throw new SourceError('unusable', { why: 'unexpected_kind', code: 'rules_partial' })
    if (rule === undefined)
      throw new ArgumentError({
        code: 'not_found',
        field: 'id',
        message: 'no alert rule has this id; ids change when a rule is edited',
        fix: 'take an id from alerts_rules_list',
      })
    const value = { rule: toAlertRule(rule, context.clock.now()), alerts: toRuleAlerts(rule) }
    const gap = findStateGap(rule)
    const doubt = gap === undefined ? {} : { doubt: { unproven: gap } }
    return toReading(client, value, { items: 1, context, told: [told], query: rule.query, ...doubt })
  },
)
