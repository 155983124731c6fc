import { z } from 'zod'
import { toSecondsSql } from './reading.ts'
import type { Session } from './session.ts'

// One session that waits, and one that keeps it from going on: a session, or a prepared
// transaction, which has none.
export const lockSchema = z.object({
  waiting: z.number(),
  waiting_statement: z.string().nullable(),
  waiting_s: z.number().nullable(),
  holding: z.number().nullable(),
  by_prepared: z.boolean(),
  holding_statement: z.string().nullable(),
  holding_state: z.string().nullable(),
  holding_transaction_s: z.number().nullable(),
  object: z.string().nullable(),
  mode: z.string().nullable(),
  is_root: z.boolean(),
})
export type LockWait = z.output<typeof lockSchema>

// pg_locks and pg_blocking_pids tell every role who waits; only statements and states may be hidden.
const SQL = `
with waiting as (
  select l.pid, l.locktype, l.mode, l.database, l.relation, l.transactionid, b.holder,
         coalesce((to_jsonb(l) ->> 'waitstart')::timestamptz, a.query_start) as since, a.query
    from pg_locks l left join pg_stat_activity a on a.pid = l.pid
    left join lateral unnest(pg_blocking_pids(l.pid)) b(holder) on true
   where not l.granted)
select w.pid as waiting, w.query as waiting_statement,
       ${toSecondsSql('w.since')} as waiting_s,
       nullif(w.holder, 0) as holding, w.holder is not distinct from 0 as by_prepared, h.query as holding_statement, h.state as holding_state,
       ${toSecondsSql('h.xact_start')} as holding_transaction_s,
       case when w.relation is null then w.locktype || coalesce(' ' || w.transactionid::text, '')
            when w.database = (select oid from pg_database where datname = current_database())
            then w.locktype || ' ' || w.relation::regclass::text
            else w.locktype || ' ' || w.relation::text || ' of another database' end as object,
       w.mode, not exists (select 1 from waiting x where x.pid = w.holder) as is_root
  from waiting w left join pg_stat_activity h on h.pid = w.holder`

// All waits for locks of the whole server, in pairs of who waits and who holds.
export function readLocks(session: Session): Promise<LockWait[]> {
  return session.rows({ name: 'locks', sql: SQL, schema: lockSchema })
}
