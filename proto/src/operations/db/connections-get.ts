import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { limit } from '../fields.ts'
import { maybe, total } from '../values.ts'

// How many connections a database has, and its limit.
export const dbConnectionsGet = defineOperation({
  id: 'db.connections.get',
  title: 'Connections of a database',
  describe:
    'Gives connections of a database by state, user, database and application, and how near their number is to the limit.',
  when: ['too many connections', 'connection pool exhausted', 'max_connections', 'idle in transaction'],
  contract: 1,
  input: z.strictObject({ limit: limit(50, 200) }),
  output: z.object({
    used: z.number(),
    max: maybe.number,
    reserved: maybe.number,
    used_percent: maybe.number,
    by_state: z.array(
      z.object({
        state: z.string().describe("active, idle, idle_in_transaction, waiting or the engine's own word"),
        count: z.number(),
      }),
    ),
    groups: z.array(
      z.object({
        user: maybe.userHandle,
        database: maybe.text,
        application: maybe.text,
        address: maybe.text,
        count: z.number(),
        idle_in_transaction: maybe.number,
        oldest_s: maybe.number,
      }),
    ),
    oldest_transaction_s: maybe.number,
    total,
  }),
  scope: 'instance',
  tier: 'read',
  freshness: 5,
  permissions: {
    postgres: ['pg_monitor'],
    mysql: ['PROCESS', 'SELECT on performance_schema'],
    mongodb: ['clusterMonitor'],
    datadog: ['dbm_read', 'timeseries_query'],
  },
  proof: 'the role sees the sessions of others; else what is hidden is a part that was forbidden',
  since: '0.1.0',
})
