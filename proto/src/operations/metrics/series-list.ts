import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, limit, windowFrom, windowTo } from '../fields.ts'
import { labelMatch, labelSet, metricName } from './shapes.ts'

// Label sets of the series of a metric or match.
export const metricsSeriesList = defineOperation({
  id: 'metrics.series.list',
  title: 'Series of a metric',
  describe: 'Lists the label sets that existed in the window for a metric or match, without their values.',
  when: ['which series exist', 'cardinality of a metric', 'label combinations'],
  contract: 1,
  input: z.strictObject({
    metric: metricName().optional(),
    match: labelMatch(),
    from: windowFrom(),
    to: windowTo(),
    limit: limit(100, 2000),
    cursor: cursor(),
  }),
  output: z.object({ series: z.array(labelSet), total: z.number() }),
  scope: 'backend',
  tier: 'read',
  freshness: 60,
  permissions: {
    aws: ['cloudwatch:ListMetrics'],
    prometheus: ['GET /api/v1/series'],
    grafana: ['datasources:read', 'datasources:query'],
  },
  proof: 'the metric is known in the window',
  window: { defaultSeconds: 3600, maxSeconds: 7 * 86_400 },
  since: '0.1.0',
})
