import { readSpan, toRfc3339 } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { metricsBaselineCompare } from '@vedette/proto/operations'
import type { PrometheusClient } from '../client.ts'
import { summarize } from '../compare.ts'
import { checkSeries } from '../doubts.ts'
import { worstProof } from '../existence.ts'
import { fingerprint } from '../fingerprint.ts'
import { toGraphUrl } from '../links.ts'
import { askRange, readQuery } from '../questions.ts'
import { toReading } from '../reading.ts'
import { findNewest, type Series, toBareSeries } from '../samples.ts'
import { readStep } from '../window.ts'

// A query over a window and over the same span earlier. Either side that cannot be trusted takes the counts of
// appeared and gone series with it.
export const serveMetricsBaselineCompare = serve(
  metricsBaselineCompare,
  async (client: PrometheusClient, input, context) => {
    const window = readSpan(input, context)
    const step = readStep(window, input.step)
    const shift = input.baseline_seconds * 1000
    const earlier = { from: window.from - shift, to: window.to - shift }
    const query = readQuery(client, input.expr)
    const [told, toldBefore] = await Promise.all([
      askRange(client, query, { window, step, context }),
      askRange(client, query, { window: earlier, step, context }),
    ])
    const now = told.data.result.map(toBareSeries)
    const before = toldBefore.data.result.map(toBareSeries)
    const checks = await Promise.all([
      checkSeries(client, query, { newest: findNewest(told.data.result), window, step, context }),
      checkSeries(client, query, {
        newest: findNewest(toldBefore.data.result),
        window: earlier,
        step,
        context,
      }),
    ])
    const doubts = checks.flatMap(({ doubt }) => (doubt === undefined ? [] : [doubt]))
    const doubt = doubts.length === 0 ? {} : { doubt: worstProof(doubts), proof: worstProof(doubts) }
    const whole = !told.partial && !toldBefore.partial && doubts.every((one) => 'proof' in one)
    const rows = compareSides(now, before)
    const shown = rows.slice(0, input.limit)
    const value = {
      step_seconds: step,
      baseline: { from: toRfc3339(earlier.from), to: toRfc3339(earlier.to) },
      series: shown,
      appeared: whole ? rows.filter((row) => row.before === null).length : null,
      gone: whole ? rows.filter((row) => row.now === null).length : null,
      total: rows.length,
    }
    return toReading(client, value, {
      items: shown.length,
      context,
      told: [told, toldBefore],
      query: query.text,
      ...doubt,
      ...(rows.length > shown.length ? { cutTo: shown.length } : {}),
      ...toGraphUrl(client, query.text, window),
    })
  },
)

// Series of both sides by their labels, the largest relative change first.
function compareSides(now: readonly Series[], before: readonly Series[]) {
  const earlier = new Map(before.map((one) => [fingerprint(one.labels), one]))
  const current = new Set(now.map((one) => fingerprint(one.labels)))
  const gone = before.filter((one) => !current.has(fingerprint(one.labels)))
  const pairs = [
    ...now.map((one) => ({ now: one, before: earlier.get(fingerprint(one.labels)) })),
    ...gone.map((one) => ({ now: undefined, before: one })),
  ]
  return pairs
    .map(summarize)
    .sort((a, b) => Math.abs(b.change_percent ?? 0) - Math.abs(a.change_percent ?? 0))
}
