import { readSpan, toRfc3339 } from '@vedette/connectors/kit'
import { ArgumentError, serve } from '@vedette/proto/connector'
import { metricsFreshnessGet } from '@vedette/proto/operations'
import type { DatadogClient } from '../client.ts'
import { askMetrics, newestOf } from '../metrics.ts'
import { toReading } from '../reading.ts'
import { toConditions } from '../tags.ts'

const METRIC = /^[A-Za-z][\w.]*$/

// Age of the newest value per group, as exact as the step that Datadog chose.
export const serveMetricsFreshnessGet = serve(
  metricsFreshnessGet,
  async (client: DatadogClient, input, context) => {
    const window = readSpan(input, context)
    const { metric } = input
    if (metric === undefined || !METRIC.test(metric))
      throw new ArgumentError({
        field: 'metric',
        message: 'Datadog tells the freshness of one metric by its name',
        fix: 'name a metric, as metrics_names_list gives it',
      })
    const conditions = toConditions(input.match)
    const by = input.group_by.map((one) => one.replaceAll(/[^\w.:/-]/g, '_'))
    const grouped = by.length === 0 ? '' : ` by {${by.join(',')}}`
    const query = `avg:${metric}{${conditions.length === 0 ? '*' : conditions.join(',')}}${grouped}`
    const series = await askMetrics(client, query, { window, context })
    const rows = series
      .flatMap((one) => {
        const newest = newestOf(one)
        const { __query__: _, ...labels } = one.labels
        return newest === undefined ? [] : [{ labels, newest }]
      })
      .toSorted((a, b) => a.newest - b.newest)
    const groups = rows.slice(0, input.limit).map(({ labels, newest }) => ({
      labels,
      newest_at: toRfc3339(newest),
      age_seconds: Math.max(0, (window.to - newest) / 1000),
    }))
    const newest = rows.at(-1)?.newest
    const value = {
      newest_at: newest === undefined ? null : toRfc3339(newest),
      age_seconds: newest === undefined ? null : Math.max(0, (window.to - newest) / 1000),
      groups,
      total: rows.length,
    }
    return toReading(value, {
      client,
      context,
      items: groups.length,
      cut: rows.length > groups.length ? 'rows' : undefined,
      query,
      proof: { unproven: 'no_samples' },
    })
  },
)
