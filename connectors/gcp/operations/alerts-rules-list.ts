import { alertsRulesList } from '@vedette/proto/operations'
import { isEvaluated, readOpenAlerts, readPolicies, toRule } from '../alerts.ts'
import { mapRows } from '../answers.ts'
import { createNotes, serveList } from '../reading.ts'

// Alert policies with what each has open. Cloud Monitoring does not say whether a condition has data.
export const serveAlertsRulesList = serveList(alertsRulesList, {
  async read(reader, { state, folder }) {
    const notes = createNotes(reader)
    const policies = await readPolicies(reader)
    const open = await notes.seek(readOpenAlerts(reader))
    const isWhole = open !== null && open.paged.stop === 'end'
    const unhealthy = policies.paged.items.filter((one) => !isEvaluated(one)).length
    const rows = mapRows(policies, (all) =>
      all
        .map((one) => ({ unhealthy, rule: toRule(one, isWhole ? open.paged.items : null) }))
        .filter(
          ({ rule }) =>
            folder === undefined && (state === undefined || rule.state === state || rule.state === 'unknown'),
        ),
    )
    return {
      ...rows,
      notes: notes.parts(),
      ...(folder === undefined ? {} : { unproven: 'policies_have_no_folder' }),
    }
  },
  keyOf: ({ rule }) => [rule.name, rule.id],
  toValue: ({ rows, all }) => ({
    rules: rows.map(({ rule }) => rule),
    total: all.length,
    unhealthy: all[0]?.unhealthy ?? 0,
  }),
})
