import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { maybe } from '../values.ts'
import { DB_CHECKS, statisticsSince } from './shapes.ts'

// Named checks with what was measured and the bound.
export const dbHealthGet = defineOperation({
  id: 'db.health.get',
  title: 'Health checks of a database',
  describe:
    'Runs health checks on a database (connections, long transactions, locks, replication, cache, space, vacuum) and gives each measure with its bound.',
  when: ['is the database healthy', 'database checks', 'long transactions', 'cache hit ratio', 'wraparound'],
  contract: 1,
  input: z.strictObject({
    checks: z
      .array(z.enum(DB_CHECKS))
      .max(10)
      .default([])
      .describe('Only these checks (default: all that the engine has)'),
  }),
  output: z.object({
    engine: z.string(),
    checks: z.array(
      z.object({
        check: z.enum(DB_CHECKS),
        // `unknown`: could not be measured, which is not ok; `not_applicable`: the engine has no such thing.
        state: z.enum(['ok', 'warning', 'critical', 'unknown', 'not_applicable']),
        value: maybe.number,
        unit: maybe.text,
        bound: maybe.number,
        message: z.string(),
        why_unknown: maybe.text,
      }),
    ),
    statistics_since: statisticsSince,
  }),
  scope: 'instance',
  tier: 'read',
  freshness: 15,
  permissions: {
    postgres: ['pg_monitor'],
    mysql: ['PROCESS', 'REPLICATION CLIENT', 'SELECT on performance_schema'],
    mongodb: ['clusterMonitor'],
  },
  proof:
    'never: a check that could not be measured is `unknown`, and its statistics view is a part that was forbidden',
  since: '0.1.0',
})
