import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { resource } from './shapes.ts'

// Peerings and attachments between networks.
export const cloudPeeringsList = defineOperation({
  id: 'cloud.peerings.list',
  title: 'Network peerings',
  describe: 'Lists peerings and transit attachments between networks with both ends, state and ranges.',
  when: ['vpc peering', 'transit gateway attachment', 'are the networks connected', 'peering pending'],
  contract: 1,
  input: z.strictObject({
    network: filter('Only peerings of this network (VPC), by id'),
    limit: limit(100, 500),
    cursor: cursor(),
  }),
  output: z.object({
    peerings: z.array(
      z.object({
        ...resource,
        kind: z.enum(['peering', 'transit', 'interconnect', 'unknown']),
        network: maybe.text,
        peer_network: maybe.text,
        peer_account: maybe.text,
        peer_region: maybe.text,
        state: z.enum(['active', 'pending', 'failed', 'inactive', 'deleted', 'unknown']),
        reason: maybe.freeText,
        cidrs: maybe.texts,
        peer_cidrs: maybe.texts,
        dns_across: maybe.flag,
      }),
    ),
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 60,
  permissions: {
    aws: [
      'ec2:DescribeVpcPeeringConnections',
      'ec2:DescribeTransitGatewayAttachments',
      'ec2:DescribeTransitGateways',
    ],
    gcp: ['compute.networks.list'],
  },
  proof: 'the account is proved, the region is enabled and both kinds were read to their end',
  since: '0.1.0',
})
