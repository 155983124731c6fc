import { readSpan, type Span } from '@vedette/connectors/kit'
import { ArgumentError, type CallContext, serve } from '@vedette/proto/connector'
import { metricsQuantile } from '@vedette/proto/operations'
import type { PrometheusClient } from '../client.ts'
import { checkSeries } from '../doubts.ts'
import { toGraphUrl } from '../links.ts'
import { aggregate, type Expression, histogramQuantile, overRange, select } from '../promql/build.ts'
import { escapePattern, type Matcher, NAME_LABEL } from '../promql/matchers.ts'
import { askLabelValues, askNames, askRange, buildQuery } from '../questions.ts'
import { toReading } from '../reading.ts'
import { toSeriesAnswer } from '../samples.ts'
import { chooseRateSeconds, readStep } from '../window.ts'

// Series of one answer at the most.
const MAX_GROUPS = 200

type Asked = Readonly<{
  metric: string
  quantile: number
  match: readonly Matcher[]
  group_by: readonly string[]
  window: Span
  step: number
  context: CallContext
}>
type Plan = Readonly<{
  kind: 'histogram' | 'native_histogram' | 'summary'
  expression: Expression
  highest: number | null
}>

// A quantile over time, of whichever kind of distribution the metric turns out to be.
export const serveMetricsQuantile = serve(
  metricsQuantile,
  async (client: PrometheusClient, input, context) => {
    const window = readSpan(input, context)
    const step = readStep(window, input.step)
    const metric = input.metric.replace(/_bucket$/, '')
    const plan = await planQuantile(client, { ...input, metric, window, step, context })
    const empty = { quantile: input.quantile, step_seconds: step, highest_bucket: null, series: [] }
    if (plan === undefined) {
      const proof = { unproven: 'metric_unknown' }
      return toReading(client, { kind: 'distribution', ...empty }, { items: 0, context, told: [], proof })
    }
    const query = buildQuery(client, plan.expression.promql)
    const told = await askRange(client, query, { window, step, context })
    const { series, total, newest } = toSeriesAnswer(told.data.result, { window, step, limit: MAX_GROUPS })
    const checked = await checkSeries(client, query, { newest, window, step, context })
    return toReading(
      client,
      { ...empty, kind: plan.kind, highest_bucket: plan.highest, series },
      {
        items: series.length,
        context,
        told: [told],
        query: query.text,
        // A metric that is known and yet yields no quantile is no distribution, or was not observed: not a zero.
        ...(series.length === 0 ? { proof: { unproven: 'no_quantile' } } : checked),
        ...(total > series.length ? { cutTo: series.length } : {}),
        ...toGraphUrl(client, query.text, window),
      },
    )
  },
)

async function planQuantile(client: PrometheusClient, asked: Asked): Promise<Plan | undefined> {
  const { metric, quantile, match, group_by, step } = asked
  const buckets = `${metric}_bucket`
  const pattern = `${escapePattern(metric)}|${escapePattern(buckets)}`
  const named: Matcher = { label: NAME_LABEL, op: '=~', value: pattern }
  const names = (await askNames(client, { ...asked, matchers: [named, ...match] })).data
  const rate = (name: string) => overRange('rate', select(name, match), chooseRateSeconds(step))
  if (names.includes(buckets)) {
    const expression = histogramQuantile(quantile, aggregate('sum', ['le', ...group_by], rate(buckets)))
    return { kind: 'histogram', expression, highest: await findHighest(client, buckets, asked) }
  }
  if (!names.includes(metric)) return undefined
  const kept = await readSummary(client, asked)
  if (kept === undefined) {
    const expression = histogramQuantile(quantile, aggregate('sum', group_by, rate(metric)))
    return { kind: 'native_histogram', expression, highest: null }
  }
  const summary = select(metric, [...match, { label: 'quantile', op: '=', value: kept }])
  // Quantiles cannot be averaged: without grouping each series stands for itself, else the worst of each group.
  const expression = group_by.length === 0 ? summary : aggregate('max', group_by, summary)
  return { kind: 'summary', expression, highest: null }
}

async function findHighest(client: PrometheusClient, buckets: string, asked: Asked): Promise<number | null> {
  const matchers: Matcher[] = [{ label: NAME_LABEL, op: '=', value: buckets }, ...asked.match]
  const bounds = (await askLabelValues(client, 'le', { ...asked, matchers })).data.map(Number)
  const finite = bounds.filter((bound) => Number.isFinite(bound))
  return finite.length === 0 ? null : Math.max(...finite)
}

// The summary's own spelling of the quantile; undefined when the metric is no summary. Throws ArgumentError when it
// is one that was built without this quantile.
async function readSummary(client: PrometheusClient, asked: Asked): Promise<string | undefined> {
  const matchers: Matcher[] = [{ label: NAME_LABEL, op: '=', value: asked.metric }, ...asked.match]
  const kept = (await askLabelValues(client, 'quantile', { ...asked, matchers })).data
  if (kept.length === 0) return undefined
  const spelled = kept.find((one) => Number(one) === asked.quantile)
  if (spelled !== undefined) return spelled
  const some = kept.map(Number).filter(Number.isFinite).slice(0, 10).join(', ')
  throw new ArgumentError({
    field: 'quantile',
    message: 'the metric is a summary that was built without this quantile',
    fix: `ask for one of ${some}`,
  })
}
