import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { schemaFilter, statisticsSince } from './shapes.ts'

// Sizes, scans and dead rows of tables.
export const dbTablesStats = defineOperation({
  id: 'db.tables.stats',
  title: 'Tables of a database',
  describe:
    'Lists tables of a database with size, rows, scans, dead rows and when each was last vacuumed or analysed; largest first.',
  when: ['largest tables', 'table bloat', 'dead tuples', 'table without analyze', 'which table grows'],
  contract: 1,
  input: z.strictObject({
    schema: schemaFilter(),
    table: filter('Only this table'),
    sort: z
      .enum(['size', 'dead_rows', 'whole_scans', 'rows'])
      .default('size')
      .describe('Order (default: size)'),
    limit: limit(50, 500),
    cursor: cursor(),
  }),
  output: z.object({
    tables: z.array(
      z.object({
        schema: z.string(),
        table: z.string(),
        rows: maybe.number,
        size_bytes: maybe.number,
        indexes_bytes: maybe.number,
        dead_rows: maybe.number,
        whole_scans: maybe.number,
        index_scans: maybe.number,
        writes: maybe.number,
        vacuumed_at: maybe.time,
        analyzed_at: maybe.time,
      }),
    ),
    statistics_since: statisticsSince,
    total,
  }),
  scope: 'instance',
  tier: 'read',
  freshness: 300,
  permissions: {
    postgres: ['pg_read_all_stats', 'pg_monitor'],
    mysql: ['SELECT on information_schema', 'SELECT on performance_schema'],
  },
  proof: 'the schema exists, the role sees its tables and the statistics are switched on',
  since: '0.1.0',
})
