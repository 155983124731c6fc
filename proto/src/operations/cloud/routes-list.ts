import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { place } from './shapes.ts'

// Routes of a network or of one table.
export const cloudRoutesList = defineOperation({
  id: 'cloud.routes.list',
  title: 'Routes',
  describe:
    'Lists routes of a network or route table with destination, next hop, state and which subnets use them.',
  when: ['route table', 'blackhole route', 'default route', 'why can it not reach', 'next hop'],
  contract: 1,
  input: z.strictObject({
    network: filter('Only this network (VPC), by id; give this or table'),
    table: filter('Only this route table, by id'),
    destination: filter('Only routes that take this address'),
    limit: limit(200, 1000),
    cursor: cursor(),
  }),
  output: z.object({
    routes: z.array(
      z.object({
        ...place,
        table: maybe.text,
        network: maybe.text,
        destination: z.string(),
        next_hop: maybe.text,
        next_hop_kind: z
          .string()
          .describe(
            'local, internet_gateway, nat, peering, transit, instance, interface, endpoint, vpn or other',
          ),
        state: z.enum(['active', 'blackhole', 'unknown']),
        priority: maybe.number,
        origin: maybe.text,
        subnets: maybe.texts,
      }),
    ),
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 60,
  permissions: {
    aws: ['ec2:DescribeRouteTables'],
    gcp: ['compute.routes.list'],
    magalu: ['network.read'],
  },
  proof:
    'the network or table exists and its routes, learned ones included where the vendor tells them, were read to their end',
  since: '0.1.0',
})
