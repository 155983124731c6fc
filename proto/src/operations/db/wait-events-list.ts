import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { limit, windowFrom, windowTo } from '../fields.ts'
import { DAY, HOUR, maybe, total } from '../values.ts'

// What sessions waited for.
export const dbWaitEventsList = defineOperation({
  id: 'db.wait_events.list',
  title: 'Waits of a database',
  describe:
    'Lists what sessions of a database waited for in a window, by share of active sessions, with the statements that waited most.',
  when: [
    'what does the database wait for',
    'average active sessions',
    'io waits',
    'performance insights',
    'wait events',
  ],
  contract: 1,
  input: z.strictObject({
    group_by: z
      .enum(['wait', 'statement', 'user', 'host', 'application'])
      .default('wait')
      .describe('Group (default: wait)'),
    from: windowFrom(),
    to: windowTo(),
    limit: limit(20, 100),
  }),
  output: z.object({
    groups: z.array(
      z.object({
        group: maybe.sqlText,
        class: maybe.text,
        average_active_sessions: maybe.number,
        share: maybe.number,
        signature: maybe.text,
      }),
    ),
    // `now`: a few samples taken now, because no history is kept.
    covers: z.enum(['window', 'now']),
    samples: maybe.number,
    total,
  }),
  scope: 'instance',
  tier: 'read',
  freshness: 15,
  permissions: {
    postgres: ['pg_monitor'],
    mysql: ['SELECT on performance_schema'],
    datadog: ['dbm_read'],
    aws: ['pi:DescribeDimensionKeys', 'pi:GetResourceMetrics', 'rds:DescribeDBInstances'],
  },
  proof: 'waits are collected and sessions of others are visible to the role',
  window: { defaultSeconds: HOUR, maxSeconds: 7 * DAY },
  since: '0.1.0',
})
