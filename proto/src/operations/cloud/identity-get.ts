import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { maybe } from '../values.ts'

// Whom the cloud takes the agent for.
export const cloudIdentityGet = defineOperation({
  id: 'cloud.identity.get',
  title: 'Cloud identity',
  describe:
    'Says whom the cloud takes the credential for, in which account, project or tenant, and through which role.',
  when: ['which account', 'whoami in the cloud', 'caller identity', 'which role do we use'],
  contract: 1,
  input: z.strictObject({}),
  output: z.object({
    account: z.string(),
    account_name: maybe.text,
    organisation: maybe.text,
    principal: maybe.userHandle,
    kind: z.enum(['user', 'role', 'service_account', 'api_key', 'unknown']),
    regions: maybe.texts,
    expires_at: maybe.time,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 60,
  permissions: {
    aws: ['sts:GetCallerIdentity', 'iam:ListAccountAliases', 'organizations:DescribeOrganization'],
    gcp: ['resourcemanager.projects.get'],
    magalu: ['iam:read', 'network.read'],
  },
  proof: 'never: an identity is one item',
  since: '0.1.0',
})
