import { serve } from '@vedette/proto/connector'
import { slosGet } from '@vedette/proto/operations'
import type { DatadogClient } from '../client.ts'
import { toPage } from '../links.ts'
import { askOne, toReading } from '../reading.ts'
import { readAttained, readSlo, toDays, toKind, toShare } from '../slos.ts'
import { toTags } from '../values.ts'

const DAY_MS = 86_400_000

// One objective with what was reached in each of its periods. Its state is met only where a period was measured.
export const serveSlosGet = serve(slosGet, async (client: DatadogClient, { id }, context) => {
  const slo = await askOne('id', () => readSlo(client, id, context))
  const to = context.clock.now()
  const periods = []
  let warned = false
  for (const { timeframe, target, warning } of slo.thresholds ?? []) {
    const days = toDays(timeframe)
    if (days === null) continue
    const told = await readAttained(client, { id, target }, { from: to - days * DAY_MS, to, context })
    warned ||= warning != null && told.attained !== null && told.attained < warning
    periods.push({
      days,
      objective: toShare(target),
      attained: toShare(told.attained),
      budget_left: toShare(told.budget),
    })
  }
  const [first] = periods
  // A period that is no number of days was not asked for, so nothing is said of all.
  const isAll = periods.length > 0 && periods.length === (slo.thresholds ?? []).length
  const measured = isAll && periods.every((one) => one.attained !== null && one.objective !== null)
  const breached = periods.some((one) => (one.attained ?? 1) < (one.objective ?? 0))
  const tags = toTags(slo.tags)
  const value = {
    slo: {
      id,
      name: slo.name ?? '',
      service: tags.service ?? null,
      kind: toKind(slo.type),
      objective: first?.objective ?? null,
      period_days: first?.days ?? null,
      attained: first?.attained ?? null,
      budget_left: first?.budget_left ?? null,
      state: breached
        ? ('breached' as const)
        : !measured
          ? ('no_data' as const)
          : warned
            ? ('at_risk' as const)
            : ('met' as const),
      tags,
      url: toPage(client, '/slo', { slo_id: id }),
    },
    description: slo.description ?? null,
    good_query: slo.query?.numerator ?? null,
    total_query: slo.query?.denominator ?? null,
    monitors: (slo.monitor_ids ?? []).map(String),
    periods,
    alerts: slo.configured_alert_ids?.map((one) => ({ id: String(one), name: '', burn_rate: null })) ?? null,
    corrections: null,
  }
  return toReading(value, { client, context, items: 1 })
})
