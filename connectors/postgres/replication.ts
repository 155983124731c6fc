import { z } from 'zod'
import { toSecondsSql } from './reading.ts'
import type { Session } from './session.ts'

// One standby or other receiver of this server; where the role may not see it, only the user is told.
export const replicaSchema = z.object({
  pid: z.number(),
  name: z.string().nullable(),
  address: z.string().nullable(),
  state: z.string().nullable(),
  sync: z.string().nullable(),
  lag_s: z.number().nullable(),
  lag_bytes: z.number().nullable(),
})
export type Replica = z.output<typeof replicaSchema>

// Where this server's own log ends; null on a standby that receives nothing.
const END = `(select case when pg_is_in_recovery() then coalesce(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn())
       else pg_current_wal_lsn() end)`
const REPLICAS = `
select pid, nullif(application_name, '') as name, host(client_addr) as address, state, sync_state as sync,
       extract(epoch from replay_lag)::float8 as lag_s, pg_wal_lsn_diff(${END}, replay_lsn)::float8 as lag_bytes
  from pg_stat_replication order by application_name, pid`

export function readReplicas(session: Session): Promise<Replica[]> {
  return session.rows({ name: 'replicas', sql: REPLICAS, schema: replicaSchema })
}

// A replica's row is there for every role; its state only for those who may see it.
export function isHiddenReplica(one: Replica): boolean {
  return one.state === null
}

export const slotSchema = z.object({
  name: z.string(),
  active: z.boolean(),
  retained_bytes: z.number().nullable(),
  state: z.string().nullable(),
})
const SLOTS = `
select slot_name::text as name, active, pg_wal_lsn_diff(${END}, restart_lsn)::float8 as retained_bytes,
       wal_status as state
  from pg_replication_slots order by slot_name`

export function readSlots(session: Session): Promise<z.output<typeof slotSchema>[]> {
  return session.rows({ name: 'slots', sql: SLOTS, schema: slotSchema })
}

export const standbySchema = z.object({
  source: z.string().nullable(),
  status: z.string().nullable(),
  has_receiver: z.boolean(),
  is_level: z.boolean().nullable(),
  replayed_s: z.number().nullable(),
})

// A standby's own link. The receiver's details are hidden from a role without pg_read_all_stats: status is then null.
const STANDBY = `
select w.sender_host || ':' || w.sender_port as source, w.status, w.pid is not null as has_receiver,
       pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn()
         and clock_timestamp() - w.last_msg_receipt_time < interval '60 seconds' as is_level,
       ${toSecondsSql('pg_last_xact_replay_timestamp()')} as replayed_s
  from (select 1) one left join pg_stat_wal_receiver w on true`

export function readStandby(session: Session): Promise<z.output<typeof standbySchema>> {
  return session.row({ name: 'standby', sql: STANDBY, schema: standbySchema })
}

// How far a standby is behind, in seconds. 0 only while it streams, has heard from its source within a minute and has
// replayed all; null where it does not stream, for then nobody knows.
export function toOwnLag(standby: z.output<typeof standbySchema>): number | null {
  if (standby.status !== 'streaming') return null
  return standby.is_level === true ? 0 : standby.replayed_s
}
