import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { wanted } from '../fields.ts'
import { maybe } from '../values.ts'
import { LOAD_BALANCER_KINDS, REACH, resource } from './shapes.ts'

// One load balancer with listeners, rules, certificates and backends.
export const cloudLoadBalancersGet = defineOperation({
  id: 'cloud.load_balancers.get',
  title: 'One cloud load balancer',
  describe:
    'Gives one load balancer with its listeners, rules, certificates, backends and the groups or firewall rules in front of it.',
  when: [
    'load balancer listeners',
    'which backends',
    'target groups',
    'tls certificate of a load balancer',
    'routing rules',
  ],
  contract: 1,
  input: z.strictObject({
    id: wanted('Load balancer id, ARN or name, as cloud_load_balancers_list gives it'),
  }),
  output: z.object({
    load_balancer: z.object({
      ...resource,
      kind: z.enum(LOAD_BALANCER_KINDS),
      exposure: z.enum(REACH),
      state: maybe.text,
      dns_names: z.array(z.string()),
      addresses: z.array(z.string()),
      network: maybe.text,
      created_at: maybe.time,
    }),
    listeners: z.array(
      z.object({
        id: maybe.text,
        protocol: z.string(),
        port: maybe.number,
        tls_policy: maybe.text,
        certificates: z.array(z.string()),
        rules: z.array(z.object({ priority: maybe.text, when: z.string(), target: z.string() })).nullable(),
      }),
    ),
    backends: z.array(
      z.object({
        id: z.string(),
        name: maybe.text,
        protocol: maybe.text,
        port: maybe.number,
        kind: z.string().describe('instance, ip, function, group, bucket or other'),
        targets: maybe.number,
        // Null: health was not read; cloud_target_health_list reads it.
        healthy: maybe.number,
        health_check: maybe.text,
      }),
    ),
    filters: maybe.texts,
    access_logs: maybe.flag,
    deletion_protection: maybe.flag,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 60,
  permissions: {
    aws: [
      'elasticloadbalancing:DescribeLoadBalancers',
      'elasticloadbalancing:DescribeListeners',
      'elasticloadbalancing:DescribeRules',
      'elasticloadbalancing:DescribeTargetGroups',
      'elasticloadbalancing:DescribeTargetHealth',
      'elasticloadbalancing:DescribeLoadBalancerAttributes',
      'elasticloadbalancing:DescribeTags',
    ],
    gcp: [
      'compute.forwardingRules.get',
      'compute.globalForwardingRules.get',
      'compute.urlMaps.get',
      'compute.targetHttpsProxies.get',
      'compute.backendServices.get',
      'compute.backendServices.list',
    ],
    magalu: ['lba.loadbalancer.read'],
  },
  proof: 'never: an unknown id is an error of the argument',
  since: '0.1.0',
})
