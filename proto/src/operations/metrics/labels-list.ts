import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, limit, windowFrom, windowTo } from '../fields.ts'
import { labelMatch, metricName } from './shapes.ts'

// Label names of a metric, or of everything that matches.
export const metricsLabelsList = defineOperation({
  id: 'metrics.labels.list',
  title: 'Label names',
  describe: 'Lists the label names that series of a metric or match carried in the window.',
  when: ['which labels', 'tags of a metric', 'dimensions', 'what can I group by'],
  contract: 1,
  input: z.strictObject({
    metric: metricName().optional(),
    match: labelMatch(),
    from: windowFrom(),
    to: windowTo(),
    limit: limit(200, 2000),
    cursor: cursor(),
  }),
  output: z.object({ labels: z.array(z.string()), total: z.number() }),
  scope: 'backend',
  tier: 'read',
  freshness: 60,
  permissions: {
    prometheus: ['GET /api/v1/labels'],
    datadog: ['metrics_read'],
    grafana: ['datasources:read', 'datasources:query'],
  },
  proof: 'the metric is known in the window',
  window: { defaultSeconds: 3600, maxSeconds: 7 * 86_400 },
  since: '0.1.0',
})
