import { notFound, tellReading } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { alertsRulesGet } from '@vedette/proto/operations'
import { askAlerts } from '../alerts.ts'
import { type SignozClient, toScope } from '../client.ts'
import { askRules, toAlertRule } from '../rules.ts'

// One rule by id, with the alerts whose labels carry its id.
export const serveAlertsRulesGet = serve(alertsRulesGet, async (client: SignozClient, input, context) => {
  const rule = (await askRules(client, context)).find(({ id }) => id === input.id)
  if (rule === undefined) throw notFound('id')
  const { rows, unknown } = await askAlerts(client, context)
  const alerts = rows.filter(({ labels }) => labels.ruleId === rule.id)
  return tellReading(
    { rule: toAlertRule(rule), alerts },
    {
      ...{ context, scope: toScope(client), items: 1 },
      doubt: unknown > 0 ? 'alert_in_unknown_state' : undefined,
    },
  )
})
