import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { limit, windowFrom, windowTo } from '../fields.ts'
import { labelSet, rawExpression, stepSeconds } from './shapes.ts'

const summary = z.object({
  points: z.number(),
  mean: z.number(),
  min: z.number(),
  max: z.number(),
  last: z.number(),
})

// A query over a window against the same query an offset earlier.
export const metricsBaselineCompare = defineOperation({
  id: 'metrics.baseline.compare',
  title: 'Metric against its baseline',
  describe: 'Compares a raw query over a window with the same query at an earlier time, series by series.',
  when: ['compare with yesterday', 'before and after', 'is this normal', 'regression', 'week over week'],
  contract: 1,
  input: z.strictObject({
    expr: rawExpression(),
    from: windowFrom(),
    to: windowTo(),
    baseline_seconds: z
      .int()
      .min(60)
      .max(31 * 86_400)
      .default(86_400)
      .describe('How much earlier the baseline lies, in seconds (default: one day)'),
    step: stepSeconds(),
    limit: limit(50, 500),
  }),
  output: z.object({
    step_seconds: z.number(),
    baseline: z.object({ from: z.string(), to: z.string() }),
    // Finite values only; null when the series has none on that side.
    series: z.array(
      z.object({
        labels: labelSet,
        now: summary.nullable(),
        before: summary.nullable(),
        // Of the means; null when either side is missing or the mean before is 0.
        change_percent: z.number().nullable(),
        // Points left out of the means because they are NaN or infinite.
        not_finite: z.number(),
      }),
    ),
    // Series seen on one side only; null when the other side was not read whole.
    appeared: z.number().nullable(),
    gone: z.number().nullable(),
    total: z.number(),
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 15,
  permissions: {
    grafana: ['datasources:read', 'datasources:query'],
    prometheus: ['GET /api/v1/query_range', 'GET /api/v1/series'],
    datadog: ['timeseries_query'],
  },
  proof: 'every selector of the query had series in both windows',
  window: { defaultSeconds: 3600, maxSeconds: 7 * 86_400 },
  dialect: { argument: 'expr' },
  since: '0.1.0',
})
