import { alertsRulesList } from '@vedette/proto/operations'
import { readAlarms, toRule } from '../alarms.ts'
import { mapPaged } from '../pages.ts'
import { serveList } from '../reading.ts'

// Alarms as rules; CloudWatch has no folders, the namespace of the metric stands as group.
export const serveAlertsRulesList = serveList(alertsRulesList, {
  async read(reader, input) {
    const paged = await readAlarms(reader)
    return mapPaged(paged, (all) =>
      all
        .map((one) => toRule(reader, one))
        .map((rule) => ({
          rule,
          isShown:
            (input.state === undefined || rule.state === input.state) &&
            (input.folder === undefined || rule.group === input.folder),
        })),
    )
  },
  keyOf: ({ rule, isShown }) => [isShown ? 0 : 1, rule.name, rule.id],
  toValue: ({ rows, all }) => ({
    rules: rows.flatMap(({ rule, isShown }) => (isShown ? [rule] : [])),
    total: all.filter(({ isShown }) => isShown).length,
    unhealthy: all.filter(({ rule }) => rule.health !== 'ok').length,
  }),
})
