import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { resource, tagFilter } from './shapes.ts'

// Packet filters of networks, and what each opens to the internet.
export const cloudSecurityGroupsList = defineOperation({
  id: 'cloud.security_groups.list',
  title: 'Security groups',
  describe:
    'Lists security groups or firewall rules by network with what each opens to the internet and what it is attached to.',
  when: ['open ports to the world', '0.0.0.0/0', 'security groups', 'firewall rules', 'what is open'],
  contract: 1,
  input: z.strictObject({
    network: filter('Only this network (VPC), by id'),
    open_to: z
      .string()
      .regex(/^[0-9A-Fa-f:.]+\/\d{1,3}$/, 'must be a CIDR')
      .optional()
      .describe('Only those that let this CIDR in, such as 0.0.0.0/0'),
    port: z.int().min(0).max(65_535).optional().describe('Only those that let this port in'),
    tag: tagFilter(),
    limit: limit(100, 1000),
    cursor: cursor(),
  }),
  output: z.object({
    groups: z.array(
      z.object({
        ...resource,
        network: maybe.text,
        description: maybe.freeText,
        ingress_rules: maybe.number,
        egress_rules: maybe.number,
        // Ingress that any address may use; an empty list is proof only in a complete reading.
        open_to_internet: z.array(
          z.object({
            protocol: z.string(),
            from_port: maybe.number,
            to_port: maybe.number,
            cidr: z.string(),
          }),
        ),
        // Null: what it is attached to was not read; 0: to nothing.
        attached: maybe.number,
      }),
    ),
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 60,
  permissions: {
    aws: ['ec2:DescribeSecurityGroups', 'ec2:DescribeNetworkInterfaces'],
    gcp: ['compute.firewalls.list', 'compute.networks.list', 'compute.networks.getEffectiveFirewalls'],
    magalu: ['network.read'],
  },
  proof:
    'the account is proved, the region is enabled and the groups with their rules were read to their end',
  since: '0.1.0',
})
