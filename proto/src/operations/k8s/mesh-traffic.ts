import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { filter, limit, windowFrom, windowTo } from '../fields.ts'
import { DAY, HOUR, maybe, total } from '../values.ts'
import { namespaceFilter } from './shapes.ts'

// Who calls whom in a namespace, as proxies measured it.
export const k8sMeshTraffic = defineOperation({
  id: 'k8s.mesh.traffic',
  title: 'Traffic in the mesh',
  describe:
    'Gives traffic between workloads of a namespace as the mesh measured it in a window: rate, errors, latency and whether it was encrypted.',
  when: [
    'who calls this workload',
    'mesh traffic',
    '5xx between services',
    'plaintext traffic',
    'istio metrics',
  ],
  contract: 1,
  input: z.strictObject({
    namespace: namespaceFilter(),
    workload: filter('Only traffic to or from this workload'),
    direction: z.enum(['inbound', 'outbound', 'both']).default('both').describe('Which side (default: both)'),
    from: windowFrom(),
    to: windowTo(),
    limit: limit(200, 1000),
  }),
  output: z.object({
    edges: z.array(
      z.object({
        from_namespace: maybe.text,
        from: z.string(),
        to_namespace: maybe.text,
        to: z.string(),
        protocol: z.enum(['http', 'grpc', 'tcp', 'unknown']),
        requests_per_s: maybe.number,
        error_ratio: maybe.number,
        p95_ms: maybe.number,
        bytes_per_s: maybe.number,
        mutual_tls: maybe.flag,
        reported_by: z.enum(['source', 'destination', 'both']),
      }),
    ),
    total,
  }),
  scope: 'cluster',
  tier: 'read',
  freshness: 60,
  permissions: {
    istio: ['GET /api/v1/query of the metrics backend'],
    cilium: ['GET /api/v1/query of the metrics backend'],
  },
  proof: 'proxies of the namespace reported in the window; a workload outside the mesh has no edge here',
  window: { defaultSeconds: HOUR, maxSeconds: 7 * DAY },
  since: '0.1.0',
})
