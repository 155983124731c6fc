import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { limit, windowFrom, windowTo } from '../fields.ts'
import { groupBy, labelMatch, labelSet, metricName } from './shapes.ts'

// How old the newest sample of a metric or match is, per group, vanished groups included.
export const metricsFreshnessGet = defineOperation({
  id: 'metrics.freshness.get',
  title: 'Freshness of a metric',
  describe:
    'Tells how old the newest sample of a metric or match is, per group, with groups that went silent.',
  when: ['is the metric still reported', 'stale metric', 'missing data', 'vanished series', 'no data'],
  contract: 1,
  input: z.strictObject({
    metric: metricName().optional(),
    match: labelMatch(),
    group_by: groupBy(),
    from: windowFrom(),
    to: windowTo(),
    limit: limit(100, 1000),
  }),
  output: z.object({
    newest_at: z.string().nullable(),
    // Age of the newest sample at the end of the window.
    age_seconds: z.number().nullable(),
    // Oldest group first.
    groups: z.array(z.object({ labels: labelSet, newest_at: z.string(), age_seconds: z.number() })),
    total: z.number(),
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 15,
  permissions: {
    prometheus: ['GET /api/v1/query', 'GET /api/v1/series'],
    datadog: ['timeseries_query'],
    grafana: ['datasources:read', 'datasources:query'],
  },
  proof: 'never: a match without samples is unproven',
  window: { defaultSeconds: 6 * 3600, maxSeconds: 2 * 86_400 },
  since: '0.1.0',
})
