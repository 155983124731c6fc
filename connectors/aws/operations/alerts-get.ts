import { alertsGet } from '@vedette/proto/operations'
import { findAlarm, toAlert, toRule } from '../alarms.ts'
import { serveFind } from '../reading.ts'

// One alarm, as an alert while it is active and as the rule that it is.
export const serveAlertsGet = serveFind(alertsGet, {
  field: 'id',
  async find(reader, { id }) {
    const alarm = await findAlarm(reader, id)
    return alarm === undefined
      ? undefined
      : { value: { alert: toAlert(reader, alarm), rule: toRule(reader, alarm) } }
  },
})
