import { notFound, tellReading } from '@vedette/connectors/kit'
import { SourceError, serve } from '@vedette/proto/connector'
import { alertsRulesGet } from '@vedette/proto/operations'
import { findHidden } from '../access.ts'
import { askAlerts } from '../alerts.ts'
import type { GrafanaClient } from '../client.ts'
import { toAlertRule } from '../rules.ts'

// One rule by its uid with the alerts that it has active.
export const serveAlertsRulesGet = serve(alertsRulesGet, async (client: GrafanaClient, input, context) => {
  const { rows, told, failed, unknown } = await askAlerts(client, context)
  const rule = told.rules.find(({ id }) => id === input.id)
  if (rule === undefined) {
    const hidden = await findHidden(client, ['alert.rules:read'], context)
    if (hidden === undefined && !told.isCut) throw notFound('id')
    throw new SourceError('forbidden', { missing: 'alert.rules:read folders:*' })
  }
  const alerts = rows.flatMap(({ rule: of, ...row }) => (of?.id === rule.id ? [row] : []))
  return tellReading(
    { rule: toAlertRule(rule, context.clock.now()), alerts },
    {
      ...{ context, scope: await client.identify(context), items: 1, beside: failed },
      doubt: unknown > 0 ? 'alert_in_unknown_state' : undefined,
    },
  )
})
