import { notFound, tellReading } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { alertsGet } from '@vedette/proto/operations'
import { findHidden } from '../access.ts'
import { askAlerts } from '../alerts.ts'
import type { GrafanaClient } from '../client.ts'
import { proveQuiet, toAlertRule } from '../rules.ts'

// One alert by the id of the active list. An id is unknown only while every rule is seen and evaluated well.
export const serveAlertsGet = serve(alertsGet, async (client: GrafanaClient, input, context) => {
  const { rows, told, failed } = await askAlerts(client, context)
  const found = rows.find(({ id }) => id === input.id)
  const now = context.clock.now()
  const scope = await client.identify(context)
  if (found === undefined) {
    const quiet = proveQuiet(told, await findHidden(client, ['alert.rules:read'], context), now)
    if ('proof' in quiet && failed.length === 0) throw notFound('id')
    const unproven = 'unproven' in quiet ? quiet.unproven : 'alertmanager_not_read'
    return tellReading(
      { alert: null, rule: null },
      { context, scope, items: 0, beside: failed, evidence: { unproven } },
    )
  }
  const { rule, ...alert } = found
  return tellReading(
    { alert, rule: rule === undefined ? null : toAlertRule(rule, now) },
    { context, scope, items: 1, beside: failed },
  )
})
