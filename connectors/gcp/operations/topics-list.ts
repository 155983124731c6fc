import { topicsList } from '@vedette/proto/operations'
import { z } from 'zod'
import { collect, mapRows } from '../answers.ts'
import { toSeconds } from '../pubsub.ts'
import { serveList } from '../reading.ts'
import { holds, lastOf, maybeText } from '../values.ts'

const topic = z.object({ name: z.string(), messageRetentionDuration: maybeText })

// Topics of Pub/Sub.
export const serveTopicsList = serveList(topicsList, {
  async read(reader, { match }) {
    const list = await collect(reader, {
      service: 'pubsub',
      path: ['projects', reader.project.id, 'topics'],
      field: 'topics',
      row: topic,
      size: ['pageSize', 1000],
      needs: 'pubsub.topics.list',
    })
    return mapRows(list, (all) =>
      all
        .filter((one) => holds(lastOf(one.name), match))
        .map((one) => ({
          id: one.name,
          name: lastOf(one.name),
          owner: reader.project.id,
          region: null,
          partitions: null,
          replication: null,
          under_replicated: null,
          offline_partitions: null,
          subscriptions: null,
          retention_s: toSeconds(one.messageRetentionDuration),
          size_bytes: null,
          messages_per_s: null,
          internal: false,
        })),
    )
  },
  keyOf: (row) => [row.name],
  toValue: ({ rows, total }) => ({ topics: [...rows], total }),
})
