import { queuesList } from '@vedette/proto/operations'
import { mapRows } from '../answers.ts'
import { deadTopicsOf, readGauge, readSubscriptions, toQueue } from '../pubsub.ts'
import { createNotes, serveList } from '../reading.ts'
import { holds } from '../values.ts'

// Pub/Sub subscriptions with the backlog that Cloud Monitoring measured last. A backlog that is not told is null.
export const serveQueuesList = serveList(queuesList, {
  async read(reader, { match, min_depth }) {
    const notes = createNotes(reader)
    const list = await readSubscriptions(reader)
    const depth = await readGauge(reader, 'num_undelivered_messages', notes)
    const age = await readGauge(reader, 'oldest_unacked_message_age', notes)
    const deadTopics = list.paged.stop === 'end' ? deadTopicsOf(list.paged.items) : null
    const rows = mapRows(list, (all) =>
      all
        .map((one) => toQueue(reader, one, { depth, age, deadTopics }))
        .filter(
          (row) =>
            holds(row.name, match) &&
            (min_depth === undefined || row.depth === null || row.depth >= min_depth),
        ),
    )
    return { ...rows, notes: notes.parts() }
  },
  keyOf: (row) => [row.name],
  toValue: ({ rows, total }) => ({ queues: [...rows], total }),
})
