import { queuesDlqList } from '@vedette/proto/operations'
import { mapPaged } from '../pages.ts'
import { readQueues, readQueueUrls, redriveOf, targetsOf, toQueueRow } from '../queues.ts'
import { serveList } from '../reading.ts'
import { holds } from '../values.ts'

type Fed = Readonly<{ queue: ReturnType<typeof toQueueRow>; fedBy: string[] | null }>

// Queues that others name as their dead letter target, and queues that name none.
export const serveQueuesDlqList = serveList(queuesDlqList, {
  async read(reader, input) {
    const paged = await readQueueUrls(reader)
    const queues = await readQueues(reader, paged.items)
    const targets = targetsOf(queues)
    const rows = queues.flatMap((one): Fed[] => {
      const row = toQueueRow(reader, one, targets)
      const isTarget = row.is_dead_letter === true
      if (!isTarget) return redriveOf(one.attributes).target === null ? [{ queue: row, fedBy: null }] : []
      const feeders = queues.filter((other) => redriveOf(other.attributes).target === row.id)
      const isShown = holds(row.name, input.match) && (row.depth === null || row.depth >= input.threshold)
      return isShown
        ? [{ queue: row, fedBy: feeders.map((other) => toQueueRow(reader, other, null).name) }]
        : []
    })
    return mapPaged(paged, () => rows)
  },
  keyOf: ({ queue, fedBy }) => [fedBy === null ? 1 : 0, -(queue.depth ?? 0), queue.region, queue.name],
  toValue: ({ rows, all, whole }) => ({
    dead_letters: rows.flatMap(({ queue, fedBy }) => (fedBy === null ? [] : [{ queue, fed_by: fedBy }])),
    without: whole ? all.flatMap(({ queue, fedBy }) => (fedBy === null ? [queue.name] : [])) : null,
    total: whole ? all.filter(({ fedBy }) => fedBy !== null).length : null,
  }),
})
