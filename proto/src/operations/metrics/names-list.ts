import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, limit, windowFrom, windowTo } from '../fields.ts'
import { labelMatch } from './shapes.ts'

// Names of the metrics that had series in a window.
export const metricsNamesList = defineOperation({
  id: 'metrics.names.list',
  title: 'Metric names',
  describe: 'Lists the names of metrics that had series in the window, by text in the name and by labels.',
  when: ['which metrics exist', 'find a metric', 'metric catalogue', 'what is the metric called'],
  contract: 1,
  input: z.strictObject({
    contains: z.string().min(1).max(256).optional().describe('Text in the name, upper and lower case alike'),
    match: labelMatch(),
    from: windowFrom(),
    to: windowTo(),
    limit: limit(200, 2000),
    cursor: cursor(),
  }),
  output: z.object({ names: z.array(z.string()), total: z.number() }),
  scope: 'backend',
  tier: 'read',
  freshness: 60,
  permissions: {
    grafana: ['datasources:read', 'datasources:query'],
    aws: ['cloudwatch:ListMetrics'],
    prometheus: ['GET /api/v1/label/__name__/values'],
    datadog: ['metrics_read'],
  },
  proof: 'the name index was read whole and holds other metrics in the window',
  window: { defaultSeconds: 3600, maxSeconds: 7 * 86_400 },
  since: '0.1.0',
})
