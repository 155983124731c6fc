import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit, whether } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { resource } from './shapes.ts'

// Public addresses and what holds them.
export const cloudPublicIpsList = defineOperation({
  id: 'cloud.public_ips.list',
  title: 'Public addresses',
  describe:
    'Lists public addresses of an account with what each is attached to; those attached to nothing are marked.',
  when: [
    'public ip addresses',
    'elastic ips',
    'what has a public address',
    'unattached ips',
    'who owns this ip',
  ],
  contract: 1,
  input: z.strictObject({
    unattached: whether('Only addresses that are attached to nothing'),
    address: filter('Only this address'),
    limit: limit(200, 1000),
    cursor: cursor(),
  }),
  output: z.object({
    addresses: z.array(
      z.object({
        ...resource,
        address: z.string(),
        kind: z.enum(['reserved', 'ephemeral', 'unknown']),
        attached: maybe.flag,
        attached_to: maybe.text,
        attached_kind: maybe.text,
        network: maybe.text,
        created_at: maybe.time,
      }),
    ),
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 60,
  permissions: {
    aws: ['ec2:DescribeAddresses', 'ec2:DescribeNetworkInterfaces'],
    gcp: ['compute.addresses.list', 'compute.globalAddresses.list', 'compute.instances.list'],
    magalu: ['network.read'],
  },
  proof:
    'the account is proved, the region is enabled, and both reserved and ephemeral addresses were read to their end',
  since: '0.1.0',
})
