import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit, wanted, windowFrom, windowTo } from '../fields.ts'
import { DAY, HOUR, maybe, total } from '../values.ts'
import { samplingRatio } from './shapes.ts'

// Operations, routes or resources that a service served in a window.
export const tracesOperationsList = defineOperation({
  id: 'traces.operations.list',
  title: 'Operations of a service',
  describe:
    'Lists operations, routes or resources of one traced service in a window with rate, errors and latency.',
  when: ['endpoints of a service', 'routes', 'which operations exist', 'busiest endpoint'],
  contract: 1,
  input: z.strictObject({
    service: wanted('Service name, as traces_services_list gives it'),
    environment: filter('Only this environment (prod, staging)'),
    kind: z
      .enum(['server', 'client', 'producer', 'consumer', 'internal'])
      .optional()
      .describe('Only spans of this kind'),
    from: windowFrom(),
    to: windowTo(),
    limit: limit(100, 1000),
    cursor: cursor(),
  }),
  output: z.object({
    service: z.string(),
    operations: z.array(
      z.object({
        name: z.string(),
        kind: maybe.text,
        requests_per_s: maybe.number,
        error_ratio: maybe.number,
        p50_ms: maybe.number,
        p95_ms: maybe.number,
        p99_ms: maybe.number,
        spans: maybe.number,
      }),
    ),
    sampling_ratio: samplingRatio,
    total,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 60,
  permissions: {
    tempo: ['GET /api/metrics/query'],
    grafana: ['datasources:read', 'datasources:query'],
    datadog: ['apm_read'],
    signoz: ['Viewer'],
    aws: ['xray:GetServiceGraph', 'xray:GetTraceSummaries'],
  },
  proof: 'the service sent spans in the window',
  window: { defaultSeconds: HOUR, maxSeconds: 7 * DAY },
  since: '0.1.0',
})
