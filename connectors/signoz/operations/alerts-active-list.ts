import { sliceByKey, tellReading } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { alertsActiveList } from '@vedette/proto/operations'
import { askAlerts } from '../alerts.ts'
import { type SignozClient, toScope } from '../client.ts'

// Alerts that SigNoz' Alertmanager holds now. Whether its rules are evaluated without error is not told, so silence is
// never proved; alerts that are pending are not told either.
export const serveAlertsActiveList = serve(alertsActiveList, async (client: SignozClient, input, context) => {
  const { rows: all, unknown } = await askAlerts(client, context)
  const { severity, service, state } = input
  const rows = all.filter(
    (one) =>
      (severity === undefined || one.severity === severity) &&
      (service === undefined ||
        one.labels['service.name'] === service ||
        one.labels.service_name === service) &&
      (state === undefined || one.state === state),
  )
  const page = sliceByKey(rows, ({ name, id }) => [name, id], input)
  return tellReading(
    { alerts: [...page.rows], source: ['alertmanager'], total: page.total },
    {
      ...{ context, scope: toScope(client), items: page.rows.length },
      ...{ total: page.total, cursor: page.cursor },
      cut: unknown > 0 ? 'by_source' : undefined,
      doubt: 'evaluation_of_rules_not_told',
      evidence: { unproven: 'evaluation_of_rules_not_told' },
    },
  )
})
