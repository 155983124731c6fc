import { alertsActiveList } from '@vedette/proto/operations'
import { isActive, isOf, readAlarms, toAlert } from '../alarms.ts'
import { mapPaged } from '../pages.ts'
import { serveList } from '../reading.ts'

// Alarms that fire or have no data. No alarm at all, or none on the service, is no proof that all is fine.
export const serveAlertsActiveList = serveList(alertsActiveList, {
  async read(reader, input) {
    const paged = await readAlarms(reader)
    const own = paged.items.filter((one) => isOf(one, input.service))
    const alerts = own.filter(isActive).flatMap((one) => toAlert(reader, one) ?? [])
    // CloudWatch has no severities: alarms are not told apart by one.
    const wanted = alerts.filter(
      (row) => (input.state === undefined || row.state === input.state) && input.severity === undefined,
    )
    const unproven =
      input.severity !== undefined
        ? 'alarms_have_no_severity'
        : own.length === 0
          ? 'no_alarm_watches_it'
          : undefined
    return { paged: mapPaged(paged, () => wanted), ...(unproven === undefined ? {} : { unproven }) }
  },
  keyOf: (row) => [row.state, row.name, row.id],
  toValue: ({ rows, all }) => ({ alerts: [...rows], source: ['cloudwatch'], total: all.length }),
})
