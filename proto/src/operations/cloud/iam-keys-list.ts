import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { place } from './shapes.ts'

// Access keys with age and last use; never their secrets.
export const cloudIamKeysList = defineOperation({
  id: 'cloud.iam.keys.list',
  title: 'Cloud access keys',
  describe:
    'Lists access keys of users and service accounts with age, state and last use; oldest first. Never a secret.',
  when: ['old access keys', 'key rotation', 'service account keys', 'unused keys', 'leaked key id'],
  contract: 1,
  input: z.strictObject({
    older_than_days: z.int().min(0).max(3650).optional().describe('Only keys at least this old'),
    principal: filter('Only keys of this user or service account'),
    key: filter('Only the key with this id'),
    limit: limit(100, 1000),
    cursor: cursor(),
  }),
  output: z.object({
    keys: z.array(
      z.object({
        id: z.string(),
        ...place,
        principal: maybe.userHandle,
        kind: z.enum(['access_key', 'service_account_key', 'api_key', 'unknown']),
        active: maybe.flag,
        created_at: maybe.time,
        expires_at: maybe.time,
        last_used_at: maybe.time,
        last_used_service: maybe.text,
      }),
    ),
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 300,
  permissions: {
    aws: ['iam:ListUsers', 'iam:ListAccessKeys', 'iam:GetAccessKeyLastUsed'],
    gcp: ['iam.serviceAccounts.list', 'iam.serviceAccountKeys.list'],
    magalu: ['iam:read'],
  },
  proof: 'the account is proved and the keys of every principal were read to their end',
  since: '0.1.0',
})
