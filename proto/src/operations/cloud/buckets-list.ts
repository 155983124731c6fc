import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, limit } from '../fields.ts'
import { total } from '../values.ts'
import { bucketRow, tagFilter } from './shapes.ts'

// Object storage buckets and whether the public may read them.
export const cloudBucketsList = defineOperation({
  id: 'cloud.buckets.list',
  title: 'Buckets',
  describe:
    'Lists object storage buckets with whether the public may reach them and why, encryption and versioning.',
  when: ['public buckets', 's3 buckets', 'is the bucket open', 'storage buckets'],
  contract: 1,
  input: z.strictObject({
    public: z
      .boolean()
      .optional()
      .describe('Only buckets that the public may reach, or only those that it may not'),
    tag: tagFilter(),
    limit: limit(100, 1000),
    cursor: cursor(),
  }),
  output: z.object({ buckets: z.array(bucketRow), total }),
  scope: 'account',
  tier: 'read',
  freshness: 60,
  permissions: {
    aws: [
      's3:ListAllMyBuckets',
      's3:GetBucketLocation',
      's3:GetBucketPolicyStatus',
      's3:GetBucketPublicAccessBlock',
      's3:GetAccountPublicAccessBlock',
      's3:GetBucketAcl',
      's3:GetEncryptionConfiguration',
      's3:GetBucketVersioning',
      's3:GetBucketTagging',
    ],
    gcp: ['storage.buckets.list', 'storage.buckets.getIamPolicy'],
    magalu: ['object-storage.read'],
  },
  proof:
    'the account is proved and its buckets were read to their end; a bucket counts as not public only when policy, ACL and block settings were all read',
  since: '0.1.0',
})
