import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { queueRow } from './shapes.ts'

// Queues that hold what could not be processed.
export const queuesDlqList = defineOperation({
  id: 'queues.dlq.list',
  title: 'Dead letter queues',
  describe:
    'Lists dead letter queues and topics with depth, age and the queues that feed them, and queues that have none.',
  when: ['dead letters', 'dlq not empty', 'failed messages', 'poison message', 'redrive'],
  contract: 1,
  input: z.strictObject({
    threshold: z
      .int()
      .min(0)
      .default(1)
      .describe('Only those with at least this many messages (default 1; 0 gives all)'),
    match: filter('Text in the name'),
    limit: limit(100, 500),
    cursor: cursor(),
  }),
  output: z.object({
    dead_letters: z.array(z.object({ queue: queueRow, fed_by: maybe.texts })),
    without: z
      .array(z.string())
      .nullable()
      .describe('Queues that have no dead letter target; null when not all were read'),
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 30,
  permissions: {
    aws: [
      'sqs:ListQueues',
      'sqs:GetQueueAttributes',
      'sqs:ListDeadLetterSourceQueues',
      'cloudwatch:GetMetricData',
    ],
    gcp: ['pubsub.subscriptions.list', 'monitoring.timeSeries.list'],
    rabbitmq: ['user tag: monitoring'],
  },
  proof:
    "the queues were read to their end and each one's depth is told; a dead letter topic without a subscription keeps nothing",
  since: '0.1.0',
})
