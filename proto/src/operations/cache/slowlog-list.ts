import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { limit } from '../fields.ts'
import { maybe, total } from '../values.ts'

// Commands that took longer than the cache's threshold.
export const cacheSlowlogList = defineOperation({
  id: 'cache.slowlog.list',
  title: 'Slow commands of a cache',
  describe:
    "Lists commands that a cache logged as slow, with duration, time and client; arguments are cut to the command and its keys' shape.",
  when: ['slow redis commands', 'slowlog', 'redis latency', 'blocking command'],
  contract: 1,
  input: z.strictObject({ limit: limit(50, 128) }),
  output: z.object({
    entries: z.array(
      z.object({
        id: z.string(),
        at: z.string(),
        took_us: z.number(),
        command: z.string(),
        arguments: maybe.freeText,
        client: maybe.text,
      }),
    ),
    // Commands faster than this are not logged; negative: nothing is logged at all.
    threshold_us: maybe.number,
    kept: maybe.number,
    total,
  }),
  scope: 'instance',
  tier: 'read',
  freshness: 5,
  permissions: { redis: ['+slowlog|get', '+slowlog|len', '+config|get'] },
  proof:
    'the slow log is switched on, its threshold is known and it was not reset since; it keeps only its newest entries',
  sensitive: true,
  since: '0.1.0',
})
