import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { metricName } from './shapes.ts'

// Type, unit and help of one metric; several entries when its sources disagree.
export const metricsMetadataGet = defineOperation({
  id: 'metrics.metadata.get',
  title: 'Metadata of a metric',
  describe: 'Gives type, unit and help text of one metric, with every variant that its sources report.',
  when: ['is this a counter or a gauge', 'metric unit', 'what does this metric mean', 'help text'],
  contract: 1,
  input: z.strictObject({ metric: metricName() }),
  output: z.object({
    metric: z.string(),
    entries: z.array(z.object({ type: z.string(), unit: z.string(), help: z.string() })),
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 300,
  permissions: {
    grafana: ['datasources:read', 'datasources:query'],
    gcp: ['monitoring.metricDescriptors.get'],
    prometheus: ['GET /api/v1/metadata'],
    datadog: ['metrics_read'],
  },
  proof: 'never: metadata is kept for live sources only, so none proves nothing',
  since: '0.1.0',
})
