import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit, whether } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { resource, tagFilter } from './shapes.ts'

// Roles with who may take them and when each was last used.
export const cloudIamRolesList = defineOperation({
  id: 'cloud.iam.roles.list',
  title: 'Cloud roles',
  describe:
    'Lists roles with who may take them, attached policies and when each was last used; those open to other accounts are marked.',
  when: ['iam roles', 'who can assume this role', 'unused roles', 'cross account role', 'custom roles'],
  contract: 1,
  input: z.strictObject({
    match: filter('Text in the name'),
    external_only: whether('Only roles that other accounts or identity providers may take'),
    tag: tagFilter(),
    limit: limit(100, 1000),
    cursor: cursor(),
  }),
  output: z.object({
    roles: z.array(
      z.object({
        ...resource,
        description: maybe.freeText,
        trusted: maybe.texts,
        external: maybe.flag,
        policies: maybe.texts,
        permissions: maybe.number,
        custom: maybe.flag,
        last_used_at: maybe.time,
        created_at: maybe.time,
      }),
    ),
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 300,
  permissions: {
    aws: ['iam:ListRoles', 'iam:GetRole', 'iam:ListAttachedRolePolicies', 'iam:ListRolePolicies'],
    gcp: ['iam.roles.list', 'resourcemanager.projects.getIamPolicy'],
    magalu: ['iam:read'],
  },
  proof:
    'the account is proved and its roles were read to their end; roles of a folder or organisation above are not among them',
  since: '0.1.0',
})
