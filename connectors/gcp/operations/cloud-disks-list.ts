import { cloudDisksList } from '@vedette/proto/operations'
import { z } from 'zod'
import { aggregate, mapRows } from '../answers.ts'
import { serveList } from '../reading.ts'
import {
  GIB,
  hasTag,
  labels,
  lastOf,
  maybeNumber,
  maybeText,
  maybeTime,
  number,
  placeOf,
  regionOf,
  tail,
  texts,
  toWord,
} from '../values.ts'

const MIB = 1024 ** 2
const STATES = Object.freeze({
  CREATING: 'creating',
  RESTORING: 'creating',
  DELETING: 'deleting',
  FAILED: 'error',
  UNAVAILABLE: 'error',
} as const)

const disk = z.object({
  id: z.string(),
  name: z.string(),
  sizeGb: number,
  type: maybeText,
  zone: maybeText,
  region: maybeText,
  status: maybeText,
  users: texts,
  labels,
  sourceSnapshot: maybeText,
  provisionedIops: maybeNumber,
  provisionedThroughput: maybeNumber,
  lastDetachTimestamp: maybeTime,
  creationTimestamp: maybeTime,
})

// Persistent disks of every zone and region.
export const serveDisksList = serveList(cloudDisksList, {
  async read(reader, input) {
    const list = await aggregate(reader, {
      resource: 'disks',
      field: 'disks',
      row: disk,
      needs: 'compute.disks.list',
    })
    return mapRows(list, (all) =>
      all
        .map((one) => toRow(one, placeOf(reader, regionOf(one.zone ?? one.region))))
        .filter((row) => hasTag(row.tags, input.tag) && (!input.unattached || row.attached_to.length === 0)),
    )
  },
  keyOf: (row) => [row.region ?? '', row.zone ?? '', row.id],
  toValue: ({ rows, total }) => ({ disks: [...rows], total }),
})

function toRow(one: z.output<typeof disk>, place: ReturnType<typeof placeOf>) {
  const used = one.users.length > 0 ? ('in_use' as const) : ('available' as const)
  return {
    id: one.id,
    name: one.name,
    ...place,
    tags: one.labels,
    size_bytes: one.sizeGb * GIB,
    type: tail(one.type),
    iops: one.provisionedIops,
    throughput_bytes_per_s: one.provisionedThroughput === null ? null : one.provisionedThroughput * MIB,
    state: one.status === 'READY' ? used : toWord(STATES, one.status),
    attached_to: one.users.map(lastOf),
    zone: tail(one.zone),
    // Compute Engine encrypts every disk.
    encrypted: true,
    snapshot: tail(one.sourceSnapshot),
    detached_at: one.lastDetachTimestamp,
    created_at: one.creationTimestamp,
  }
}
