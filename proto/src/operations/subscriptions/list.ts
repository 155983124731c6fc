import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit } from '../fields.ts'
import { maybe, total } from '../values.ts'

// Who gets what a topic is sent.
export const subscriptionsList = defineOperation({
  id: 'subscriptions.list',
  title: 'Subscriptions of topics',
  describe:
    'Lists subscriptions of topics with how and where they deliver, whether they are confirmed, and where undeliverable messages go.',
  when: [
    'who gets messages of this topic',
    'sns subscriptions',
    'pubsub subscriptions',
    'subscription not confirmed',
  ],
  contract: 1,
  input: z.strictObject({
    topic: filter('Only subscriptions of this topic, by name or id'),
    limit: limit(100, 1000),
    cursor: cursor(),
  }),
  output: z.object({
    subscriptions: z.array(
      z.object({
        id: z.string(),
        name: maybe.text,
        topic: z.string(),
        owner: maybe.text,
        region: maybe.text,
        // sqs, lambda, https, email, pull, push, bigquery, storage ...
        delivery: z.string(),
        // Null: pulled, or a person's own address, which is not told.
        endpoint: maybe.text,
        state: z.enum(['active', 'pending', 'detached', 'error', 'unknown']),
        dead_letter_target: maybe.text,
        retention_s: maybe.number,
      }),
    ),
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 60,
  permissions: { aws: ['sns:ListSubscriptions'], gcp: ['pubsub.subscriptions.list'] },
  proof:
    'the account is proved and its subscriptions were read to their end; those of other accounts are not among them',
  since: '0.1.0',
})
