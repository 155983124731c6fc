import { alertsRulesGet } from '@vedette/proto/operations'
import { readOpenAlerts, readPolicies, toAlert, toRule } from '../alerts.ts'
import { wholeRows } from '../answers.ts'
import { createNotes, serveFind } from '../reading.ts'
import { lastOf } from '../values.ts'

// One alert policy with the alerts that it has open.
export const serveAlertsRulesGet = serveFind(alertsRulesGet, {
  field: 'id',
  async find(reader, { id }) {
    const policies = wholeRows(await readPolicies(reader))
    const one = policies.find((it) => lastOf(it.name) === lastOf(id))
    if (one === undefined) return undefined
    const notes = createNotes(reader)
    const open = await notes.seek(readOpenAlerts(reader).then(wholeRows))
    const known = new Map(policies.map((it) => [lastOf(it.name), it]))
    const own = open?.filter((it) => lastOf(it.policy?.name ?? '') === lastOf(one.name)) ?? []
    return {
      value: { rule: toRule(one, open), alerts: own.map((it) => toAlert(it, known)) },
      notes: notes.parts(),
    }
  },
})
