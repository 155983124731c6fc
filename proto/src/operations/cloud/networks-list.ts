import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit } from '../fields.ts'
import { total } from '../values.ts'
import { networkRow, tagFilter } from './shapes.ts'

// Virtual networks.
export const cloudNetworksList = defineOperation({
  id: 'cloud.networks.list',
  title: 'Cloud networks',
  describe:
    'Lists virtual networks with address ranges, whether each is the default, and how many subnets it has.',
  when: ['vpcs', 'which networks', 'cidr of a vpc', 'default vpc'],
  contract: 1,
  input: z.strictObject({
    tag: tagFilter(),
    cidr: filter('Only networks whose ranges hold this address or CIDR'),
    limit: limit(100, 500),
    cursor: cursor(),
  }),
  output: z.object({ networks: z.array(networkRow), total }),
  scope: 'account',
  tier: 'read',
  freshness: 60,
  permissions: {
    aws: ['ec2:DescribeVpcs', 'ec2:DescribeSubnets'],
    gcp: ['compute.networks.list', 'compute.subnetworks.list'],
    magalu: ['network.read'],
  },
  proof: 'the account is proved, the region is enabled and its networks were read to their end',
  since: '0.1.0',
})
