import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, limit, wanted, whether } from '../fields.ts'
import { maybe, total } from '../values.ts'

// Targets behind a load balancer, with why they are not healthy.
export const cloudTargetHealthList = defineOperation({
  id: 'cloud.target_health.list',
  title: 'Health of targets',
  describe:
    'Lists targets behind one load balancer with health and the reason when it is not healthy; those not healthy come first.',
  when: [
    'unhealthy targets',
    '502 from the load balancer',
    'target health',
    'failing health check',
    'no healthy backends',
  ],
  contract: 1,
  input: z.strictObject({
    load_balancer: wanted('Load balancer id, ARN or name, as cloud_load_balancers_list gives it'),
    unhealthy_only: whether('Only targets that are not healthy'),
    limit: limit(200, 1000),
    cursor: cursor(),
  }),
  output: z.object({
    load_balancer: z.string(),
    targets: z.array(
      z.object({
        backend: z.string(),
        target: z.string(),
        port: maybe.number,
        zone: maybe.text,
        health: z.enum(['healthy', 'unhealthy', 'initial', 'draining', 'unused', 'unavailable', 'unknown']),
        reason: maybe.text,
        description: maybe.freeText,
      }),
    ),
    counts: z.object({ healthy: maybe.number, unhealthy: maybe.number, other: maybe.number }),
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 10,
  permissions: {
    aws: [
      'elasticloadbalancing:DescribeLoadBalancers',
      'elasticloadbalancing:DescribeTargetGroups',
      'elasticloadbalancing:DescribeTargetHealth',
      'elasticloadbalancing:DescribeInstanceHealth',
    ],
    gcp: [
      'compute.forwardingRules.list',
      'compute.globalForwardingRules.list',
      'compute.targetHttpProxies.get',
      'compute.targetHttpsProxies.get',
      'compute.targetTcpProxies.get',
      'compute.targetSslProxies.get',
      'compute.regionTargetHttpProxies.get',
      'compute.regionTargetHttpsProxies.get',
      'compute.regionTargetTcpProxies.get',
      'compute.urlMaps.get',
      'compute.regionUrlMaps.get',
      'compute.backendServices.get',
      'compute.regionBackendServices.get',
    ],
    magalu: ['lba.loadbalancer.read'],
  },
  proof:
    'the load balancer exists and the health of every target of each of its backends was read; no unhealthy target is good news only then',
  since: '0.1.0',
})
