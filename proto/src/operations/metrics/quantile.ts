import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { windowFrom, windowTo } from '../fields.ts'
import { groupBy, labelMatch, metricName, stepSeconds, timeSeries } from './shapes.ts'

// A quantile of a distribution metric over time.
export const metricsQuantile = defineOperation({
  id: 'metrics.quantile',
  title: 'Quantile of a distribution',
  describe: 'Computes a quantile (p50, p99) of a histogram, summary or distribution metric over a window.',
  when: ['p99 latency', 'percentile', 'median duration', 'tail latency', 'histogram quantile'],
  contract: 1,
  input: z.strictObject({
    metric: metricName(),
    quantile: z.number().min(0).max(1).default(0.99).describe('0.99 is p99 (default)'),
    match: labelMatch(),
    group_by: groupBy(),
    from: windowFrom(),
    to: windowTo(),
    step: stepSeconds(),
  }),
  output: z.object({
    // How the backend keeps the distribution; a summary gives only the quantiles that it was built with.
    kind: z.enum(['histogram', 'native_histogram', 'summary', 'distribution']),
    quantile: z.number(),
    step_seconds: z.number(),
    // Values at this bound mean "at least": the histogram has no finite bucket above it.
    highest_bucket: z.number().nullable(),
    series: z.array(timeSeries),
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 15,
  permissions: {
    prometheus: ['GET /api/v1/query_range', 'GET /api/v1/series'],
    grafana: ['datasources:read', 'datasources:query'],
  },
  proof: 'the distribution had series in the window, and they were fresh at its end',
  window: { defaultSeconds: 3600, maxSeconds: 31 * 86_400 },
  since: '0.1.0',
})
