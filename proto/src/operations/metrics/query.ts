import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { instant, limit } from '../fields.ts'
import { labelSet, rawExpression, sampleValue } from './shapes.ts'

// A raw query at one instant; the answer is one value per series.
export const metricsQuery = defineOperation({
  id: 'metrics.query',
  title: 'Metric query at an instant',
  describe: 'Runs a raw metric query at one instant and gives one value per series.',
  when: ['promql', 'current value of a metric', 'instant query', 'what is cpu usage now'],
  contract: 1,
  input: z.strictObject({
    expr: rawExpression(),
    at: instant('Instant of the query (default: now)').optional(),
    limit: limit(100, 1000),
  }),
  output: z.object({
    result: z.enum(['vector', 'matrix', 'scalar', 'string']),
    // A matrix gives one row per point.
    samples: z.array(
      z.object({
        labels: labelSet,
        // Null only when the sample is a native histogram.
        value: sampleValue.nullable(),
        at: z.string(),
        histogram: z.object({ count: sampleValue, sum: sampleValue }).optional(),
      }),
    ),
    total: z.number(),
    text: z.string().optional(),
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 15,
  permissions: {
    grafana: ['datasources:read', 'datasources:query'],
    gcp: ['monitoring.timeSeries.list'],
    aws: ['cloudwatch:GetMetricData'],
    prometheus: ['GET /api/v1/query', 'GET /api/v1/series'],
    datadog: ['timeseries_query'],
  },
  proof: 'every selector of the query had series in the look-back, and they were fresh',
  dialect: { argument: 'expr' },
  since: '0.1.0',
})
