import { z } from 'zod'
import type { Session } from './session.ts'

// Transactions that a database may lag behind before it stops taking writes.
export const AGE_LIMIT = 2_147_483_648

const AGES =
  'select datname::text as database, age(datfrozenxid)::float8 as age from pg_database order by 2 desc'

// How old each database's oldest unfrozen transaction is, oldest first.
export async function readAges(session: Session) {
  const schema = z.object({ database: z.string(), age: z.number() })
  const rows = await session.rows({ name: 'ages', sql: AGES, schema })
  return rows.map(({ database, age }) => ({
    database,
    transaction_age: age,
    limit: AGE_LIMIT,
    used_percent: Math.round((1_000 * 100 * age) / AGE_LIMIT) / 1000,
  }))
}

const HOLDERS = `
select 'transaction' as kind, 'pid ' || pid as name, greatest(age(backend_xmin), age(backend_xid))::float8 as age
  from pg_stat_activity where pid <> pg_backend_pid() and (backend_xmin is not null or backend_xid is not null)
   and backend_type is distinct from 'walsender'
union all
select 'replication_slot', slot_name::text, greatest(age(xmin), age(catalog_xmin))::float8
  from pg_replication_slots where xmin is not null or catalog_xmin is not null
union all
select 'prepared_transaction', 'transaction ' || transaction::text, age(transaction)::float8 from pg_prepared_xacts
union all
select 'standby', coalesce(nullif(application_name, ''), 'pid ' || pid), age(backend_xmin)::float8
  from pg_stat_replication where backend_xmin is not null
order by 3 desc nulls last limit 20`
const KINDS = ['transaction', 'replication_slot', 'prepared_transaction', 'standby'] as const

// What keeps dead rows from being removed, oldest first.
export function readHolders(session: Session) {
  const schema = z.object({ kind: z.enum(KINDS), name: z.string().nullable(), age: z.number().nullable() })
  return session.rows({ name: 'holders', sql: HOLDERS, schema })
}

const RUNNING = `
select n.nspname::text as schema, c.relname::text as "table", p.phase,
       100.0 * p.heap_blks_scanned / nullif(p.heap_blks_total, 0) as progress_percent, a.query_start as started_at,
       a.backend_type = 'autovacuum worker' as automatic, p.phase is null as hidden
  from pg_stat_progress_vacuum p left join pg_stat_activity a on a.pid = p.pid
  left join pg_class c on c.oid = p.relid and p.datname = current_database() left join pg_namespace n on n.oid = c.relnamespace`

// Vacuums that run now, of the whole server; tables of other databases have no name here.
export function readRunning(session: Session) {
  const schema = z.object({
    schema: z.string().nullable(),
    table: z.string().nullable(),
    phase: z.string().nullable(),
    progress_percent: z.number().nullable(),
    started_at: z.string().nullable(),
    automatic: z.boolean().nullable(),
    hidden: z.boolean(),
  })
  return session.rows({ name: 'vacuums', sql: RUNNING, schema })
}
