import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { filter, limit, windowFrom, windowTo } from '../fields.ts'
import { DAY, HOUR, total } from '../values.ts'
import { statementRow, statisticsSince } from './shapes.ts'

// Normalised statements by what they cost.
export const dbQueriesTop = defineOperation({
  id: 'db.queries.top',
  title: 'Costliest statements',
  describe:
    'Lists normalised statements of a database by total time, calls, mean time, rows or reads, in a window where the source keeps history.',
  when: ['slow queries', 'pg_stat_statements', 'most expensive queries', 'top sql', 'query digest'],
  contract: 1,
  input: z.strictObject({
    by: z
      .enum(['total_time', 'mean_time', 'calls', 'rows', 'reads', 'temp'])
      .default('total_time')
      .describe('Order (default: total time)'),
    database: filter('Only this database'),
    user: filter('Only this user'),
    from: windowFrom(),
    to: windowTo(),
    limit: limit(20, 200),
  }),
  output: z.object({
    statements: z.array(statementRow),
    // `window`: of the window asked; `since_reset`: of all time since `statistics_since`, because no history is kept.
    covers: z.enum(['window', 'since_reset']),
    statistics_since: statisticsSince,
    total,
  }),
  scope: 'instance',
  tier: 'read',
  freshness: 15,
  permissions: {
    postgres: ['pg_read_all_stats', 'extension pg_stat_statements'],
    mysql: ['SELECT on performance_schema'],
    datadog: ['dbm_read'],
    aws: ['pi:DescribeDimensionKeys', 'pi:GetDimensionKeyDetails', 'rds:DescribeDBInstances'],
  },
  proof: 'the statistics of statements are switched on and readable by the role',
  window: { defaultSeconds: HOUR, maxSeconds: 7 * DAY },
  sensitive: true,
  since: '0.1.0',
})
