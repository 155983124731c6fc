import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { resource, tagFilter } from './shapes.ts'

// Subnets with free addresses and whether they are public.
export const cloudSubnetsList = defineOperation({
  id: 'cloud.subnets.list',
  title: 'Subnets',
  describe:
    'Lists subnets with range, zone, free addresses and whether a route to the internet makes them public.',
  when: ['subnets', 'out of ip addresses', 'public subnet', 'free addresses in a subnet'],
  contract: 1,
  input: z.strictObject({
    network: filter('Only this network (VPC), by id'),
    tag: tagFilter(),
    limit: limit(200, 1000),
    cursor: cursor(),
  }),
  output: z.object({
    subnets: z.array(
      z.object({
        ...resource,
        network: maybe.text,
        cidr: maybe.text,
        ipv6_cidr: maybe.text,
        zone: maybe.text,
        addresses: maybe.number,
        addresses_free: maybe.number,
        // Null: its routes were not read.
        public: maybe.flag,
        private_access: maybe.flag,
        flow_logs: maybe.flag,
      }),
    ),
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 60,
  permissions: {
    aws: ['ec2:DescribeSubnets', 'ec2:DescribeRouteTables', 'ec2:DescribeFlowLogs'],
    gcp: ['compute.subnetworks.list'],
    magalu: ['network.read'],
  },
  proof: 'the account is proved, the region is enabled and its subnets were read to their end',
  since: '0.1.0',
})
