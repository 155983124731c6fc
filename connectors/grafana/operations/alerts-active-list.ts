import { sliceByKey, tellReading } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { alertsActiveList } from '@vedette/proto/operations'
import { findHidden } from '../access.ts'
import { askAlerts } from '../alerts.ts'
import type { GrafanaClient } from '../client.ts'
import { proveQuiet } from '../rules.ts'

// Alerts that Grafana's rules have active. None is proved only while every rule is seen and evaluated well.
export const serveAlertsActiveList = serve(
  alertsActiveList,
  async (client: GrafanaClient, input, context) => {
    const { rows: all, unknown, told, failed } = await askAlerts(client, context)
    const hidden = await findHidden(client, ['alert.rules:read'], context)
    const { severity, service, state } = input
    const names = client.config.service_labels
    const rows = all.filter(
      (one) =>
        (severity === undefined || one.severity === severity) &&
        (service === undefined || names.some((name) => one.labels[name] === service)) &&
        (state === undefined || one.state === state),
    )
    const page = sliceByKey(rows, ({ name, id }) => [name, id], input)
    const alerts = page.rows.map(({ rule: _, ...row }) => row)
    const quiet = proveQuiet(told, hidden, context.clock.now())
    const isKnown = severity === undefined || told.rules.some(({ labels }) => labels.severity === severity)
    const unproven =
      unknown > 0
        ? 'alert_in_unknown_state'
        : service !== undefined
          ? 'service_may_not_be_labelled'
          : isKnown
            ? undefined
            : 'severity_unknown'
    const seen = failed.length === 0 ? ['rules', 'alertmanager'] : ['rules']
    return tellReading(
      { alerts, source: seen, total: page.total },
      {
        ...{ context, scope: await client.identify(context), items: alerts.length, beside: failed },
        ...{ total: page.total, cursor: page.cursor },
        cut: told.isCut || unknown > 0 ? 'by_source' : undefined,
        // What is shown is true; whether it is all of it is not known while a rule is hidden or not evaluated.
        doubt: 'unproven' in quiet ? quiet.unproven : undefined,
        evidence: unproven === undefined ? quiet : { unproven },
      },
    )
  },
)
