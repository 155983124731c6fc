import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { resource } from './shapes.ts'

// NAT gateways with addresses, state and load.
export const cloudNatGatewaysList = defineOperation({
  id: 'cloud.nat_gateways.list',
  title: 'NAT gateways',
  describe:
    'Lists NAT gateways with addresses, state, network and, where told, ports in use and errors of allocation.',
  when: ['nat gateway', 'egress address', 'port allocation errors', 'outbound connectivity'],
  contract: 1,
  input: z.strictObject({
    network: filter('Only this network (VPC), by id'),
    limit: limit(100, 500),
    cursor: cursor(),
  }),
  output: z.object({
    gateways: z.array(
      z.object({
        ...resource,
        network: maybe.text,
        subnets: maybe.texts,
        addresses: z.array(z.string()),
        state: z.enum(['available', 'pending', 'failed', 'deleting', 'deleted', 'unknown']),
        failure: maybe.freeText,
        port_errors_1h: maybe.number,
        connections: maybe.number,
        created_at: maybe.time,
      }),
    ),
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 60,
  permissions: {
    aws: ['ec2:DescribeNatGateways', 'cloudwatch:GetMetricData'],
    gcp: ['compute.routers.list'],
    magalu: ['network.read'],
  },
  proof: 'the account is proved, the region is enabled and its gateways were read to their end',
  since: '0.1.0',
})
