import { readSpan, toRfc3339 } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { metricsBaselineCompare } from '@vedette/proto/operations'
import type { DatadogClient } from '../client.ts'
import { askMetrics, doubtFilled, newestOf, type Series, staleSince } from '../metrics.ts'
import { readMetricQuery } from '../query.ts'
import { toReading } from '../reading.ts'
import { readStep } from '../window.ts'

// One query over two windows, series by series.
export const serveMetricsBaselineCompare = serve(
  metricsBaselineCompare,
  async (client: DatadogClient, input, context) => {
    const window = readSpan(input, context)
    const step = readStep(window, input.step)
    const earlier = {
      from: window.from - input.baseline_seconds * 1000,
      to: window.to - input.baseline_seconds * 1000,
    }
    readMetricQuery(input.expr)
    const ask = async (over: typeof window) => {
      const all = await askMetrics(client, input.expr, { window: over, context, field: 'expr' })
      return all.filter((one) => newestOf(one) !== undefined)
    }
    const [now, before] = [await ask(window), await ask(earlier)]
    const sides = { now: byLabels(now), before: byLabels(before) }
    const keys = [...new Set([...sides.now.keys(), ...sides.before.keys()])]
    const series = keys.slice(0, input.limit).map((key) => {
      const pair = { now: summarize(sides.now.get(key)), before: summarize(sides.before.get(key)) }
      const change =
        pair.now === null || pair.before === null || pair.before.mean === 0
          ? null
          : ((pair.now.mean - pair.before.mean) / Math.abs(pair.before.mean)) * 100
      const labels = (sides.now.get(key) ?? sides.before.get(key))?.labels ?? {}
      return { labels, ...pair, change_percent: change, not_finite: 0 }
    })
    // A side without any series was not proved to be read: then nothing is said to have come or gone.
    const both = now.length > 0 && before.length > 0
    const value = {
      step_seconds: now[0]?.interval ?? step,
      baseline: { from: toRfc3339(earlier.from), to: toRfc3339(earlier.to) },
      series,
      appeared: both ? keys.filter((key) => !sides.before.has(key)).length : null,
      gone: both ? keys.filter((key) => !sides.now.has(key)).length : null,
      total: keys.length,
    }
    return toReading(value, {
      client,
      context,
      items: both ? series.length : 0,
      cut: keys.length > series.length ? 'rows' : undefined,
      newestAt: staleSince(now, window),
      query: input.expr,
      doubt: await doubtFilled(client, input.expr, { window, context }),
      proof: { unproven: now.length === 0 ? 'no_series_now' : 'no_series_before' },
    })
  },
)

function byLabels(series: readonly Series[]): ReadonlyMap<string, Series> {
  return new Map(series.map((one) => [JSON.stringify(Object.entries(one.labels).sort()), one]))
}

function summarize(series: Series | undefined) {
  const values = (series?.points ?? []).flatMap(([, value]) => (value === null ? [] : [value]))
  const last = values.at(-1)
  if (last === undefined) return null
  return {
    points: values.length,
    mean: values.reduce((sum, one) => sum + one, 0) / values.length,
    min: values.reduce((a, b) => Math.min(a, b)),
    max: values.reduce((a, b) => Math.max(a, b)),
    last,
  }
}
