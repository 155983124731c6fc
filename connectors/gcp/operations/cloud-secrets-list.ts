import { cloudSecretsList } from '@vedette/proto/operations'
import { z } from 'zod'
import { collect, mapRows } from '../answers.ts'
import { serveList } from '../reading.ts'
import { hasTag, holds, labels, lastOf, maybeText, maybeTime, placeOf } from '../values.ts'

const secret = z.object({
  name: z.string(),
  labels,
  createTime: maybeTime,
  expireTime: maybeTime,
  rotation: z.object({ nextRotationTime: maybeTime, rotationPeriod: maybeText }).optional(),
  replication: z
    .object({
      automatic: z
        .object({ customerManagedEncryption: z.object({ kmsKeyName: maybeText }).optional() })
        .optional(),
      userManaged: z.object({ replicas: z.array(z.object({ location: z.string() })).default([]) }).optional(),
    })
    .optional(),
})

// Secrets of Secret Manager by name, never a value: no version is opened.
export const serveSecretsList = serveList(cloudSecretsList, {
  async read(reader, { rotation, match, tag }) {
    const now = reader.context.clock.now()
    const list = await collect(reader, {
      service: 'secrets',
      path: ['projects', reader.project.id, 'secrets'],
      field: 'secrets',
      row: secret,
      size: ['pageSize', 500],
      needs: 'secretmanager.secrets.list',
    })
    return mapRows(list, (all) =>
      all
        .map((one) => {
          const next = one.rotation?.nextRotationTime ?? null
          const isLate = next !== null && Date.parse(next) < now
          return {
            id: one.name,
            name: lastOf(one.name),
            ...placeOf(reader, null),
            tags: one.labels,
            description: null,
            rotation:
              one.rotation === undefined ? ('off' as const) : isLate ? ('overdue' as const) : ('on' as const),
            rotated_at: null,
            next_rotation_at: next,
            last_used_at: null,
            changed_at: null,
            versions: null,
            encryption_key: one.replication?.automatic?.customerManagedEncryption?.kmsKeyName ?? null,
            deletion_at: one.expireTime,
            replicas: one.replication?.userManaged?.replicas.map((it) => it.location) ?? null,
          }
        })
        .filter(
          (row) =>
            (rotation === undefined || row.rotation === rotation) &&
            holds(row.name, match) &&
            hasTag(row.tags, tag),
        ),
    )
  },
  keyOf: (row) => [row.name],
  toValue: ({ rows, total }) => ({ secrets: [...rows], total }),
})
