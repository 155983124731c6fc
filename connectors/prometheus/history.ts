import type { Span } from '@vedette/connectors/kit'
import { type CallContext, SourceError } from '@vedette/proto/connector'
import { z } from 'zod'
import type { PrometheusClient } from './client.ts'
import { proveSeries } from './existence.ts'
import { aggregate, overRange, select } from './promql/build.ts'
import { nameMatcher } from './promql/matchers.ts'
import { askInstant, buildQuery } from './questions.ts'
import type { Proof } from './reading.ts'
import { askRules, findEvaluatorGap } from './rules.ts'
import { toSamples } from './samples.ts'

const runtimeInfo = z.looseObject({ lastConfigTime: z.string() })
const EVALUATIONS = 'prometheus_rule_evaluations_total'
const FAILURES = 'prometheus_rule_evaluation_failures_total'

// Whether a history without alerts says that nothing fired: the rules stand unchanged since before the window, are
// evaluated now, and their evaluations were recorded throughout it without a failure.
export async function proveQuietHistory(
  client: PrometheusClient,
  asked: Readonly<{ rule: string | undefined; window: Span; context: CallContext }>,
): Promise<Proof> {
  const { rule, window, context } = asked
  const rules = (await askRules(client, 'alert', context)).data
  const meant = rule === undefined ? rules : rules.filter((one) => one.name === rule)
  if (rule !== undefined && meant.length === 0) return { unproven: 'rule_unknown' }
  const gap = findEvaluatorGap(meant, context.clock.now())
  if (gap !== undefined) return { unproven: gap }
  const path = ['api', 'v1', 'status', 'runtimeinfo']
  const { data } = await client.ask({ path, schema: runtimeInfo, context })
  const loaded = Date.parse(data.lastConfigTime)
  // Written so that a time that cannot be read proves nothing.
  if (!(loaded <= window.from)) return { unproven: 'rules_changed_in_window' }
  return proveEvaluations(client, { window, context })
}

// Whether alerts that were seen in a window are all that were: evaluations were recorded throughout it without a
// failure. A check that fails leaves the alerts standing and proves nothing.
export async function proveRecorded(client: PrometheusClient, over: Over): Promise<Proof> {
  try {
    return await proveEvaluations(client, over)
  } catch (error) {
    if (error instanceof SourceError) return { unproven: 'evaluations_not_checked' }
    throw error
  }
}

type Over = Readonly<{ window: Span; context: CallContext }>

async function proveEvaluations(client: PrometheusClient, { window, context }: Over): Promise<Proof> {
  const recorded = await proveSeries(client, [nameMatcher(EVALUATIONS)], { window, context })
  if (!('proof' in recorded)) return { unproven: 'evaluations_not_recorded' }
  const seconds = Math.ceil((window.to - window.from) / 1000)
  const failures = aggregate('sum', [], overRange('increase', select(FAILURES), seconds))
  const told = await askInstant(client, buildQuery(client, failures.promql), window.to, context)
  const failed = toSamples(told.data)[0]?.value
  return failed === 0 && !told.partial ? { proof: 'existence_checked' } : { unproven: 'evaluations_failed' }
}
