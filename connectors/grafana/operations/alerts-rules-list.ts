import { sliceByKey, tellReading } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { alertsRulesList } from '@vedette/proto/operations'
import { findHidden } from '../access.ts'
import type { GrafanaClient } from '../client.ts'
import { askRules, toAlertRule } from '../rules.ts'

// Rules that Grafana evaluates itself; those of data sources that bring their own ruler are not among them.
export const serveAlertsRulesList = serve(alertsRulesList, async (client: GrafanaClient, input, context) => {
  const told = await askRules(client, context)
  const hidden = await findHidden(client, ['alert.rules:read'], context)
  const all = told.rules.map((rule) => toAlertRule(rule, context.clock.now()))
  const { state, folder } = input
  const rows = all.filter(
    (one) =>
      (state === undefined || one.state === state) &&
      (folder === undefined || one.folder === folder || one.group === folder),
  )
  const page = sliceByKey(rows, ({ name, id }) => [name, id], input)
  const hasUnknown = state !== undefined && all.some((one) => one.state === 'unknown')
  const doubt = hidden ?? (hasUnknown ? 'rule_in_unknown_state' : undefined)
  const isKnown = folder === undefined || all.some((one) => one.folder === folder || one.group === folder)
  return tellReading(
    {
      rules: [...page.rows],
      total: page.total,
      unhealthy: all.filter(({ health }) => health !== 'ok').length,
    },
    {
      ...{ context, scope: await client.identify(context), items: page.rows.length, doubt },
      ...{ total: page.total, cursor: page.cursor },
      cut: told.isCut ? 'page' : undefined,
      evidence:
        doubt !== undefined
          ? { unproven: doubt }
          : isKnown
            ? { proof: 'enumerated' }
            : { unproven: 'folder_unknown' },
    },
  )
})
