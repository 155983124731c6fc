import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit, whether } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { resource } from './shapes.ts'

// Tunnels to other networks.
export const cloudVpnsList = defineOperation({
  id: 'cloud.vpns.list',
  title: 'VPN tunnels',
  describe:
    'Lists VPN tunnels with peer, gateway and whether each is up, with the reason and since when if told; tunnels of one connection are rows of their own.',
  when: ['vpn down', 'site-to-site tunnel', 'is the tunnel up', 'on-premises not reachable', 'ipsec'],
  contract: 1,
  input: z.strictObject({
    network: filter('Only tunnels of this network or gateway, by id or name'),
    problem_only: whether('Only tunnels that are not up'),
    limit: limit(100, 1000),
    cursor: cursor(),
  }),
  output: z.object({
    tunnels: z.array(
      z.object({
        ...resource,
        connection: maybe.text,
        gateway: maybe.text,
        peer: maybe.text,
        status: z.enum(['up', 'down', 'pending', 'unknown']),
        // The vendor's own words for it.
        reason: maybe.freeText,
        accepted_routes: maybe.number,
        changed_at: maybe.time,
      }),
    ),
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 30,
  permissions: { aws: ['ec2:DescribeVpnConnections'], gcp: ['compute.vpnTunnels.list'] },
  proof: 'the account is proved, the region is enabled and its connections were read to their end',
  since: '0.1.0',
})
