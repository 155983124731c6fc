import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, limit, windowFrom, windowTo } from '../fields.ts'
import { labelMatch, metricName } from './shapes.ts'

// Values of one label.
export const metricsLabelValuesList = defineOperation({
  id: 'metrics.label_values.list',
  title: 'Values of a label',
  describe: 'Lists the values that one label took in the window, for all series or for a metric or match.',
  when: ['which services report', 'values of a tag', 'list instances', 'which jobs'],
  contract: 1,
  input: z.strictObject({
    label: z.string().min(1).max(256).describe('Label name, exact'),
    metric: metricName().optional(),
    match: labelMatch(),
    from: windowFrom(),
    to: windowTo(),
    limit: limit(200, 2000),
    cursor: cursor(),
  }),
  output: z.object({ label: z.string(), values: z.array(z.string()), total: z.number() }),
  scope: 'backend',
  tier: 'read',
  freshness: 60,
  permissions: {
    prometheus: ['GET /api/v1/label/<name>/values'],
    datadog: ['metrics_read'],
    grafana: ['datasources:read', 'datasources:query'],
  },
  proof: 'the label is known in the window',
  window: { defaultSeconds: 3600, maxSeconds: 7 * 86_400 },
  since: '0.1.0',
})
