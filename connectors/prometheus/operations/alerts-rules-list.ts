import { serve } from '@vedette/proto/connector'
import { alertsRulesList } from '@vedette/proto/operations'
import { toAlertRule } from '../alert-rules.ts'
import type { PrometheusClient } from '../client.ts'
import { isPrometheusItself } from '../flavour.ts'
import { pageBy } from '../pages.ts'
import { type Proof, toReading } from '../reading.ts'
import { askRules, findEvaluatorGap } from '../rules.ts'

// Alerting rules. Those in a state are all of them only when every rule is evaluated: a rule in error is in no state.
export const serveAlertsRulesList = serve(
  alertsRulesList,
  async (client: PrometheusClient, input, context) => {
    const now = context.clock.now()
    const told = await askRules(client, 'alert', context)
    const all = told.data.map((rule) => toAlertRule(rule, now))
    const wanted = all
      .filter((rule) => input.state === undefined || rule.state === input.state)
      .filter((rule) => input.folder === undefined || [rule.folder, rule.group].includes(input.folder))
    const { rows, page, past } = pageBy(wanted, (rule) => `${rule.group} ${rule.name} ${rule.id}`, input)
    const unhealthy = all.filter((rule) => rule.health !== 'ok').length
    const value = { rules: [...rows], total: wanted.length, unhealthy }
    const gap = input.state === undefined ? undefined : findEvaluatorGap(told.data, now)
    const doubt = gap === undefined ? undefined : { unproven: gap }
    const prove = async (): Promise<Proof> => {
      if (all.length === 0)
        return (await isPrometheusItself(client, context))
          ? { proof: 'enumerated' }
          : { unproven: 'evaluator_not_proved' }
      const folders = all.flatMap((rule) => [rule.folder, rule.group])
      if (input.folder !== undefined && !folders.includes(input.folder)) return { unproven: 'folder_unknown' }
      if (input.state === 'no_data') return { unproven: 'state_not_told' }
      return doubt ?? { proof: 'enumerated' }
    }
    const facts = rows.length > 0 ? (doubt === undefined ? {} : { doubt }) : { proof: await prove() }
    return toReading(client, value, { items: rows.length, context, told: [told], ...facts, ...page, ...past })
  },
)
