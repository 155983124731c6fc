import { alertsGet } from '@vedette/proto/operations'
import { readOpenAlerts, readPolicies, toAlert, toRule } from '../alerts.ts'
import { wholeRows } from '../answers.ts'
import { createNotes, serveFind } from '../reading.ts'
import { lastOf } from '../values.ts'

// One open alert with the policy that opened it.
export const serveAlertsGet = serveFind(alertsGet, {
  field: 'id',
  async find(reader, { id }) {
    const open = wholeRows(await readOpenAlerts(reader))
    const one = open.find((it) => lastOf(it.name) === id)
    if (one === undefined) return undefined
    const notes = createNotes(reader)
    const policies = await notes.seek(readPolicies(reader))
    const known = policies === null ? null : new Map(policies.paged.items.map((it) => [lastOf(it.name), it]))
    const policy = known?.get(lastOf(one.policy?.name ?? ''))
    const value = { alert: toAlert(one, known), rule: policy === undefined ? null : toRule(policy, open) }
    return { value, notes: notes.parts() }
  },
})
