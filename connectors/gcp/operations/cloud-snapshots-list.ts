import { cloudSnapshotsList } from '@vedette/proto/operations'
import { z } from 'zod'
import { collect, mapRows } from '../answers.ts'
import { serveList } from '../reading.ts'
import {
  hasTag,
  labels,
  maybeFlag,
  maybeNumber,
  maybeText,
  maybeTime,
  names,
  placeOf,
  tail,
  toWord,
} from '../values.ts'

const STATES = Object.freeze({
  READY: 'completed',
  CREATING: 'pending',
  UPLOADING: 'pending',
  DELETING: 'pending',
  FAILED: 'error',
} as const)

const snapshot = z.object({
  id: z.string(),
  name: z.string(),
  labels,
  sourceDisk: maybeText,
  storageBytes: maybeNumber,
  status: maybeText,
  autoCreated: maybeFlag,
  creationTimestamp: maybeTime,
})

// Global disk snapshots. Who else may use one stands in its own policy, which is not read.
export const serveSnapshotsList = serveList(cloudSnapshotsList, {
  async read(reader, { source, tag }) {
    const list = await collect(reader, {
      service: 'compute',
      path: ['projects', reader.project.id, 'global', 'snapshots'],
      field: 'items',
      kind: 'compute#snapshotList',
      row: snapshot,
      size: ['maxResults', 500],
      needs: 'compute.snapshots.list',
    })
    return mapRows(list, (all) =>
      all
        .filter((one) => hasTag(one.labels, tag) && (source === undefined || names(one.sourceDisk, source)))
        .map((one) => ({
          id: one.id,
          name: one.name,
          ...placeOf(reader, null),
          tags: one.labels,
          source: tail(one.sourceDisk),
          source_exists: null,
          size_bytes: one.storageBytes,
          state: toWord(STATES, one.status),
          encrypted: true,
          shared: null,
          automatic: one.autoCreated,
          created_at: one.creationTimestamp,
        })),
    )
  },
  keyOf: (row) => [-Date.parse(row.created_at ?? '1970-01-01T00:00:00Z'), row.id],
  toValue: ({ rows, total }) => ({ snapshots: [...rows], total }),
})
