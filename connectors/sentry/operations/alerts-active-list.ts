import { sliceByKey } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { alertsActiveList } from '@vedette/proto/operations'
import type { SentryClient } from '../client.ts'
import { readSight } from '../projects.ts'
import { cutOf, type Proof, toFailed, toReading } from '../reading.ts'
import { type Rule, readRules, toAlert, toHealth, toState } from '../rules.ts'

// Alerts on metrics and uptime that are firing. Rules on issues have no state, so beside them none is never proved.
export const serveAlertsActiveList = serve(alertsActiveList, async (client: SentryClient, input, context) => {
  const sight = await readSight(client, context)
  const paged = await readRules(client, context)
  const alerts = paged.items.flatMap((one) => toAlert(one) ?? [])
  const { severity, service, state } = input
  const shown = alerts.filter(
    (one) =>
      (severity === undefined || one.severity === severity) &&
      (service === undefined || (one.labels['project'] ?? '').split(', ').includes(service)) &&
      (state === undefined || one.state === state),
  )
  const slice = sliceByKey(shown, (row) => [row.name, row.id], input)
  const isNarrowed = severity !== undefined || service !== undefined || state !== undefined
  return toReading(
    { alerts: [...slice.rows], source: ['sentry'], total: slice.total },
    {
      client,
      context,
      items: slice.rows.length,
      total: slice.total,
      cursor: slice.cursor,
      cut: cutOf(paged) ?? (slice.rows.length > 0 ? sight.cut : undefined),
      failed: toFailed(paged),
      proof: sight.limit(
        isNarrowed ? { unproven: 'alerts_may_lack_what_was_asked_for' } : prove(paged.items),
      ),
    },
  )
})

function prove(rules: readonly Rule[]): Proof {
  if (rules.length === 0) return { unproven: 'no_rules' }
  // What Sentry calls up of its own accord may never have been looked at.
  const isAllKnown = rules.every(
    (one) => one.type === 'alert_rule' && toHealth(one) === 'ok' && toState(one) === 'inactive',
  )
  return isAllKnown ? { proof: 'enumerated' } : { unproven: 'rules_without_a_known_state' }
}
