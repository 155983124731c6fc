import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { filter } from '../fields.ts'
import { maybe } from '../values.ts'
import { rowValue, statementText } from './shapes.ts'

// One read statement in a read-only transaction.
export const dbSqlRead = defineOperation({
  id: 'db.sql.read',
  title: 'Read by SQL',
  describe:
    'Runs one SELECT in a read-only transaction with a time limit and a cap on rows, and gives the rows, redacted. Asks a person first unless the token is automatic.',
  when: ['run a select', 'check a row', 'count rows in production', 'query the database'],
  contract: 1,
  input: z.strictObject({
    sql: statementText(),
    database: filter('Database to read (default: the one of the connection)'),
    timeout_s: z
      .int()
      .min(1)
      .max(30)
      .default(5)
      .describe('Seconds after which the database gives up (default 5, maximum 30)'),
    max_rows: z.int().min(1).max(1000).default(100).describe('Rows at most (default 100, maximum 1000)'),
  }),
  output: z.object({
    columns: z.array(z.object({ name: z.string(), type: z.string() })),
    rows: z.array(z.array(rowValue)),
    // Whether more rows were there than asked for.
    more: z.boolean(),
    took_ms: maybe.number,
  }),
  scope: 'instance',
  tier: 'protected_read',
  freshness: 5,
  permissions: {
    postgres: ['SELECT on the tables of the statement'],
    mysql: ['SELECT on the tables of the statement'],
  },
  proof:
    'the statement ran to its end; zero rows are what the database answered for that statement and that role, row security included',
  sensitive: true,
  since: '0.1.0',
})
