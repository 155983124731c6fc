import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { filterRule, resource } from './shapes.ts'

// Stateless filters of subnets.
export const cloudNetworkAclsList = defineOperation({
  id: 'cloud.network_acls.list',
  title: 'Network access lists',
  describe:
    'Lists network access lists of subnets with their numbered rules; they are stateless, so both directions count.',
  when: ['nacl', 'network acl', 'subnet blocked', 'stateless firewall'],
  contract: 1,
  input: z.strictObject({
    network: filter('Only this network (VPC), by id'),
    subnet: filter('Only the list of this subnet'),
    limit: limit(50, 200),
    cursor: cursor(),
  }),
  output: z.object({
    acls: z.array(
      z.object({
        ...resource,
        network: maybe.text,
        default: maybe.flag,
        subnets: maybe.texts,
        rules: z.array(filterRule),
      }),
    ),
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 60,
  permissions: { aws: ['ec2:DescribeNetworkAcls'] },
  proof: 'the account is proved, the region is enabled and its lists were read to their end',
  since: '0.1.0',
})
