import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { wanted } from '../fields.ts'
import { maybe } from '../values.ts'

// Whether configuration lets one end reach another, hop by hop.
export const cloudPathTrace = defineOperation({
  id: 'cloud.path.trace',
  title: 'Path through the network',
  describe:
    'Works out from configuration whether one end may reach another on a port, hop by hop through routes, filters and peerings. Sends no packet and creates no analysis.',
  when: [
    'can a reach b',
    'why is the connection blocked',
    'reachability',
    'which rule blocks',
    'network path',
  ],
  contract: 1,
  input: z.strictObject({
    source: wanted('Instance, interface, subnet or address to start from'),
    destination: wanted('Instance, interface, load balancer or address to reach'),
    port: z.int().min(1).max(65_535).describe('Port to reach'),
    protocol: z.enum(['tcp', 'udp', 'icmp']).default('tcp').describe('Protocol (default: tcp)'),
  }),
  output: z.object({
    // `open`: everything on the way was read and allows it; `unknown`: something on the way was not read.
    verdict: z.enum(['open', 'blocked', 'unknown']),
    blocked_at: maybe.number,
    hops: z.array(
      z.object({
        kind: z
          .string()
          .describe(
            'interface, security_group, network_acl, route, gateway, peering, load_balancer, firewall or other',
          ),
        id: maybe.text,
        allows: maybe.flag,
        rule: maybe.text,
        reason: maybe.text,
      }),
    ),
    not_evaluated: z.array(z.string()),
  }),
  scope: 'account',
  tier: 'read',
  freshness: 30,
  permissions: {
    aws: [
      'ec2:DescribeNetworkInterfaces',
      'ec2:DescribeInstances',
      'ec2:DescribeSecurityGroups',
      'ec2:DescribeNetworkAcls',
      'ec2:DescribeRouteTables',
      'ec2:DescribeSubnets',
      'ec2:DescribeVpcPeeringConnections',
      'ec2:DescribeTransitGatewayAttachments',
      'elasticloadbalancing:DescribeLoadBalancers',
    ],
    gcp: [
      'compute.instances.list',
      'compute.networks.getEffectiveFirewalls',
      'compute.routes.list',
      'compute.subnetworks.list',
      'compute.networks.list',
    ],
  },
  proof: 'never: a verdict is one item; `open` speaks of configuration, not of the host at the end',
  since: '0.1.0',
})
