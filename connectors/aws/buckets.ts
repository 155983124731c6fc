import { together } from '@vedette/connectors/kit'
import type { Output } from './client.ts'
import type { Reader, Session } from './connect.ts'
import { orAbsent } from './errors.ts'
import { collect, type Notes } from './pages.ts'
import { need, toTags, toTime } from './values.ts'

export type Bucket = NonNullable<Output<'s3', 'listBuckets'>['Buckets']>[number]

// Buckets of the account, to their end.
export function readBuckets(reader: Reader) {
  return collect<Bucket>(async (ContinuationToken) => {
    const said = await reader.call('s3', 'listBuckets', {
      MaxBuckets: 1000,
      ...(ContinuationToken === undefined ? {} : { ContinuationToken }),
    })
    // An account without buckets still names its owner.
    const items = said.Buckets ?? (said.Owner === undefined ? undefined : [])
    return { items, next: said.ContinuationToken }
  })
}

// The reader of the region where a bucket lies; S3 calls its first region nothing and Ireland EU.
export async function readerOf(session: Session, { Name, BucketRegion }: Bucket): Promise<Reader> {
  if (BucketRegion !== undefined) return session.at(BucketRegion)
  const said = await session.global().call('s3', 'getBucketLocation', { Bucket: Name })
  const place = said.LocationConstraint ?? 'us-east-1'
  return session.at(place === 'EU' ? 'eu-west-1' : place)
}

type Block = Output<'s3', 'getPublicAccessBlock'>['PublicAccessBlockConfiguration']

// What decides whether the public may reach a bucket; null for each part that was not read.
export async function readExposure(reader: Reader, Bucket: string, notes: Notes) {
  const [block, status, acl] = await together([
    notes.seek(
      orAbsent(
        reader.call('s3', 'getPublicAccessBlock', { Bucket }),
        {} as { PublicAccessBlockConfiguration?: Block },
      ),
    ),
    notes.seek(
      orAbsent(reader.call('s3', 'getBucketPolicyStatus', { Bucket }), { PolicyStatus: { IsPublic: false } }),
    ),
    notes.seek(reader.call('s3', 'getBucketAcl', { Bucket })),
  ])
  const blocks = block === null ? null : (block.PublicAccessBlockConfiguration ?? {})
  const byPolicy = status === null ? null : (status.PolicyStatus?.IsPublic ?? null)
  const grants = acl === null ? null : need(acl.Grants)
  const byAcl = grants === null ? null : grants.some((one) => isEverybody(one.Grantee?.URI))
  return { blocks, byPolicy, byAcl, grants }
}

function isEverybody(uri: string | undefined): boolean {
  return uri?.endsWith('/global/AllUsers') === true || uri?.endsWith('/global/AuthenticatedUsers') === true
}

// Public when one way is open; not public only when each way was read and is closed.
export function judgePublic({
  blocks,
  byPolicy,
  byAcl,
}: Omit<Awaited<ReturnType<typeof readExposure>>, 'grants'>): {
  public: boolean | null
  because: string[] | null
} {
  const policy = blocks?.RestrictPublicBuckets === true ? false : byPolicy
  const acl = blocks?.IgnorePublicAcls === true ? false : byAcl
  const because = [...(policy === true ? ['policy'] : []), ...(acl === true ? ['acl'] : [])]
  // Without the blocks an open policy may still be shut by them.
  if (because.length > 0) return blocks === null ? { public: null, because: null } : { public: true, because }
  return policy === false && acl === false ? { public: false, because: [] } : { public: null, because: null }
}

// One bucket as the catalogue says it, from its own region.
export async function readBucketRow(session: Session, one: Bucket, notes: Notes) {
  const Bucket = one.Name ?? ''
  const reader = await notes.seek(readerOf(session, one))
  const blank = {
    id: Bucket,
    name: Bucket,
    account: session.account,
    storage_class: null,
    created_at: toTime(one.CreationDate),
  }
  if (reader === null)
    return {
      ...blank,
      region: null,
      tags: null,
      public: null,
      public_because: null,
      encryption: 'unknown' as const,
      versioning: null,
    }
  const [exposure, encryption, versioning, tags] = await together([
    readExposure(reader, Bucket, notes),
    notes.seek(orAbsent(reader.call('s3', 'getBucketEncryption', { Bucket }), undefined)),
    notes.seek(reader.call('s3', 'getBucketVersioning', { Bucket })),
    notes.seek(orAbsent(reader.call('s3', 'getBucketTagging', { Bucket }), { TagSet: [] })),
  ])
  const judged = judgePublic(exposure)
  return {
    ...blank,
    region: reader.region,
    tags: tags === null ? null : toTags(tags.TagSet),
    public: judged.public,
    public_because: judged.because,
    encryption: encryption === null ? ('unknown' as const) : toEncryption(encryption),
    versioning: versioning === null ? null : versioning.Status === 'Enabled',
  }
}

type Encryption = Partial<Output<'s3', 'getBucketEncryption'>>

function toEncryption(said: Encryption | undefined): 'provider_key' | 'customer_key' | 'none' | 'unknown' {
  if (said === undefined) return 'none'
  const by = said.ServerSideEncryptionConfiguration?.Rules?.[0]?.ApplyServerSideEncryptionByDefault
  if (by?.SSEAlgorithm === 'AES256') return 'provider_key'
  if (by?.SSEAlgorithm === 'aws:kms' || by?.SSEAlgorithm === 'aws:kms:dsse')
    return by.KMSMasterKeyID === undefined || by.KMSMasterKeyID.includes('alias/aws/s3')
      ? 'provider_key'
      : 'customer_key'
  return 'unknown'
}
