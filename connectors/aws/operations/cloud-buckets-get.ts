import { together } from '@vedette/connectors/kit'
import { cloudBucketsGet } from '@vedette/proto/operations'
import { readBucketRow, readBuckets, readExposure, readerOf } from '../buckets.ts'
import type { Output } from '../client.ts'
import type { Reader } from '../connect.ts'
import { orAbsent } from '../errors.ts'
import { parsePolicy } from '../iam.ts'
import { checkWhole, createNotes, type Notes } from '../pages.ts'
import { serveFind } from '../reading.ts'
import { need, texts } from '../values.ts'

// One bucket with its settings; those that could not be read are null and named, never off.
export const serveBucketsGet = serveFind(cloudBucketsGet, {
  where: 'global',
  field: 'bucket',
  async find(reader, { bucket }, session) {
    const all = await readBuckets(reader)
    checkWhole(all)
    const one = all.items.find((it) => it.Name === bucket)
    if (one === undefined) return undefined
    const notes = createNotes(reader)
    const row = await readBucketRow(session, one, notes)
    const settings = await readSettings(await readerOf(session, one), bucket, notes)
    return { value: { bucket: row, ...settings }, notes: notes.parts() }
  },
})

async function readSettings(reader: Reader, Bucket: string, notes: Notes) {
  const { seek } = notes
  const [exposure, policy, lock, lifecycle, logging, replication, encryption] = await together([
    readExposure(reader, Bucket, notes),
    seek(orAbsent(reader.call('s3', 'getBucketPolicy', { Bucket }), { Policy: undefined })),
    seek(orAbsent(reader.call('s3', 'getObjectLockConfiguration', { Bucket }), undefined)),
    seek(orAbsent(reader.call('s3', 'getBucketLifecycleConfiguration', { Bucket }), { Rules: [] })),
    seek(reader.call('s3', 'getBucketLogging', { Bucket })),
    seek(orAbsent(reader.call('s3', 'getBucketReplication', { Bucket }), undefined)),
    seek(orAbsent(reader.call('s3', 'getBucketEncryption', { Bucket }), undefined)),
  ])
  const statements = policy === null ? null : policy.Policy === undefined ? [] : parsePolicy(policy.Policy)
  const { blocks, grants } = exposure
  return {
    public_blocked:
      blocks === null ? null : blocks.RestrictPublicBuckets === true && blocks.IgnorePublicAcls === true,
    statements:
      statements?.map((it) => ({
        effect: it.effect,
        principals: it.principals ?? [],
        actions: it.actions,
        condition: it.condition,
      })) ?? null,
    acl_grants:
      grants?.map((it) => ({
        grantee: it.Grantee?.URI ?? it.Grantee?.ID ?? 'unknown',
        permission: it.Permission ?? 'unknown',
      })) ?? null,
    object_lock: lock === null ? null : lock?.ObjectLockConfiguration?.ObjectLockEnabled === 'Enabled',
    retention_days: lock?.ObjectLockConfiguration?.Rule?.DefaultRetention?.Days ?? null,
    lifecycle: lifecycle === null ? null : need(lifecycle.Rules).flatMap(toRules),
    access_logs: logging === null ? null : logging.LoggingEnabled !== undefined,
    replication:
      replication === null
        ? null
        : texts((replication?.ReplicationConfiguration?.Rules ?? []).map((it) => it.Destination?.Bucket)),
    encryption_key:
      encryption?.ServerSideEncryptionConfiguration?.Rules?.[0]?.ApplyServerSideEncryptionByDefault
        ?.KMSMasterKeyID ?? null,
    tls_only:
      statements?.some(
        (it) => it.effect === 'deny' && it.condition?.includes('aws:SecureTransport') === true,
      ) ?? null,
    size_bytes: null,
    objects: null,
    measured_at: null,
  }
}

type Rule = NonNullable<Output<'s3', 'getBucketLifecycleConfiguration'>['Rules']>[number]

function toRules(rule: Rule) {
  if (rule.Status !== 'Enabled') return []
  const own = { id: rule.ID ?? null, prefix: rule.Filter?.Prefix ?? rule.Prefix ?? null }
  const moves = (rule.Transitions ?? []).map((it) => ({
    ...own,
    action: `move to ${it.StorageClass ?? 'unknown'}`,
    after_days: it.Days ?? null,
  }))
  const ends =
    rule.Expiration === undefined
      ? []
      : [{ ...own, action: 'expire', after_days: rule.Expiration.Days ?? null }]
  return [...moves, ...ends]
}
