import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, limit, wanted } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { filterRule, resource } from './shapes.ts'

// Every rule of one packet filter.
export const cloudSecurityGroupsRules = defineOperation({
  id: 'cloud.security_groups.rules',
  title: 'Rules of a security group',
  describe:
    'Lists every rule of one security group or firewall rule with direction, protocol, ports and peers, and what it is attached to.',
  when: ['security group rules', 'which ports does it open', 'allowed sources', 'firewall rule details'],
  contract: 1,
  input: z.strictObject({
    group: wanted('Group or firewall rule, as cloud_security_groups_list gives it'),
    direction: z.enum(['ingress', 'egress']).optional().describe('Only this direction'),
    limit: limit(200, 1000),
    cursor: cursor(),
  }),
  output: z.object({
    group: z.object({ ...resource, network: maybe.text, description: maybe.freeText }),
    rules: z.array(filterRule),
    attached_to: maybe.texts,
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 60,
  permissions: {
    aws: ['ec2:DescribeSecurityGroups', 'ec2:DescribeSecurityGroupRules', 'ec2:DescribeNetworkInterfaces'],
    gcp: ['compute.firewalls.list', 'compute.networks.list', 'compute.networks.getEffectiveFirewalls'],
    magalu: ['network.read'],
  },
  proof:
    'the group exists and its rules were read to their end; other filters on the same interface are not in it',
  since: '0.1.0',
})
