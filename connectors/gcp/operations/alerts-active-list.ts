import { alertsActiveList } from '@vedette/proto/operations'
import { isEvaluated, readOpenAlerts, readPolicies, toAlert } from '../alerts.ts'
import { mapRows } from '../answers.ts'
import { createNotes, serveList } from '../reading.ts'
import { lastOf } from '../values.ts'

// Labels by which a policy or a resource names its service.
const SERVICE_LABELS: readonly string[] = [
  'service',
  'service_name',
  'container_name',
  'function_name',
  'module_id',
]

// Alerts that Cloud Monitoring has open. None is proved only by policies that are all switched on and valid.
export const serveAlertsActiveList = serveList(alertsActiveList, {
  async read(reader, { severity, service, state }) {
    const notes = createNotes(reader)
    const open = await readOpenAlerts(reader)
    const policies = await notes.seek(readPolicies(reader))
    const known =
      policies === null ? null : new Map(policies.paged.items.map((one) => [lastOf(one.name), one]))
    const rows = mapRows(open, (all) =>
      all
        .map((one) => toAlert(one, known))
        .filter(
          (row) =>
            (severity === undefined || row.severity === severity) &&
            (state === undefined || row.state === state) &&
            (service === undefined || SERVICE_LABELS.some((label) => row.labels[label] === service)),
        ),
    )
    const evaluated = policies?.paged.items ?? []
    const isProved =
      policies?.paged.stop === 'end' &&
      evaluated.length > 0 &&
      evaluated.every(isEvaluated) &&
      service === undefined
    return {
      ...rows,
      notes: notes.parts(),
      unproven: isProved ? undefined : toDoubt(policies === null ? null : evaluated.length),
    }
  },
  keyOf: (row) => [row.name, row.id],
  toValue: ({ rows, all }) => ({ alerts: [...rows], source: ['alerts'], total: all.length }),
})

function toDoubt(policies: number | null): string {
  if (policies === null) return 'alert_policies_not_read'
  return policies === 0 ? 'no_alert_policies' : 'not_all_policies_evaluated'
}
