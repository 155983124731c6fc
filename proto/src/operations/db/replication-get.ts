import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { maybe } from '../values.ts'

// Replicas with how far each is behind.
export const dbReplicationGet = defineOperation({
  id: 'db.replication.get',
  title: 'Replication of a database',
  describe:
    'Gives role, replicas, slots and how far each replica is behind in bytes and seconds, and whether it still streams.',
  when: [
    'replication lag',
    'replica behind',
    'replication slot',
    'is the standby in sync',
    'broken replication',
  ],
  contract: 1,
  input: z.strictObject({}),
  output: z.object({
    role: z.enum(['primary', 'replica', 'member', 'standalone', 'unknown']),
    replicas: z.array(
      z.object({
        name: z.string(),
        address: maybe.text,
        state: z.string().describe("streaming, catchup, stopped or the engine's own word"),
        healthy: maybe.flag,
        sync: maybe.text,
        // Null: not measured; a replica that is not connected has no lag, which is not 0.
        lag_s: maybe.number,
        lag_bytes: maybe.number,
        error: maybe.freeText,
      }),
    ),
    slots: z
      .array(
        z.object({ name: z.string(), active: maybe.flag, retained_bytes: maybe.number, state: maybe.text }),
      )
      .nullable(),
    source: maybe.text,
    own_lag_s: maybe.number,
    expected_replicas: maybe.number,
  }),
  scope: 'instance',
  tier: 'read',
  freshness: 5,
  permissions: {
    postgres: ['pg_monitor'],
    mysql: ['REPLICATION CLIENT', 'REPLICATION SLAVE', 'SELECT on performance_schema'],
    mongodb: ['clusterMonitor'],
    redis: ['+info'],
  },
  proof:
    'the role of the instance is known and the replication views are readable; a primary without replicas may have lost them',
  since: '0.1.0',
})
