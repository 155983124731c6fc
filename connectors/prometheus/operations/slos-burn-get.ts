import { ArgumentError, serve } from '@vedette/proto/connector'
import { slosBurnGet } from '@vedette/proto/operations'
import type { PrometheusClient } from '../client.ts'
import { type Matcher, NAME_LABEL, renderSelector } from '../promql/matchers.ts'
import { askInstant, buildQuery } from '../questions.ts'
import { toReading } from '../reading.ts'
import { type Sample, toSamples } from '../samples.ts'

const OBJECTIVE = 'slo:objective:ratio'
const BUDGET = 'slo:error_budget:ratio'
const LEFT = 'slo:period_error_budget_remaining:ratio'
const RATE = 'slo:sli_error:ratio_rate'

// Burn of an SLO whose recording rules follow Sloth's names; its id is the label `sloth_id`.
export const serveSlosBurnGet = serve(slosBurnGet, async (client: PrometheusClient, input, context) => {
  const names = [OBJECTIVE, BUDGET, LEFT, ...input.windows.map((window) => `${RATE}${window}`)]
  const matchers: Matcher[] = [
    { label: NAME_LABEL, op: '=~', value: names.join('|') },
    { label: 'sloth_id', op: '=', value: input.id },
  ]
  const query = buildQuery(client, renderSelector(matchers))
  const told = await askInstant(client, query, context.clock.now(), context)
  const samples = toSamples(told.data)
  const read = (name: string) => readOne(samples, name)
  const budget = read(BUDGET)
  const windows = input.windows.map((window) => {
    const error_ratio = read(`${RATE}${window}`)
    const burns = error_ratio !== null && budget !== null && budget > 0
    return { window, error_ratio, burn_rate: burns ? error_ratio / budget : null }
  })
  const seen = windows.filter((one) => one.error_ratio !== null).length
  const value = { id: input.id, objective: read(OBJECTIVE), windows, budget_left: read(LEFT) }
  return toReading(client, value, {
    items: seen,
    context,
    told: [told],
    query: query.text,
    proof: { unproven: samples.length === 0 ? 'slo_unknown' : 'no_samples' },
    ...(seen < windows.length ? { doubt: { unproven: 'window_not_recorded' } } : {}),
  })
})

// The one finite value of a recording rule. Throws ArgumentError when several series share the id.
function readOne(samples: readonly Sample[], name: string): number | null {
  const found = samples.filter((one) => one.labels[NAME_LABEL] === name)
  if (found.length > 1)
    throw new ArgumentError({
      field: 'id',
      message: 'several series of this backend carry this SLO id',
      fix: 'ask a backend that holds one cluster, or query slo:sli_error:ratio_rate1h by metrics_query',
    })
  const value = found[0]?.value
  return typeof value === 'number' ? value : null
}
