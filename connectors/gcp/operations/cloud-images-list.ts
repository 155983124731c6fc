import { cloudImagesList } from '@vedette/proto/operations'
import { z } from 'zod'
import { collect, mapRows } from '../answers.ts'
import { serveList } from '../reading.ts'
import { hasTag, holds, labels, maybeNumber, maybeText, maybeTime, placeOf, tail, toWord } from '../values.ts'

const STATES = Object.freeze({
  READY: 'available',
  PENDING: 'pending',
  FAILED: 'failed',
  DELETING: 'pending',
} as const)

const image = z.object({
  id: z.string(),
  name: z.string(),
  labels,
  status: maybeText,
  family: maybeText,
  architecture: maybeText,
  sourceDisk: maybeText,
  sourceImage: maybeText,
  sourceSnapshot: maybeText,
  archiveSizeBytes: maybeNumber,
  deprecated: z.object({ state: maybeText, deprecated: maybeTime }).optional(),
  creationTimestamp: maybeTime,
})

// Custom images of the project; those of Google are not among them. Who else may use one stands in its own policy,
// which is not read.
export const serveImagesOfMachinesList = serveList(cloudImagesList, {
  async read(reader, { match, tag }) {
    const list = await collect(reader, {
      service: 'compute',
      path: ['projects', reader.project.id, 'global', 'images'],
      field: 'items',
      kind: 'compute#imageList',
      row: image,
      size: ['maxResults', 500],
      needs: 'compute.images.list',
    })
    return mapRows(list, (all) =>
      all
        .filter((one) => holds(one.name, match) && hasTag(one.labels, tag))
        .map((one) => ({
          id: one.id,
          name: one.name,
          ...placeOf(reader, null),
          tags: one.labels,
          state:
            one.deprecated?.state != null && one.deprecated.state !== 'ACTIVE'
              ? ('deprecated' as const)
              : toWord(STATES, one.status),
          family: one.family,
          architecture: one.architecture,
          source: tail(one.sourceDisk ?? one.sourceImage ?? one.sourceSnapshot),
          size_bytes: one.archiveSizeBytes,
          shared: null,
          deprecated_at: one.deprecated?.deprecated ?? null,
          created_at: one.creationTimestamp,
        })),
    )
  },
  keyOf: (row) => [-Date.parse(row.created_at ?? '1970-01-01T00:00:00Z'), row.id],
  toValue: ({ rows, total }) => ({ images: [...rows], total }),
})
