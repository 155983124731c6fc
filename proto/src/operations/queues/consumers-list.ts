import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, limit, wanted } from '../fields.ts'
import { maybe, total } from '../values.ts'

// Who takes from a queue.
export const queuesConsumersList = defineOperation({
  id: 'queues.consumers.list',
  title: 'Consumers of a queue',
  describe:
    'Lists the consumers of one queue with where they connect from, how many messages they hold and whether they are active.',
  when: ['who consumes this queue', 'stuck consumer', 'no consumers', 'unacked messages'],
  contract: 1,
  input: z.strictObject({
    queue: wanted('Queue, by name or id, as queues_list gives it'),
    limit: limit(100, 500),
    cursor: cursor(),
  }),
  output: z.object({
    queue: z.string(),
    consumers: z.array(
      z.object({
        id: z.string(),
        name: maybe.text,
        kind: z.enum(['connection', 'subscription', 'function', 'push_endpoint', 'unknown']),
        address: maybe.text,
        user: maybe.userHandle,
        active: maybe.flag,
        prefetch: maybe.number,
        unacknowledged: maybe.number,
        since: maybe.time,
      }),
    ),
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 15,
  permissions: { rabbitmq: ['user tag: monitoring'], gcp: ['pubsub.topics.get', 'pubsub.subscriptions.get'] },
  proof:
    'the broker names its consumers and the list was read whole; subscribers of a pull subscription that are not connected are not known',
  since: '0.1.0',
})
