import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { filter } from '../fields.ts'
import { maybe } from '../values.ts'
import { statementText } from './shapes.ts'

// The plan of a statement, without running it.
export const dbQueriesExplain = defineOperation({
  id: 'db.queries.explain',
  title: 'Plan of a statement',
  describe:
    'Gives the plan of one read statement or known signature without running it, with the steps that cost most and tables read whole.',
  when: ['explain', 'query plan', 'missing index', 'sequential scan', 'why is this query slow'],
  contract: 1,
  input: z.strictObject({
    sql: statementText().optional(),
    signature: filter('Statement, as db_queries_top gives it; give this or sql'),
  }),
  output: z.object({
    signature: maybe.text,
    statement: maybe.sqlText,
    // `estimated`: planned now; `sampled`: a plan that ran before, kept by the monitoring.
    how: z.enum(['estimated', 'sampled']),
    total_cost: maybe.number,
    nodes: z.array(
      z.object({
        depth: z.number(),
        kind: z.string(),
        object: maybe.text,
        index: maybe.text,
        cost: maybe.number,
        rows_estimated: maybe.number,
        rows_actual: maybe.number,
        condition: maybe.sqlText,
      }),
    ),
    whole_scans: z.array(z.string()),
    sampled_at: maybe.time,
  }),
  scope: 'instance',
  tier: 'read',
  freshness: 15,
  permissions: {
    postgres: ['SELECT on the tables of the statement', 'pg_read_all_stats'],
    mysql: ['SELECT on the tables of the statement', 'SELECT on performance_schema'],
    datadog: ['dbm_read'],
  },
  proof: 'never: a statement that cannot be planned is an error of the argument',
  sensitive: true,
  since: '0.1.0',
})
