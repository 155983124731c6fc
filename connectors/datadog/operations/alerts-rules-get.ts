import { serve } from '@vedette/proto/connector'
import { alertsRulesGet } from '@vedette/proto/operations'
import type { DatadogClient } from '../client.ts'
import { readMonitor, toAlerts, toRule } from '../monitors.ts'
import { askOne, notFound, toReading } from '../reading.ts'

// One monitor with the alerts that it has.
export const serveAlertsRulesGet = serve(alertsRulesGet, async (client: DatadogClient, { id }, context) => {
  if (!/^\d{1,19}$/.test(id)) throw notFound('id')
  const told = await askOne('id', () => readMonitor(client, id, context))
  const now = context.clock.now()
  const value = { rule: toRule(client, told, now), alerts: [...toAlerts(client, told, now)] }
  return toReading(value, { client, context, items: 1 })
})
