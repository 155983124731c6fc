import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { filter, limit } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { place } from './shapes.ts'

// Statements of one policy, or all that apply to one principal.
export const cloudIamPoliciesGet = defineOperation({
  id: 'cloud.iam.policies.get',
  title: 'Cloud policy',
  describe:
    'Gives the statements of one policy, or of every policy that applies to one principal, boundaries and organisation limits included where they can be read.',
  when: [
    'iam policy',
    'what can this role do',
    'permissions of a service account',
    'policy document',
    'who can delete',
  ],
  contract: 1,
  input: z.strictObject({
    policy: filter('Policy or custom role, by id or name; give this or principal'),
    principal: filter('User, group, role or service account; give this or policy'),
    action: filter('Only statements that touch this action'),
    limit: limit(100, 500),
  }),
  output: z.object({
    subject: z.string(),
    ...place,
    statements: z.array(
      z.object({
        policy: z.string(),
        kind: z.string().describe('managed, inline, role_binding, boundary, organisation, resource or other'),
        effect: z.enum(['allow', 'deny']),
        actions: z.array(z.string()),
        not_actions: maybe.texts,
        resources: z.array(z.string()),
        principals: maybe.texts,
        condition: maybe.text,
      }),
    ),
    // Kinds of policy that may apply and were not read: what they forbid is not known.
    not_read: z.array(z.string()),
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 300,
  permissions: {
    aws: [
      'iam:GetPolicy',
      'iam:GetPolicyVersion',
      'iam:GetRolePolicy',
      'iam:GetUserPolicy',
      'iam:ListAttachedRolePolicies',
      'iam:ListAttachedUserPolicies',
      'iam:ListRolePolicies',
      'iam:ListUserPolicies',
      'iam:ListGroupsForUser',
    ],
    gcp: ['resourcemanager.projects.getIamPolicy', 'iam.roles.get'],
    magalu: ['iam:read'],
  },
  proof:
    'the policy or principal exists and every kind of policy that may apply was read; else those left out stand in `not_read`',
  since: '0.1.0',
})
