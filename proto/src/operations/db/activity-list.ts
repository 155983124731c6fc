import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { filter, limit, seconds } from '../fields.ts'
import { maybe, total } from '../values.ts'

// Sessions and what they run now.
export const dbActivityList = defineOperation({
  id: 'db.activity.list',
  title: 'Activity of a database',
  describe:
    'Lists sessions of a database with state, statement, how long each runs, what it waits for and who blocks it; longest first.',
  when: ['running queries', 'pg_stat_activity', 'processlist', 'long running query', 'who is blocking'],
  contract: 1,
  input: z.strictObject({
    state: z
      .enum(['active', 'idle', 'idle_in_transaction', 'waiting', 'all'])
      .default('active')
      .describe('State (default: active)'),
    min_duration_s: seconds('Only those that run at least this long, in seconds'),
    database: filter('Only this database'),
    user: filter('Only this user'),
    limit: limit(50, 500),
  }),
  output: z.object({
    sessions: z.array(
      z.object({
        id: z.string(),
        database: maybe.text,
        user: maybe.userHandle,
        application: maybe.text,
        address: maybe.text,
        state: z.string().describe("active, idle, idle_in_transaction, waiting or the engine's own word"),
        statement: maybe.sqlText,
        statement_s: maybe.number,
        transaction_s: maybe.number,
        wait: maybe.text,
        blocked_by: maybe.texts,
      }),
    ),
    total,
  }),
  scope: 'instance',
  tier: 'read',
  freshness: 3,
  permissions: {
    postgres: ['pg_monitor'],
    mysql: ['PROCESS', 'SELECT on performance_schema'],
    mongodb: ['inprog', 'clusterMonitor'],
    datadog: ['dbm_read'],
  },
  proof: 'the role sees the sessions of others; else what is hidden is a part that was forbidden',
  sensitive: true,
  since: '0.1.0',
})
