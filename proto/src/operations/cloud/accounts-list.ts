import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit } from '../fields.ts'
import { maybe, total } from '../values.ts'

// Accounts, projects or tenants that are known, and which of them can be read.
export const cloudAccountsList = defineOperation({
  id: 'cloud.accounts.list',
  title: 'Cloud accounts',
  describe:
    'Lists accounts, projects or tenants that the credential or the organisation knows, and whether each can be read from here.',
  when: ['which accounts', 'aws organization', 'gcp projects', 'tenants', 'accounts we cannot see'],
  contract: 1,
  input: z.strictObject({
    match: filter('Text in the name or id'),
    limit: limit(200, 1000),
    cursor: cursor(),
  }),
  output: z.object({
    accounts: z.array(
      z.object({
        account: z.string(),
        name: maybe.text,
        parent: maybe.text,
        state: z.enum(['active', 'suspended', 'closing', 'unknown']),
        readable: maybe.flag,
        labels: maybe.tags,
        created_at: maybe.time,
      }),
    ),
    // `organisation`: every account of it is listed; `visible`: only those that the credential may see; `not_enumerated`: more may exist.
    universe: z.enum(['organisation', 'visible', 'not_enumerated']),
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 300,
  permissions: {
    aws: ['organizations:ListAccounts', 'organizations:DescribeOrganization', 'sts:AssumeRole'],
    gcp: ['resourcemanager.projects.get'],
    magalu: ['iam:read', 'network.read'],
  },
  proof:
    'the organisation was read to its end; where the universe cannot be listed nothing is proved of what is not in it',
  since: '0.1.0',
})
