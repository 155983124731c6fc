import { cloudDisksList } from '@vedette/proto/operations'
import { collect, mapPaged } from '../pages.ts'
import { serveList } from '../reading.ts'
import { hasTag, nameOf, need, placeOf, texts, toBytes, toTags, toTime, toWord } from '../values.ts'

const MIB = 1024 ** 2
const STATES = Object.freeze({
  available: 'available',
  'in-use': 'in_use',
  creating: 'creating',
  deleting: 'deleting',
  deleted: 'deleting',
  error: 'error',
} as const)

// EBS volumes of every region.
export const serveDisksList = serveList(cloudDisksList, {
  async read(reader, input) {
    const paged = await collect(async (NextToken) => {
      const said = await reader.call('ec2', 'describeVolumes', {
        MaxResults: 500,
        ...(NextToken === undefined ? {} : { NextToken }),
      })
      return { items: said.Volumes, next: said.NextToken }
    })
    return mapPaged(paged, (all) =>
      all
        .map((one) => {
          const tags = toTags(one.Tags)
          return {
            id: one.VolumeId ?? '',
            name: nameOf(tags),
            ...placeOf(reader),
            tags,
            size_bytes: need(toBytes(one.Size)),
            type: one.VolumeType ?? null,
            iops: one.Iops ?? null,
            throughput_bytes_per_s: one.Throughput === undefined ? null : one.Throughput * MIB,
            state: toWord(STATES, one.State),
            attached_to: texts((one.Attachments ?? []).map((it) => it.InstanceId)),
            zone: one.AvailabilityZone ?? null,
            encrypted: one.Encrypted ?? null,
            snapshot: one.SnapshotId === undefined || one.SnapshotId === '' ? null : one.SnapshotId,
            detached_at: null,
            created_at: toTime(one.CreateTime),
          }
        })
        .filter((row) => hasTag(row.tags, input.tag) && (!input.unattached || row.attached_to.length === 0)),
    )
  },
  keyOf: (row) => [row.region ?? '', row.id],
  toValue: ({ rows, total }) => ({ disks: [...rows], total }),
})
