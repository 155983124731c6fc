import { z } from 'zod'
import type { Hidden } from './reading.ts'
import { HIDDEN_TEXT, toSecondsSql } from './reading.ts'
import type { Session } from './session.ts'

// One client's session. Where the role may not see it, only pid, database and user are told.
export const sessionSchema = z.object({
  pid: z.number(),
  database: z.string().nullable(),
  user: z.string().nullable(),
  application: z.string().nullable(),
  address: z.string().nullable(),
  state: z.string().nullable(),
  statement: z.string().nullable(),
  statement_s: z.number().nullable(),
  transaction_s: z.number().nullable(),
  state_s: z.number().nullable(),
  connected_s: z.number().nullable(),
  wait_type: z.string().nullable(),
  wait: z.string().nullable(),
  query_id: z.string().nullable(),
  blocked_by: z.array(z.string()),
})
export type ClientSession = z.output<typeof sessionSchema>

// A session is hidden by its text, which is a fixed marker; its state is then null too.
const SQL = `
select a.pid, a.datname::text as database, a.usename::text as "user", nullif(a.application_name, '') as application,
       host(a.client_addr) as address, a.state, a.query as statement, ${toSecondsSql('a.query_start')} as statement_s,
       ${toSecondsSql('a.xact_start')} as transaction_s, ${toSecondsSql('a.state_change')} as state_s,
       ${toSecondsSql('a.backend_start')} as connected_s, a.wait_event_type as wait_type, a.wait_event as wait,
       to_jsonb(a) ->> 'query_id' as query_id,
       case when exists (select 1 from pg_locks l where l.pid = a.pid and not l.granted)
            then array(select unnest(pg_blocking_pids(a.pid))::text) else array[]::text[] end as blocked_by
  from pg_stat_activity a
 where a.pid <> pg_backend_pid() and (a.backend_type = 'client backend' or (a.backend_type is null and a.datid is not null))`

// All clients' sessions but our own.
export function readSessions(session: Session): Promise<ClientSession[]> {
  return session.rows({ name: 'sessions', sql: SQL, schema: sessionSchema })
}

// Tells whether the role may see a session.
export function isHidden(one: ClientSession): boolean {
  return one.statement === HIDDEN_TEXT
}

// The part that stands for the sessions of others, when some of them are hidden.
export function toHidden(sessions: readonly ClientSession[]): Hidden[] {
  return sessions.some(isHidden) ? [{ what: { sessions: 'of_others' }, missing: 'pg_read_all_stats' }] : []
}

// Set when sessions run without telling what they do (track_activities off).
export function isUntracked(one: ClientSession): boolean {
  return one.state === 'disabled'
}

const STATES: Readonly<Record<string, string>> = Object.freeze({
  'idle in transaction': 'idle_in_transaction',
  'idle in transaction (aborted)': 'idle_in_transaction',
  'fastpath function call': 'active',
  disabled: 'not_tracked',
})

// The catalogue's word for a session's state; waiting is one that stands in line for a lock.
export function toState(one: ClientSession): string {
  if (isHidden(one) || one.state === null) return 'not_told'
  if (one.state === 'active' && (one.wait_type === 'Lock' || one.blocked_by.length > 0)) return 'waiting'
  return STATES[one.state] ?? one.state
}

// How long a session has been in what it does: its statement, its open transaction, or its idleness.
export function toDuration(one: ClientSession): number | null {
  const state = toState(one)
  if (state === 'active' || state === 'waiting') return one.statement_s
  return state === 'idle_in_transaction' ? one.transaction_s : one.state_s
}
