import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { filter, limit, windowFrom, windowTo } from '../fields.ts'
import { DAY, maybe, total } from '../values.ts'
import { namespaceFilter } from './shapes.ts'

// Flows between pods with the verdict of network policies.
export const k8sNetworkFlows = defineOperation({
  id: 'k8s.network.flows',
  title: 'Network flows of pods',
  describe:
    'Lists flows between pods in a window with verdict and the policy that dropped them, summed by pair; dropped ones first.',
  when: [
    'dropped by network policy',
    'hubble flows',
    'pod cannot connect',
    'who talks to this pod',
    'denied traffic in cluster',
  ],
  contract: 1,
  input: z.strictObject({
    namespace: namespaceFilter(),
    pod: filter('Only flows to or from this pod, or pods whose names begin so'),
    verdict: z.enum(['forwarded', 'dropped', 'error']).optional().describe('Only flows with this verdict'),
    port: z.int().min(1).max(65_535).optional().describe('Only flows to this port'),
    from: windowFrom(),
    to: windowTo(),
    limit: limit(100, 1000),
  }),
  output: z.object({
    flows: z.array(
      z.object({
        from: z.string(),
        to: z.string(),
        port: maybe.number,
        protocol: maybe.text,
        verdict: z.enum(['forwarded', 'dropped', 'error', 'unknown']),
        reason: maybe.text,
        policy: maybe.text,
        flows: z.number(),
        bytes: maybe.number,
        first_at: maybe.time,
        last_at: maybe.time,
        dns_name: maybe.text,
      }),
    ),
    // Nodes whose flows were read, and those that did not answer; flows are kept in a ring, so old ones may be gone.
    nodes_read: maybe.number,
    nodes_missing: z.array(z.string()),
    oldest_at: maybe.time,
    lost: maybe.number,
    total,
  }),
  scope: 'cluster',
  tier: 'read',
  freshness: 10,
  permissions: {
    cilium: ['observer.Observer/GetFlows on the Hubble relay'],
    netobserv: ['GET /loki/api/v1/query_range', 'list flowcollectors.flows.netobserv.io'],
  },
  proof: 'every node answered, its ring reaches back to the start of the window and no flow was lost',
  window: { defaultSeconds: 15 * 60, maxSeconds: DAY },
  sensitive: true,
  since: '0.1.0',
})
