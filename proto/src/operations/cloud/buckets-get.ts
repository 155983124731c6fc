import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { wanted } from '../fields.ts'
import { maybe } from '../values.ts'
import { bucketRow } from './shapes.ts'

// One bucket with policy, versioning, lock and lifecycle.
export const cloudBucketsGet = defineOperation({
  id: 'cloud.buckets.get',
  title: 'One bucket',
  describe:
    'Gives one bucket with its policy, public access settings, versioning, lock, lifecycle, encryption, logging and replication.',
  when: ['bucket policy', 'is versioning on', 'object lock', 'lifecycle rules', 'why is the bucket public'],
  contract: 1,
  input: z.strictObject({ bucket: wanted('Bucket name') }),
  output: z.object({
    bucket: bucketRow,
    public_blocked: maybe.flag,
    statements: z
      .array(
        z.object({
          effect: z.enum(['allow', 'deny']),
          principals: z.array(z.string()),
          actions: z.array(z.string()),
          condition: maybe.text,
        }),
      )
      .nullable(),
    acl_grants: z.array(z.object({ grantee: z.string(), permission: z.string() })).nullable(),
    object_lock: maybe.flag,
    retention_days: maybe.number,
    lifecycle: z
      .array(z.object({ id: maybe.text, prefix: maybe.text, action: z.string(), after_days: maybe.number }))
      .nullable(),
    access_logs: maybe.flag,
    replication: maybe.texts,
    encryption_key: maybe.text,
    tls_only: maybe.flag,
    size_bytes: maybe.number,
    objects: maybe.number,
    measured_at: maybe.time,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 60,
  permissions: {
    aws: [
      's3:GetBucketPolicy',
      's3:GetBucketPolicyStatus',
      's3:GetBucketPublicAccessBlock',
      's3:GetBucketAcl',
      's3:GetBucketVersioning',
      's3:GetBucketObjectLockConfiguration',
      's3:GetLifecycleConfiguration',
      's3:GetEncryptionConfiguration',
      's3:GetBucketLogging',
      's3:GetReplicationConfiguration',
      'cloudwatch:GetMetricData',
    ],
    gcp: ['storage.buckets.get', 'storage.buckets.getIamPolicy'],
    magalu: ['object-storage.read'],
  },
  proof:
    'never: an unknown bucket is an error of the argument; settings that could not be read are null, not off',
  since: '0.1.0',
})
