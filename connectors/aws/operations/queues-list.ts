import { queuesList } from '@vedette/proto/operations'
import { mapPaged } from '../pages.ts'
import { readQueues, readQueueUrls, targetsOf, toQueueRow } from '../queues.ts'
import { serveList } from '../reading.ts'
import { holds, lastOf } from '../values.ts'

// SQS queues of every region with their depths, which SQS itself calls approximate.
export const serveQueuesList = serveList(queuesList, {
  async read(reader, input) {
    const paged = await readQueueUrls(reader)
    const named = paged.items.filter((url) => holds(lastOf(url), input.match))
    const queues = await readQueues(reader, named)
    const isAll = paged.stop === 'end' && named.length === paged.items.length
    const targets = isAll ? targetsOf(queues) : null
    return mapPaged(paged, () =>
      queues
        .map((one) => toQueueRow(reader, one, targets))
        .filter((row) => input.min_depth === undefined || row.depth === null || row.depth >= input.min_depth),
    )
  },
  keyOf: (row) => [row.region, row.name],
  toValue: ({ rows, total }) => ({ queues: [...rows], total }),
})
