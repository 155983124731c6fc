import { queuesDlqList } from '@vedette/proto/operations'
import { mapRows } from '../answers.ts'
import { deadTopicsOf, readGauge, readSubscriptions, toQueue } from '../pubsub.ts'
import { createNotes, serveList } from '../reading.ts'
import { holds, lastOf } from '../values.ts'

// Subscriptions of topics that take dead letters, with their backlog. One whose backlog is not told is listed too.
export const serveQueuesDlqList = serveList(queuesDlqList, {
  async read(reader, { threshold, match }) {
    const notes = createNotes(reader)
    const list = await readSubscriptions(reader)
    const depth = await readGauge(reader, 'num_undelivered_messages', notes)
    const all = list.paged.items
    const deadTopics = deadTopicsOf(all)
    const without = all
      .filter((one) => one.deadLetterPolicy === undefined && !deadTopics.has(one.topic))
      .map((one) => lastOf(one.name))
    const rows = mapRows(list, (read) =>
      read
        .filter((one) => deadTopics.has(one.topic))
        .map((one) => ({
          without,
          queue: toQueue(reader, one, { depth, age: null, deadTopics }),
          fed_by: read
            .filter((it) => it.deadLetterPolicy?.deadLetterTopic === one.topic)
            .map((it) => lastOf(it.name)),
        }))
        .filter(
          ({ queue }) => holds(queue.name, match) && (queue.depth === null || queue.depth >= threshold),
        ),
    )
    // A dead letter topic that nobody subscribes to loses what it gets.
    const read = new Set(all.map((one) => one.topic))
    const isLost = [...deadTopics].some((topic) => !read.has(topic))
    return {
      ...rows,
      notes: notes.parts(),
      ...(isLost ? { unproven: 'dead_letter_topic_without_subscription' } : {}),
    }
  },
  keyOf: ({ queue }) => [queue.name],
  toValue: ({ rows, all, total, whole }) => ({
    dead_letters: rows.map(({ queue, fed_by }) => ({ queue, fed_by })),
    without: whole ? (all[0]?.without ?? null) : null,
    total,
  }),
})
