import { cloudBucketsList } from '@vedette/proto/operations'
import { collect } from '../answers.ts'
import { bucket, readPolicy, toBucket } from '../buckets.ts'
import { createNotes, serveList } from '../reading.ts'
import { hasTag } from '../values.ts'

const AT_ONCE = 6

// Buckets of the project with what makes each public. A policy that could not be read leaves the answer open.
export const serveBucketsList = serveList(cloudBucketsList, {
  async read(reader, input) {
    const notes = createNotes(reader)
    const list = await collect(reader, {
      service: 'storage',
      path: ['b'],
      query: { project: reader.project.id, projection: 'full' },
      field: 'items',
      kind: 'storage#buckets',
      row: bucket,
      size: ['maxResults', 500],
      needs: 'storage.buckets.list',
    })
    const tagged = list.paged.items.filter((one) => hasTag(one.labels, input.tag))
    const rows = []
    for (let at = 0; at < tagged.length; at += AT_ONCE)
      rows.push(
        ...(await Promise.all(
          tagged.slice(at, at + AT_ONCE).map(async (one) => {
            const isBlocked = one.iamConfiguration?.publicAccessPrevention === 'enforced'
            return toBucket(reader, one, isBlocked ? null : await readPolicy(reader, one.name, notes))
          }),
        )),
      )
    // What is not known to be otherwise may be as asked.
    const items = rows.filter(
      (row) => input.public === undefined || row.public === null || row.public === input.public,
    )
    return { paged: { ...list.paged, items }, gaps: list.gaps, notes: notes.parts() }
  },
  keyOf: (row) => [row.name],
  toValue: ({ rows, total }) => ({ buckets: [...rows], total }),
})
