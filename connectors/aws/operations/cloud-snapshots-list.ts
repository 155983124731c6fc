import { cloudSnapshotsList } from '@vedette/proto/operations'
import { collect, createNotes, mapPaged } from '../pages.ts'
import { serveList } from '../reading.ts'
import { hasTag, nameOf, placeOf, toBytes, toTags, toTime, toWord } from '../values.ts'

const STATES = Object.freeze({
  completed: 'completed',
  pending: 'pending',
  recoverable: 'completed',
  recovering: 'pending',
  error: 'error',
} as const)

// The account's own EBS snapshots. How each is shared needs a call for each, so it stays unknown.
export const serveSnapshotsList = serveList(cloudSnapshotsList, {
  async read(reader, input) {
    const notes = createNotes(reader)
    const paged = await collect(async (NextToken) => {
      const said = await reader.call('ec2', 'describeSnapshots', {
        OwnerIds: ['self'],
        MaxResults: 1000,
        ...(input.source === undefined ? {} : { Filters: [{ Name: 'volume-id', Values: [input.source] }] }),
        ...(NextToken === undefined ? {} : { NextToken }),
      })
      return { items: said.Snapshots, next: said.NextToken }
    })
    const disks = paged.items.length === 0 ? null : await notes.seek(readDiskIds())
    async function readDiskIds(): Promise<ReadonlySet<string> | null> {
      const all = await collect(async (NextToken) => {
        const said = await reader.call('ec2', 'describeVolumes', {
          MaxResults: 500,
          ...(NextToken === undefined ? {} : { NextToken }),
        })
        return { items: said.Volumes, next: said.NextToken }
      })
      return all.stop === 'end' ? new Set(all.items.map((one) => one.VolumeId ?? '')) : null
    }
    const rows = mapPaged(paged, (all) =>
      all
        .map((one) => {
          const tags = toTags(one.Tags)
          return {
            id: one.SnapshotId ?? '',
            name: nameOf(tags),
            ...placeOf(reader),
            tags,
            source: one.VolumeId ?? null,
            source_exists: one.VolumeId === undefined ? null : (disks?.has(one.VolumeId) ?? null),
            size_bytes: toBytes(one.VolumeSize),
            state: toWord(STATES, one.State),
            encrypted: one.Encrypted ?? null,
            shared: null,
            automatic:
              Object.hasOwn(tags, 'aws:backup:source-resource') ||
              Object.hasOwn(tags, 'aws:dlm:lifecycle-policy-id'),
            created_at: toTime(one.StartTime),
          }
        })
        .filter((row) => hasTag(row.tags, input.tag)),
    )
    return { paged: rows, notes: notes.parts() }
  },
  keyOf: (row) => [row.region ?? '', row.id],
  toValue: ({ rows, total }) => ({ snapshots: [...rows], total }),
})
