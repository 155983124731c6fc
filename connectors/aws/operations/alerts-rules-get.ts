import { alertsRulesGet } from '@vedette/proto/operations'
import { findAlarm, toAlert, toRule } from '../alarms.ts'
import { serveFind } from '../reading.ts'

// One alarm as a rule, with the alert that it is while it is active.
export const serveAlertsRulesGet = serveFind(alertsRulesGet, {
  field: 'id',
  async find(reader, { id }) {
    const alarm = await findAlarm(reader, id)
    if (alarm === undefined) return undefined
    const alert = toAlert(reader, alarm)
    return { value: { rule: toRule(reader, alarm), alerts: alert === null ? [] : [alert] } }
  },
})
