import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { wanted, windowFrom, windowTo } from '../fields.ts'
import { DAY, HOUR, maybe } from '../values.ts'
import { statementRow, statisticsSince } from './shapes.ts'

// One normalised statement with its figures and samples.
export const dbQueriesGet = defineOperation({
  id: 'db.queries.get',
  title: 'One statement',
  describe:
    'Gives one normalised statement with its figures, how they moved over the window where history is kept, and the tables it touches.',
  when: ['query details', 'what is this query', 'query signature', 'statement over time'],
  contract: 1,
  input: z.strictObject({
    signature: wanted('Statement, as db_queries_top gives it'),
    from: windowFrom(),
    to: windowTo(),
  }),
  output: z.object({
    statement: statementRow,
    tables: maybe.texts,
    points: z.array(z.object({ at: z.string(), calls: maybe.number, mean_ms: maybe.number })),
    first_seen_at: maybe.time,
    covers: z.enum(['window', 'since_reset']),
    statistics_since: statisticsSince,
  }),
  scope: 'instance',
  tier: 'read',
  freshness: 15,
  permissions: {
    postgres: ['pg_read_all_stats', 'extension pg_stat_statements'],
    mysql: ['SELECT on performance_schema'],
    datadog: ['dbm_read'],
  },
  proof: 'never: an unknown signature is an error of the argument',
  window: { defaultSeconds: HOUR, maxSeconds: 7 * DAY },
  sensitive: true,
  since: '0.1.0',
})
