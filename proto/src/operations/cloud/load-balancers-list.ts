import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { LOAD_BALANCER_KINDS, REACH, resource, tagFilter } from './shapes.ts'

// Load balancers with where they can be reached from.
export const cloudLoadBalancersList = defineOperation({
  id: 'cloud.load_balancers.list',
  title: 'Cloud load balancers',
  describe:
    'Lists load balancers with kind, scheme, addresses, listeners and state, and whether the internet can reach each.',
  when: ['load balancers', 'public endpoints', 'elb alb nlb', 'entry points', 'where does traffic come in'],
  contract: 1,
  input: z.strictObject({
    network: filter('Only this network (VPC), by id'),
    exposure: z
      .enum(['internet', 'internal'])
      .optional()
      .describe('Only those that can be reached from there'),
    tag: tagFilter(),
    limit: limit(100, 1000),
    cursor: cursor(),
  }),
  output: z.object({
    load_balancers: z.array(
      z.object({
        ...resource,
        kind: z.enum(LOAD_BALANCER_KINDS),
        exposure: z.enum(REACH),
        state: maybe.text,
        dns_names: z.array(z.string()),
        addresses: z.array(z.string()),
        network: maybe.text,
        zones: maybe.texts,
        listeners: z.array(z.object({ protocol: z.string(), port: maybe.number })).nullable(),
        created_at: maybe.time,
      }),
    ),
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 60,
  permissions: {
    aws: [
      'elasticloadbalancing:DescribeLoadBalancers',
      'elasticloadbalancing:DescribeListeners',
      'elasticloadbalancing:DescribeTags',
    ],
    gcp: ['compute.forwardingRules.list', 'compute.globalForwardingRules.list'],
    magalu: ['lba.loadbalancer.read'],
  },
  proof:
    'the account is proved, the region is enabled and every page of every kind of load balancer was read',
  since: '0.1.0',
})
