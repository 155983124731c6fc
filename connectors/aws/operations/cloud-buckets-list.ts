import { sideBySide } from '@vedette/connectors/kit'
import { cloudBucketsList } from '@vedette/proto/operations'
import { readBucketRow, readBuckets } from '../buckets.ts'
import { createNotes, mapPaged } from '../pages.ts'
import { serveList } from '../reading.ts'
import { hasTag } from '../values.ts'

// Settings need several calls for each bucket, so at most this many are described.
const DETAILED = 200

// Buckets of the account, wherever they lie. `public` is false only when policy, ACL and blocks were all read.
export const serveBucketsList = serveList(cloudBucketsList, {
  where: 'global',
  async read(reader, input, session) {
    const notes = createNotes(reader)
    const paged = await readBuckets(reader)
    const some = paged.items.slice(0, DETAILED)
    const described = await sideBySide(some, 6, (one) => readBucketRow(session, one, notes))
    const rows = described.filter(
      (row) =>
        (input.public === undefined || row.public === input.public) &&
        (input.tag === undefined || (row.tags !== null && hasTag(row.tags, input.tag))),
    )
    // What could not be judged was left out by a filter: then nothing is no proof.
    const isDoubtful = described.some(
      (row) =>
        (input.public !== undefined && row.public === null) || (input.tag !== undefined && row.tags === null),
    )
    return {
      paged:
        paged.items.length > DETAILED
          ? { items: rows, stop: 'cap', cap: 'rows' }
          : mapPaged(paged, () => rows),
      notes: notes.parts(),
      ...(isDoubtful ? { unproven: 'settings_not_read' } : {}),
    }
  },
  keyOf: (row) => [row.id],
  toValue: ({ rows, total }) => ({ buckets: [...rows], total }),
})
