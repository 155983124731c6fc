import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { limit, windowFrom, windowTo } from '../fields.ts'
import { point, stepSeconds } from '../metrics/shapes.ts'
import { DAY, HOUR, maybe, tagSet, total } from '../values.ts'
import { samplingRatio, spanFilters } from './shapes.ts'

// Rate, errors and latency of spans, grouped.
export const tracesAggregate = defineOperation({
  id: 'traces.aggregate',
  title: 'Measures over spans',
  describe:
    'Measures spans of a window (rate, error ratio, latency quantiles) grouped by service, operation or attribute, over time.',
  when: [
    'p99 by endpoint',
    'error rate by operation',
    'slowest endpoints',
    'throughput of a route',
    'latency by version',
  ],
  contract: 1,
  input: z.strictObject({
    ...spanFilters(),
    measure: z
      .enum(['count', 'rate', 'error_ratio', 'avg', 'p50', 'p90', 'p95', 'p99', 'max'])
      .default('p95')
      .describe('What to compute (default: p95 of duration)'),
    group_by: z
      .array(z.string().min(1).max(256))
      .max(5)
      .default(['operation'])
      .describe('service, operation or attributes to keep apart (at most 5)'),
    from: windowFrom(),
    to: windowTo(),
    step: stepSeconds(),
    limit: limit(50, 500),
  }),
  output: z.object({
    measure: z.string(),
    unit: z.enum(['count', 'per_second', 'ratio', 'milliseconds']),
    step_seconds: z.number(),
    groups: z.array(
      z.object({ labels: tagSet, value: maybe.number, spans: maybe.number, points: z.array(point) }),
    ),
    // What it was computed from: sampled spans tell less than they seem.
    based_on: z.enum(['all_spans', 'kept_spans', 'span_metrics', 'unknown']),
    sampling_ratio: samplingRatio,
    total,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 15,
  permissions: {
    tempo: ['GET /api/metrics/query', 'GET /api/metrics/query_range', 'GET /api/search'],
    grafana: ['datasources:read', 'datasources:query'],
    datadog: ['apm_read'],
    signoz: ['Viewer'],
    aws: ['xray:GetTimeSeriesServiceStatistics', 'xray:GetTraceSummaries'],
  },
  proof: 'the service sent spans in the window and the share that is kept is known',
  window: { defaultSeconds: HOUR, maxSeconds: 7 * DAY },
  since: '0.1.0',
})
