import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, limit, wanted } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { place } from './shapes.ts'

// What sets a function going.
export const cloudFunctionsTriggers = defineOperation({
  id: 'cloud.functions.triggers',
  title: 'Triggers of a cloud function',
  describe:
    'Lists the queues and streams that a function reads from, with state, batch size, the last result and where failures go.',
  when: [
    'what triggers this function',
    'event source mapping',
    'function does not consume',
    'trigger disabled',
  ],
  contract: 1,
  input: z.strictObject({
    name: wanted('Function, by name or id, as cloud_functions_list gives it'),
    limit: limit(50, 500),
    cursor: cursor(),
  }),
  output: z.object({
    triggers: z.array(
      z.object({
        id: z.string(),
        ...place,
        kind: z.enum(['queue', 'stream', 'topic', 'schedule', 'http', 'storage', 'unknown']),
        source: maybe.text,
        state: z.enum(['enabled', 'disabled', 'changing', 'unknown']),
        // Why it is in that state, in the vendor's words.
        reason: maybe.freeText,
        last_result: maybe.freeText,
        batch_size: maybe.number,
        max_concurrency: maybe.number,
        failures_to: maybe.text,
        changed_at: maybe.time,
      }),
    ),
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 60,
  permissions: { aws: ['lambda:ListEventSourceMappings'] },
  proof:
    'never: what calls a function by itself (an API, a topic, a schedule) stands elsewhere, so none of these does not mean that nothing calls it',
  since: '0.1.0',
})
