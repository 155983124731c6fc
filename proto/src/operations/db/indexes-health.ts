import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { schemaFilter, statisticsSince } from './shapes.ts'

// Unused, duplicate, invalid and missing indexes.
export const dbIndexesHealth = defineOperation({
  id: 'db.indexes.health',
  title: 'Indexes of a database',
  describe:
    'Lists indexes that are unused, duplicate or invalid, with size, and tables that are often read whole; a hint, since statistics have a beginning.',
  when: ['unused indexes', 'duplicate index', 'missing index', 'invalid index', 'index bloat'],
  contract: 1,
  input: z.strictObject({
    schema: schemaFilter(),
    table: filter('Only this table'),
    limit: limit(100, 500),
    cursor: cursor(),
  }),
  output: z.object({
    indexes: z.array(
      z.object({
        schema: z.string(),
        table: z.string(),
        index: z.string(),
        finding: z.enum(['unused', 'duplicate', 'invalid', 'bloated']),
        size_bytes: maybe.number,
        scans: maybe.number,
        duplicate_of: maybe.text,
        unique: maybe.flag,
        definition: maybe.sqlText,
      }),
    ),
    whole_scanned: z.array(
      z.object({
        schema: z.string(),
        table: z.string(),
        whole_scans: z.number(),
        rows_read: maybe.number,
        rows: maybe.number,
      }),
    ),
    indexes_read: z.number(),
    // An index may look unused because counting began lately or happens on a replica.
    statistics_since: statisticsSince,
    total,
  }),
  scope: 'instance',
  tier: 'read',
  freshness: 300,
  permissions: {
    postgres: ['pg_read_all_stats', 'pg_monitor'],
    mysql: ['SELECT on performance_schema', 'SELECT on sys', 'SELECT on information_schema'],
  },
  proof: 'the schema exists, all of its indexes were read and the statistics are switched on',
  since: '0.1.0',
})
