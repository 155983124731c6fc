import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { wanted } from '../fields.ts'
import { maybe } from '../values.ts'
import { networkRow } from './shapes.ts'

// One network with subnets, gateways, endpoints and flow logs.
export const cloudNetworksGet = defineOperation({
  id: 'cloud.networks.get',
  title: 'One cloud network',
  describe:
    'Gives one virtual network with its subnets, gateways, endpoints, peerings, name resolution and whether flows are logged.',
  when: ['vpc details', 'internet gateway', 'vpc endpoints', 'flow logs enabled', 'private dns of a network'],
  contract: 1,
  input: z.strictObject({ id: wanted('Network id or name, as cloud_networks_list gives it') }),
  output: z.object({
    network: networkRow,
    subnets: z.array(z.object({ id: z.string(), cidr: maybe.text, zone: maybe.text, public: maybe.flag })),
    gateways: z
      .array(
        z.object({
          id: z.string(),
          kind: z.string().describe('internet, nat, egress_only, transit, virtual_private or other'),
          state: maybe.text,
        }),
      )
      .nullable(),
    endpoints: z
      .array(z.object({ id: z.string(), service: z.string(), kind: maybe.text, state: maybe.text }))
      .nullable(),
    peerings: maybe.texts,
    dns_resolution: maybe.flag,
    private_zones: maybe.texts,
    flow_logs: maybe.flag,
    flow_log_targets: maybe.texts,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 60,
  permissions: {
    aws: [
      'ec2:DescribeVpcs',
      'ec2:DescribeSubnets',
      'ec2:DescribeInternetGateways',
      'ec2:DescribeNatGateways',
      'ec2:DescribeVpcEndpoints',
      'ec2:DescribeVpcPeeringConnections',
      'ec2:DescribeFlowLogs',
      'ec2:DescribeVpcAttribute',
    ],
    gcp: [
      'compute.networks.get',
      'compute.subnetworks.list',
      'compute.routers.list',
      'dns.managedZones.list',
    ],
    magalu: ['network.read'],
  },
  proof: 'never: an unknown id is an error of the argument',
  since: '0.1.0',
})
