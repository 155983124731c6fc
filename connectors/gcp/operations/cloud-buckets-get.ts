import { cloudBucketsGet } from '@vedette/proto/operations'
import { askAs } from '../answers.ts'
import { bucket, readPolicy, toBucket } from '../buckets.ts'
import { createNotes, orNothing, serveFind } from '../reading.ts'

const DAY_S = 86_400

// One bucket with its policy and settings; how much it holds is not among them.
export const serveBucketsGet = serveFind(cloudBucketsGet, {
  field: 'bucket',
  async find(reader, input) {
    const one = await orNothing(
      askAs(reader, {
        service: 'storage',
        path: ['b', input.bucket],
        query: { projection: 'full' },
        row: bucket,
        needs: 'storage.buckets.get',
      }),
    )
    if (one === undefined) return undefined
    const notes = createNotes(reader)
    const policy = await readPolicy(reader, one.name, notes)
    const prevention = one.iamConfiguration?.publicAccessPrevention ?? null
    const retention = one.retentionPolicy?.retentionPeriod ?? null
    const value = {
      bucket: toBucket(reader, one, policy),
      public_blocked: prevention === null ? null : prevention === 'enforced',
      statements:
        policy?.bindings.map((it) => ({
          effect: 'allow' as const,
          principals: it.members,
          actions: [it.role],
          condition: it.condition?.expression ?? null,
        })) ?? null,
      acl_grants: one.acl?.map((it) => ({ grantee: it.entity, permission: it.role })) ?? null,
      object_lock: one.objectRetention === undefined ? false : one.objectRetention.mode === 'Enabled',
      retention_days: retention === null ? null : retention / DAY_S,
      lifecycle: (one.lifecycle?.rule ?? []).map((it) => ({
        id: null,
        prefix: it.condition?.matchesPrefix[0] ?? null,
        action: it.action.type,
        after_days: it.condition?.age ?? null,
      })),
      access_logs: one.logging !== undefined,
      replication: null,
      encryption_key: one.encryption?.defaultKmsKeyName ?? null,
      // Cloud Storage takes plain HTTP where a client insists.
      tls_only: null,
      size_bytes: null,
      objects: null,
      measured_at: null,
    }
    return { value, notes: notes.parts() }
  },
})
