import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { limit, windowFrom, windowTo } from '../fields.ts'
import { rawExpression, stepSeconds, timeSeries } from './shapes.ts'

// A raw query over a window; the answer is a series of points per label set.
export const metricsQueryRange = defineOperation({
  id: 'metrics.query_range',
  title: 'Metric query over a window',
  describe: 'Runs a raw metric query over a window and gives points per series.',
  when: ['promql range', 'graph a metric', 'time series', 'trend over the last hours'],
  contract: 1,
  input: z.strictObject({
    expr: rawExpression(),
    from: windowFrom(),
    to: windowTo(),
    step: stepSeconds(),
    limit: limit(50, 500),
  }),
  output: z.object({ step_seconds: z.number(), series: z.array(timeSeries), total: z.number() }),
  scope: 'backend',
  tier: 'read',
  freshness: 15,
  permissions: {
    grafana: ['datasources:read', 'datasources:query'],
    gcp: ['monitoring.timeSeries.list'],
    aws: ['cloudwatch:GetMetricData'],
    prometheus: ['GET /api/v1/query_range', 'GET /api/v1/series'],
    datadog: ['timeseries_query'],
  },
  proof: 'every selector of the query had series in the window, and they were fresh at its end',
  window: { defaultSeconds: 3600, maxSeconds: 31 * 86_400 },
  dialect: { argument: 'expr' },
  since: '0.1.0',
})
