import { z } from 'zod'
import { askAs } from './answers.ts'
import type { Reader } from './client.ts'
import type { Notes } from './reading.ts'
import { labels, maybeFlag, maybeNumber, maybeText, maybeTime, placeOf, texts } from './values.ts'

const entry = z.object({ entity: z.string(), role: z.string() })

// A bucket of Cloud Storage with its settings.
export const bucket = z.object({
  id: z.string(),
  name: z.string(),
  location: maybeText,
  labels,
  storageClass: maybeText,
  timeCreated: maybeTime,
  versioning: z.object({ enabled: maybeFlag }).optional(),
  encryption: z.object({ defaultKmsKeyName: maybeText }).optional(),
  acl: z.array(entry).optional(),
  defaultObjectAcl: z.array(entry).optional(),
  retentionPolicy: z.object({ retentionPeriod: maybeNumber, isLocked: maybeFlag }).optional(),
  objectRetention: z.object({ mode: maybeText }).optional(),
  logging: z.object({ logBucket: maybeText }).optional(),
  iamConfiguration: z
    .object({
      publicAccessPrevention: maybeText,
      uniformBucketLevelAccess: z.object({ enabled: maybeFlag }).optional(),
    })
    .optional(),
  lifecycle: z
    .object({
      rule: z
        .array(
          z.object({
            action: z.object({ type: z.string() }),
            condition: z.object({ age: maybeNumber, matchesPrefix: texts }).optional(),
          }),
        )
        .default([]),
    })
    .optional(),
})
export type Bucket = z.output<typeof bucket>

const policy = z.object({
  kind: z.literal('storage#policy'),
  bindings: z
    .array(
      z.object({
        role: z.string(),
        members: texts,
        condition: z.object({ expression: maybeText }).optional(),
      }),
    )
    .default([]),
})
export type BucketPolicy = z.output<typeof policy>

// The IAM policy of a bucket; null when it was blind, and then the notes say so.
export function readPolicy(reader: Reader, name: string, notes: Notes): Promise<BucketPolicy | null> {
  return notes.seek(
    askAs(reader, {
      service: 'storage',
      path: ['b', name, 'iam'],
      query: { optionsRequestedPolicyVersion: '3' },
      row: policy,
      needs: 'storage.buckets.getIamPolicy',
    }),
  )
}

const EVERYBODY: readonly string[] = ['allUsers', 'allAuthenticatedUsers']

// Whether everybody reaches a bucket, by its policy, its ACLs and what is inherited being blocked; null when one of them
// was not read. Objects may have ACLs of their own where access is not uniform.
export function toExposure(
  one: Bucket,
  policyRead: BucketPolicy | null,
): Readonly<{ public: boolean | null; because: string[] | null }> {
  const { iamConfiguration: iam } = one
  if (iam?.publicAccessPrevention === 'enforced') return { public: false, because: [] }
  const grants = (policyRead?.bindings ?? []).filter((it) =>
    it.members.some((member) => EVERYBODY.includes(member)),
  )
  const acls = [...(one.acl ?? []), ...(one.defaultObjectAcl ?? [])].filter((it) =>
    EVERYBODY.includes(it.entity),
  )
  const because = [...grants.map((it) => `policy: ${it.role}`), ...acls.map((it) => `acl: ${it.role}`)]
  if (because.length > 0) return { public: true, because }
  const isUniform = iam?.uniformBucketLevelAccess?.enabled === true
  const isWhole = policyRead !== null && isUniform
  return isWhole ? { public: false, because: [] } : { public: null, because: null }
}

// A bucket as a row.
export function toBucket(reader: Reader, one: Bucket, policyRead: BucketPolicy | null) {
  const { public: open, because } = toExposure(one, policyRead)
  const key = one.encryption?.defaultKmsKeyName ?? null
  return {
    id: one.id,
    name: one.name,
    ...placeOf(reader, one.location?.toLowerCase() ?? null),
    tags: one.labels,
    public: open,
    public_because: because,
    encryption: key === null ? ('provider_key' as const) : ('customer_key' as const),
    versioning: one.versioning?.enabled ?? false,
    storage_class: one.storageClass,
    created_at: one.timeCreated,
  }
}
