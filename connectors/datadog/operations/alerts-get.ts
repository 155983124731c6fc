import { serve } from '@vedette/proto/connector'
import { alertsGet } from '@vedette/proto/operations'
import type { DatadogClient } from '../client.ts'
import { readMonitor, toAlerts, toRule } from '../monitors.ts'
import { askOne, notFound, toReading } from '../reading.ts'

const ID = /^(\d{1,19})(?:\/(.+))?$/s

// One alert by `monitor` or `monitor/group`, with its monitor. A monitor that is well has no alert.
export const serveAlertsGet = serve(alertsGet, async (client: DatadogClient, input, context) => {
  const [, monitor, group] = ID.exec(input.id) ?? []
  if (monitor === undefined) throw notFound('id')
  const now = context.clock.now()
  const told = await askOne('id', () => readMonitor(client, monitor, context))
  const alerts = toAlerts(client, told, now)
  const alert = group === undefined ? alerts[0] : alerts.find((one) => one.id === input.id)
  if (group !== undefined && alert === undefined) throw notFound('id')
  return toReading({ alert: alert ?? null, rule: toRule(client, told, now) }, { client, context, items: 1 })
})
