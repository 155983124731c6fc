import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit } from '../fields.ts'
import { total } from '../values.ts'
import { queueRow } from './shapes.ts'

// Queues with depth and age.
export const queuesList = defineOperation({
  id: 'queues.list',
  title: 'Queues',
  describe:
    'Lists queues and pull subscriptions with depth, age of the oldest message, what is in flight and consumers; deepest first.',
  when: ['queue backlog', 'which queues grow', 'sqs queues', 'pubsub subscriptions', 'rabbitmq queues'],
  contract: 1,
  input: z.strictObject({
    match: filter('Text in the name, upper and lower case alike'),
    min_depth: z.int().min(0).optional().describe('Only queues at least this deep, where depth is told'),
    limit: limit(100, 1000),
    cursor: cursor(),
  }),
  output: z.object({ queues: z.array(queueRow), total }),
  scope: 'account',
  tier: 'read',
  freshness: 30,
  permissions: {
    aws: ['sqs:ListQueues', 'sqs:GetQueueAttributes', 'cloudwatch:GetMetricData'],
    gcp: ['pubsub.subscriptions.list', 'monitoring.timeSeries.list'],
    rabbitmq: ['user tag: monitoring'],
  },
  proof:
    'the account or broker is proved and its queues were read to their end; a depth that is not told is null, not 0',
  since: '0.1.0',
})
