import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { wanted, windowFrom, windowTo } from '../fields.ts'
import { point, stepSeconds } from '../metrics/shapes.ts'
import { DAY, HOUR, maybe } from '../values.ts'
import { queueRow } from './shapes.ts'

// Depth, age, traffic and dead letters of one queue.
export const queuesGet = defineOperation({
  id: 'queues.get',
  title: 'One queue',
  describe:
    'Gives one queue with depth, age of its oldest message, what is in flight, consumers, traffic over the window and its dead letter queue.',
  when: ['queue depth', 'backlog', 'oldest message', 'messages in flight', 'consumers not keeping up'],
  contract: 1,
  input: z.strictObject({
    queue: wanted('Queue, by name or id, as queues_list gives it'),
    from: windowFrom(),
    to: windowTo(),
    step: stepSeconds(),
  }),
  output: z.object({
    queue: queueRow,
    published_per_s: maybe.number,
    consumed_per_s: maybe.number,
    retention_s: maybe.number,
    visibility_timeout_s: maybe.number,
    max_receives: maybe.number,
    // Empty: the broker keeps no history of it, which says nothing of the trend.
    depth_points: z.array(point),
    age_points: z.array(point),
    dead_letter: queueRow.nullable(),
    measured_at: maybe.time,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 15,
  permissions: {
    aws: [
      'sqs:GetQueueUrl',
      'sqs:GetQueueAttributes',
      'sqs:ListDeadLetterSourceQueues',
      'cloudwatch:GetMetricData',
    ],
    gcp: ['pubsub.subscriptions.list', 'monitoring.timeSeries.list'],
    rabbitmq: ['user tag: monitoring'],
  },
  proof: 'never: an unknown queue is an error of the argument; an attribute that is absent is null, not 0',
  window: { defaultSeconds: HOUR, maxSeconds: 14 * DAY },
  since: '0.1.0',
})
