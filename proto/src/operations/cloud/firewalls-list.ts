import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, limit } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { resource } from './shapes.ts'

// Web application firewalls and network firewalls with what they protect.
export const cloudFirewallsList = defineOperation({
  id: 'cloud.firewalls.list',
  title: 'Web and network firewalls',
  describe: 'Lists web application firewalls and network firewalls with mode, rules and what each protects.',
  when: ['waf rules', 'cloud armor', 'network firewall', 'is it behind a waf', 'rate limit rules'],
  contract: 1,
  input: z.strictObject({
    kind: z.enum(['web', 'network']).optional().describe('Only this kind'),
    limit: limit(100, 500),
    cursor: cursor(),
  }),
  output: z.object({
    firewalls: z.array(
      z.object({
        ...resource,
        kind: z.enum(['web', 'network']),
        default_action: z.enum(['allow', 'deny', 'unknown']),
        rules: z.array(
          z.object({
            name: z.string(),
            priority: maybe.number,
            action: z.enum(['allow', 'deny', 'count', 'throttle', 'challenge', 'other']),
            summary: maybe.text,
          }),
        ),
        protects: maybe.texts,
        logging: maybe.flag,
      }),
    ),
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 60,
  permissions: {
    aws: [
      'wafv2:ListWebACLs',
      'wafv2:GetWebACL',
      'wafv2:ListResourcesForWebACL',
      'network-firewall:ListFirewalls',
      'network-firewall:DescribeFirewall',
      'network-firewall:DescribeFirewallPolicy',
    ],
    gcp: ['compute.securityPolicies.list', 'compute.securityPolicies.get', 'compute.firewallPolicies.list'],
  },
  proof: 'the account is proved and both kinds were read to their end in the region and in the global scope',
  since: '0.1.0',
})
