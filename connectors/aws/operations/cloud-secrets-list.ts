import { cloudSecretsList } from '@vedette/proto/operations'
import { collect, mapPaged } from '../pages.ts'
import { serveList } from '../reading.ts'
import { hasTag, holds, placeOf, texts, told, toTags, toTime } from '../values.ts'

// Names and rotation of secrets; no value is ever read. Parameters of Systems Manager are not among them.
export const serveSecretsList = serveList(cloudSecretsList, {
  async read(reader, input) {
    const now = reader.context.clock.now()
    const paged = await collect(async (NextToken) => {
      const said = await reader.call('secrets', 'listSecrets', {
        MaxResults: 100,
        IncludePlannedDeletion: true,
        ...(NextToken === undefined ? {} : { NextToken }),
      })
      return { items: said.SecretList, next: said.NextToken }
    })
    return mapPaged(paged, (all) =>
      all
        .map((one) => ({
          id: one.ARN ?? '',
          name: one.Name ?? null,
          ...placeOf(reader),
          tags: toTags(one.Tags),
          description: told(one.Description),
          rotation: toRotation(one, now),
          rotated_at: toTime(one.LastRotatedDate),
          next_rotation_at: toTime(one.NextRotationDate),
          last_used_at: toTime(one.LastAccessedDate),
          changed_at: toTime(one.LastChangedDate),
          versions:
            one.SecretVersionsToStages === undefined ? null : Object.keys(one.SecretVersionsToStages).length,
          encryption_key: one.KmsKeyId ?? null,
          deletion_at: toTime(one.DeletedDate),
          replicas: texts(
            one.PrimaryRegion === undefined || one.PrimaryRegion === reader.region ? [] : [one.PrimaryRegion],
          ),
        }))
        .filter((row) => holds(row.name, input.match) && hasTag(row.tags, input.tag))
        .filter((row) => input.rotation === undefined || row.rotation === input.rotation),
    )
  },
  keyOf: (row) => [row.region ?? '', row.id],
  toValue: ({ rows, total }) => ({ secrets: [...rows], total }),
})

type Rotated = Readonly<{ RotationEnabled?: boolean | undefined; NextRotationDate?: Date | undefined }>

function toRotation(one: Rotated, now: number): 'on' | 'off' | 'overdue' {
  if (one.RotationEnabled !== true) return 'off'
  return one.NextRotationDate !== undefined && one.NextRotationDate.getTime() < now ? 'overdue' : 'on'
}
