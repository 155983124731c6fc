import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit, windowFrom, windowTo } from '../fields.ts'
import { DAY, HOUR, maybe, total } from '../values.ts'
import { samplingRatio } from './shapes.ts'

// Services that sent spans in a window.
export const tracesServicesList = defineOperation({
  id: 'traces.services.list',
  title: 'Traced services',
  describe:
    'Lists services that sent spans in a window with rate, error ratio and latency, and when each was last seen.',
  when: ['which services are traced', 'is it instrumented', 'services in apm', 'missing traces'],
  contract: 1,
  input: z.strictObject({
    environment: filter('Only this environment (prod, staging)'),
    contains: filter('Text in the name, upper and lower case alike'),
    from: windowFrom(),
    to: windowTo(),
    limit: limit(200, 1000),
    cursor: cursor(),
  }),
  output: z.object({
    services: z.array(
      z.object({
        name: z.string(),
        environment: maybe.text,
        language: maybe.text,
        spans: maybe.number,
        requests_per_s: maybe.number,
        error_ratio: maybe.number,
        p50_ms: maybe.number,
        p95_ms: maybe.number,
        last_seen_at: maybe.time,
      }),
    ),
    sampling_ratio: samplingRatio,
    total,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 60,
  permissions: {
    tempo: ['GET /api/v2/search/tag/resource.service.name/values', 'GET /api/metrics/query'],
    grafana: ['datasources:read', 'datasources:query'],
    datadog: ['apm_read'],
    signoz: ['Viewer'],
    aws: ['xray:GetServiceGraph'],
    prometheus: ['GET /api/v1/series'],
  },
  proof: 'the backend received spans of other services in the window and its list of services was read whole',
  window: { defaultSeconds: HOUR, maxSeconds: 7 * DAY },
  since: '0.1.0',
})
