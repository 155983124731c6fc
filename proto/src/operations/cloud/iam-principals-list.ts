import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { place } from './shapes.ts'

// Users, groups and service accounts with how they sign in.
export const cloudIamPrincipalsList = defineOperation({
  id: 'cloud.iam.principals.list',
  title: 'Cloud principals',
  describe:
    'Lists users, groups and service accounts of an account with roles, keys, second factor and when each was last active.',
  when: ['iam users', 'service accounts', 'users without mfa', 'inactive users', 'who has access'],
  contract: 1,
  input: z.strictObject({
    kind: z.enum(['user', 'group', 'service_account']).optional().describe('Only this kind'),
    match: filter('Text in the name'),
    limit: limit(100, 1000),
    cursor: cursor(),
  }),
  output: z.object({
    principals: z.array(
      z.object({
        id: z.string(),
        name: maybe.userHandle,
        ...place,
        kind: z.enum(['user', 'group', 'service_account', 'unknown']),
        roles: maybe.texts,
        groups: maybe.texts,
        keys: maybe.number,
        console_access: maybe.flag,
        second_factor: maybe.flag,
        disabled: maybe.flag,
        last_active_at: maybe.time,
        created_at: maybe.time,
      }),
    ),
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 300,
  permissions: {
    aws: [
      'iam:ListUsers',
      'iam:ListGroups',
      'iam:ListGroupsForUser',
      'iam:ListAttachedUserPolicies',
      'iam:ListMFADevices',
      'iam:ListAccessKeys',
      'iam:GetLoginProfile',
    ],
    gcp: ['iam.serviceAccounts.list', 'resourcemanager.projects.getIamPolicy'],
    magalu: ['iam:read'],
  },
  proof:
    'the account is proved and each kind was read to its end; people of a federated directory are known only by the roles that they take',
  since: '0.1.0',
})
