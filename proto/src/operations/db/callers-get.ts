import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { filter, limit, windowFrom, windowTo } from '../fields.ts'
import { DAY, HOUR, maybe, total } from '../values.ts'

// Which services send statements to a database.
export const dbCallersGet = defineOperation({
  id: 'db.callers.get',
  title: 'Callers of a database',
  describe:
    'Gives the services that send statements to a database in a window, with rate, latency and errors, for all statements or for one.',
  when: [
    'who queries this database',
    'which service runs this query',
    'database clients',
    'callers of a slow query',
  ],
  contract: 1,
  input: z.strictObject({
    signature: filter('Only this statement, as db_queries_top gives it'),
    from: windowFrom(),
    to: windowTo(),
    limit: limit(100, 500),
  }),
  output: z.object({
    callers: z.array(
      z.object({
        service: z.string(),
        environment: maybe.text,
        calls_per_s: maybe.number,
        mean_ms: maybe.number,
        error_ratio: maybe.number,
        share_of_time: maybe.number,
        last_seen_at: maybe.time,
      }),
    ),
    // Share of the calls that no traced service accounts for; null when not known.
    untraced_ratio: maybe.number,
    total,
  }),
  scope: 'instance',
  tier: 'read',
  freshness: 60,
  permissions: { datadog: ['dbm_read', 'apm_read'] },
  proof: 'statements of the database are collected and callers are traced; an untraced caller is not seen',
  window: { defaultSeconds: HOUR, maxSeconds: 7 * DAY },
  since: '0.1.0',
})
