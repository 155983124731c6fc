import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { limit, windowFrom, windowTo } from '../fields.ts'
import { DAY, HOUR, maybe, total } from '../values.ts'
import { samplingRatio, spanFilters } from './shapes.ts'

// Attributes that slow or failed spans have and others have not.
export const tracesOutliersExplain = defineOperation({
  id: 'traces.outliers.explain',
  title: 'What slow traces have in common',
  describe:
    'Compares slow or failed spans of a service with the rest and gives the attributes that set them apart; a likeness, not a cause.',
  when: [
    'why are some requests slow',
    'what do slow requests share',
    'outlier analysis',
    'attributes of failing requests',
  ],
  contract: 1,
  input: z.strictObject({
    ...spanFilters(),
    compare: z.enum(['slow', 'error']).default('slow').describe('Which spans to set apart (default: slow)'),
    slower_than_ms: z
      .int()
      .min(1)
      .max(86_400_000)
      .optional()
      .describe('Spans at least this long count as slow (default: the p95 of the window)'),
    from: windowFrom(),
    to: windowTo(),
    limit: limit(20, 100),
  }),
  output: z.object({
    threshold_ms: maybe.number,
    outliers: z.number(),
    others: z.number(),
    attributes: z.array(
      z.object({
        name: z.string(),
        value: z.string(),
        outlier_ratio: z.number(),
        other_ratio: z.number(),
        lift: maybe.number,
      }),
    ),
    sampling_ratio: samplingRatio,
    sample_trace_ids: z.array(z.string()),
    total,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 30,
  permissions: {
    tempo: ['GET /api/search', 'GET /api/metrics/query_range'],
    grafana: ['datasources:read', 'datasources:query'],
    datadog: ['apm_read'],
    signoz: ['Viewer'],
  },
  proof: 'the service sent spans in the window; too few outliers give no attribute, which proves nothing',
  window: { defaultSeconds: HOUR, maxSeconds: DAY },
  since: '0.1.0',
})
