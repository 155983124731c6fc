import { z } from 'zod'
import { MAX_ROWS } from './reading.ts'
import type { Session } from './session.ts'

export const tableSchema = z.object({
  schema: z.string(),
  table: z.string(),
  rows: z.number().nullable(),
  size_bytes: z.number().nullable(),
  indexes_bytes: z.number().nullable(),
  dead_rows: z.number(),
  whole_scans: z.number(),
  whole_scan_rows: z.number(),
  index_scans: z.number().nullable(),
  writes: z.number(),
  vacuumed_at: z.string().nullable(),
  analyzed_at: z.string().nullable(),
  vacuum_threshold: z.number(),
})
export type Table = z.output<typeof tableSchema>

// A table's own settings go before those of the server.
const option = (name: string) =>
  `coalesce((select option_value::float8 from pg_options_to_table(c.reloptions) where option_name = '${name}'),
            current_setting('${name}')::float8)`

const SQL = `
select s.schemaname::text as schema, s.relname::text as "table", nullif(c.reltuples, -1)::float8 as rows,
       pg_total_relation_size(c.oid) as size_bytes, pg_indexes_size(c.oid) as indexes_bytes,
       s.n_dead_tup as dead_rows, coalesce(s.seq_scan, 0) as whole_scans, coalesce(s.seq_tup_read, 0) as whole_scan_rows,
       s.idx_scan as index_scans, s.n_tup_ins + s.n_tup_upd + s.n_tup_del as writes,
       greatest(s.last_vacuum, s.last_autovacuum) as vacuumed_at,
       greatest(s.last_analyze, s.last_autoanalyze) as analyzed_at,
       ${option('autovacuum_vacuum_threshold')}
         + ${option('autovacuum_vacuum_scale_factor')} * greatest(c.reltuples, 0) as vacuum_threshold
  from pg_stat_user_tables s join pg_class c on c.oid = s.relid
 where c.relkind <> 'p' and ($1::text is null or s.schemaname = $1) and ($2::text is null or s.relname = $2)
 order by s.n_dead_tup desc, s.relid limit ${MAX_ROWS}`

export type TableFilter = Readonly<{ schema?: string | undefined; table?: string | undefined }>

// Tables of the connected database with their statistics, at most MAX_ROWS. Partitions stand by themselves; the table
// that they make up holds nothing, and its zeros would say so of all of them.
export function readTables(session: Session, filter: TableFilter = {}): Promise<Table[]> {
  const values = [filter.schema ?? null, filter.table ?? null]
  return session.rows({ name: 'tables', sql: SQL, values, schema: tableSchema })
}

const KNOWN = `
select $1::text is null or exists (select 1 from pg_namespace where nspname = $1) as schema_known,
       $2::text is null or exists (select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where c.relname = $2 and c.relkind in ('r', 'm', 't') and ($1 is null or n.nspname = $1)) as table_known`

// Why nothing found proves nothing: a filter that names what does not exist, or statistics that are off.
export async function findTableDoubt(session: Session, filter: TableFilter): Promise<string | undefined> {
  if (!session.identity.counts) return 'counts_not_tracked'
  const schema = z.object({ schema_known: z.boolean(), table_known: z.boolean() })
  const values = [filter.schema ?? null, filter.table ?? null]
  const known = await session.row({ name: 'names', sql: KNOWN, values, schema })
  if (!known.schema_known) return 'schema_unknown'
  return known.table_known ? undefined : 'table_unknown'
}
