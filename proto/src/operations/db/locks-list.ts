import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { limit, seconds } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { statisticsSince } from './shapes.ts'

// Who waits for whom.
export const dbLocksList = defineOperation({
  id: 'db.locks.list',
  title: 'Locks of a database',
  describe:
    'Lists lock waits of a database: who waits, for what and how long, and who holds it, with both statements; roots of chains come first.',
  when: ['blocked queries', 'deadlock', 'lock contention', 'who holds the lock'],
  contract: 1,
  input: z.strictObject({
    min_wait_s: seconds('Only waits of at least this many seconds'),
    limit: limit(50, 500),
  }),
  output: z.object({
    waits: z.array(
      z.object({
        waiting: z.string(),
        waiting_statement: maybe.sqlText,
        waiting_s: maybe.number,
        holding: maybe.text,
        holding_statement: maybe.sqlText,
        holding_state: maybe.text,
        holding_transaction_s: maybe.number,
        object: maybe.text,
        mode: maybe.text,
        is_root: maybe.flag,
      }),
    ),
    // Counted since the statistics began.
    deadlocks: maybe.number,
    statistics_since: statisticsSince,
    total,
  }),
  scope: 'instance',
  tier: 'read',
  freshness: 3,
  permissions: {
    postgres: ['pg_monitor'],
    mysql: ['PROCESS', 'SELECT on performance_schema', 'SELECT on sys'],
    datadog: ['dbm_read'],
  },
  proof: 'the role sees the sessions of others and the lock views were read whole',
  sensitive: true,
  since: '0.1.0',
})
