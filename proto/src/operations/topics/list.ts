import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit, whether } from '../fields.ts'
import { maybe, total } from '../values.ts'

// Topics with partitions, subscriptions and traffic.
export const topicsList = defineOperation({
  id: 'topics.list',
  title: 'Topics',
  describe: 'Lists topics with partitions or subscriptions, replication, retention and size.',
  when: ['kafka topics', 'sns topics', 'pubsub topics', 'partitions of a topic', 'under-replicated'],
  contract: 1,
  input: z.strictObject({
    match: filter('Text in the name, upper and lower case alike'),
    internal: whether('Also topics that the broker keeps for itself'),
    limit: limit(100, 1000),
    cursor: cursor(),
  }),
  output: z.object({
    topics: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        owner: maybe.text,
        region: maybe.text,
        partitions: maybe.number,
        replication: maybe.number,
        under_replicated: maybe.number,
        offline_partitions: maybe.number,
        subscriptions: maybe.number,
        retention_s: maybe.number,
        size_bytes: maybe.number,
        messages_per_s: maybe.number,
        internal: maybe.flag,
      }),
    ),
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 60,
  permissions: {
    aws: ['sns:ListTopics', 'sns:GetTopicAttributes'],
    gcp: ['pubsub.topics.list'],
    kafka: ['DESCRIBE on Topic', 'DESCRIBE_CONFIGS on Topic', 'DESCRIBE on Cluster'],
  },
  proof:
    'the account or broker is proved and its topics were read to their end; topics that the credential may not describe are not among them',
  since: '0.1.0',
})
