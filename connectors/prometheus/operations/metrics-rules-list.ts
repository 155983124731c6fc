import { serve } from '@vedette/proto/connector'
import { metricsRulesList } from '@vedette/proto/operations'
import type { PrometheusClient } from '../client.ts'
import { isPrometheusItself } from '../flavour.ts'
import { pageBy } from '../pages.ts'
import { type Proof, toReading } from '../reading.ts'
import {
  askRules,
  findEvaluatorGap,
  type GroupedRule,
  toEvaluatedAt,
  toHealth,
  toRuleState,
} from '../rules.ts'

// Rules of both types. None is proved only by Prometheus itself: others are evaluated elsewhere (vmalert, a ruler).
export const serveMetricsRulesList = serve(
  metricsRulesList,
  async (client: PrometheusClient, input, context) => {
    const told = await askRules(client, undefined, context)
    const wanted = told.data
      .filter((rule) => input.type === undefined || rule.type === input.type)
      .filter((rule) => input.state === undefined || (rule.type === 'alerting' && rule.state === input.state))
    const { rows, page, past } = pageBy(wanted, (rule) => `${rule.group} ${rule.name} ${rule.id}`, input)
    const value = { rules: rows.map(toRow), total: wanted.length }
    const alerting = told.data.filter((rule) => rule.type === 'alerting')
    // A rule that is not evaluated is in no state at all.
    const gap = input.state === undefined ? undefined : findEvaluatorGap(alerting, context.clock.now())
    const doubt = gap === undefined ? undefined : { unproven: gap }
    const prove = async (): Promise<Proof> => {
      if (!(await isPrometheusItself(client, context))) return { unproven: 'evaluator_not_proved' }
      return doubt ?? { proof: 'enumerated' }
    }
    const facts = rows.length > 0 ? (doubt === undefined ? {} : { doubt }) : { proof: await prove() }
    return toReading(client, value, { items: rows.length, context, told: [told], ...facts, ...page, ...past })
  },
)

function toRow(rule: GroupedRule) {
  const alerting = rule.type === 'alerting'
  return {
    group: rule.group,
    file: rule.file === '' ? null : rule.file,
    name: rule.name,
    type: alerting ? ('alerting' as const) : ('recording' as const),
    query: rule.query,
    state: alerting ? toRuleState(rule) : null,
    health: toHealth(rule),
    error: rule.lastError === '' ? null : rule.lastError,
    labels: rule.labels,
    evaluated_at: toEvaluatedAt(rule),
  }
}
