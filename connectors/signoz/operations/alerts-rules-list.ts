import { sliceByKey, tellReading } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { alertsRulesList } from '@vedette/proto/operations'
import { type SignozClient, toScope } from '../client.ts'
import { askRules, toAlertRule } from '../rules.ts'

// Alert rules. Whether they are evaluated without error is not told, so none is healthy by this list.
export const serveAlertsRulesList = serve(alertsRulesList, async (client: SignozClient, input, context) => {
  const all = (await askRules(client, context)).map(toAlertRule)
  const { state, folder } = input
  const rows = all.filter((one) => (state === undefined || one.state === state) && folder === undefined)
  const page = sliceByKey(rows, ({ name, id }) => [name, id], input)
  const hasUnknown = state !== undefined && all.some((one) => one.state === 'unknown')
  const doubt = hasUnknown ? 'rule_in_unknown_state' : undefined
  return tellReading(
    {
      rules: [...page.rows],
      total: page.total,
      // None is known to be evaluated well.
      unhealthy: all.length,
    },
    {
      ...{ context, scope: toScope(client), items: page.rows.length, doubt },
      ...{ total: page.total, cursor: page.cursor },
      evidence:
        doubt === undefined && folder === undefined
          ? { proof: 'enumerated' }
          : { unproven: doubt ?? 'no_folders' },
    },
  )
})
