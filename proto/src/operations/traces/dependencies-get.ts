import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { filter, limit, wanted, windowFrom, windowTo } from '../fields.ts'
import { DAY, HOUR, maybe, total } from '../values.ts'
import { dependencyEdge, samplingRatio } from './shapes.ts'

// Who calls a service and whom it calls, as traces showed it in the window.
export const tracesDependenciesGet = defineOperation({
  id: 'traces.dependencies.get',
  title: 'Dependencies of a service',
  describe:
    'Gives the callers and callees of a service as traces showed them in a window, with rate, errors and latency of each edge.',
  when: [
    'who calls this service',
    'upstream and downstream',
    'service map',
    'what depends on it',
    'topology',
  ],
  contract: 1,
  input: z.strictObject({
    service: wanted('Service name, as traces_services_list gives it'),
    direction: z.enum(['callers', 'callees', 'both']).default('both').describe('Which side (default: both)'),
    depth: z.int().min(1).max(3).default(1).describe('Hops at most (default 1)'),
    environment: filter('Only this environment (prod, staging)'),
    from: windowFrom(),
    to: windowTo(),
    limit: limit(200, 1000),
  }),
  output: z.object({
    service: z.string(),
    edges: z.array(dependencyEdge),
    nodes: z.array(
      z.object({
        name: z.string(),
        kind: z.enum(['service', 'database', 'queue', 'cache', 'external', 'unknown']),
      }),
    ),
    // Whether the graph holds every edge of the spans that were kept; a service that sends no spans is on none.
    complete: maybe.flag,
    sampling_ratio: samplingRatio,
    total,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 60,
  permissions: {
    tempo: ['GET /api/search', 'GET /api/v2/traces/<id>'],
    grafana: ['datasources:read', 'datasources:query'],
    datadog: ['apm_read'],
    signoz: ['Viewer'],
    aws: ['xray:GetServiceGraph'],
    istio: ['GET /api/v1/query'],
  },
  proof:
    'the service is instrumented and sent spans in the window; an edge that is absent proves nothing where spans are sampled or callers are not traced',
  window: { defaultSeconds: HOUR, maxSeconds: 7 * DAY },
  since: '0.1.0',
})
