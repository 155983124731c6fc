import type { dbHealthGet } from '@vedette/proto/operations/db'
import { z } from 'zod'
import { type Bounds, type CheckRow, judge, notApplicable, unknown } from './checks.ts'
import { readLocks } from './locks.ts'
import { isHiddenReplica, readReplicas, readSlots, readStandby, toOwnLag } from './replication.ts'
import type { Session } from './session.ts'
import type { ClientSession } from './sessions.ts'
import { readTables } from './tables.ts'
import { readAges } from './vacuum.ts'

type Name = z.output<typeof dbHealthGet.output>['checks'][number]['check']
type Given = Readonly<{ session: Session; sessions: readonly ClientSession[]; isHidden: boolean }>
type Check = (given: Given) => Promise<CheckRow<Name>>

const HIDDEN = 'the role does not see the sessions of others (pg_read_all_stats)'
const UNCOUNTED = 'the server does not count (track_counts is off)'

// Each check by its name, with its bounds.
export const HEALTH_CHECKS: Readonly<Record<Name, Check>> = Object.freeze({
  connections: checkConnections,
  long_transactions: checkTransactions,
  lock_waits: checkLocks,
  replication: checkReplication,
  cache_hits: checkCache,
  disk_space: async () => unknown('disk_space', 'PostgreSQL does not tell the free space of its disk'),
  transaction_age: checkAge,
  vacuum: checkVacuum,
  checkpoints: checkCheckpoints,
  unused_slots: checkSlots,
})

const PERCENT: Bounds = { warning: 80, critical: 95, unit: 'percent' }

async function checkConnections({ session, sessions }: Given) {
  const sql = "select current_setting('max_connections')::int as max"
  const { max } = await session.row({ name: 'limits', sql, schema: z.object({ max: z.number() }) })
  const value = (100 * (sessions.length + 1)) / max
  return judge('connections', value, { bounds: PERCENT, message: 'connections of max_connections', why: '' })
}

async function checkTransactions({ sessions, isHidden }: Given) {
  const oldest = Math.max(0, ...sessions.flatMap((one) => one.transaction_s ?? []))
  return judge('long_transactions', isHidden ? null : oldest, {
    bounds: { warning: 300, critical: 3600, unit: 'seconds' },
    message: 'age of the oldest open transaction',
    why: HIDDEN,
  })
}

async function checkLocks({ session, isHidden }: Given) {
  const waits = await readLocks(session)
  const isTold = waits.every((one) => one.waiting_s !== null)
  const longest = Math.max(0, ...waits.flatMap((one) => one.waiting_s ?? []))
  return judge('lock_waits', isTold ? longest : null, {
    bounds: { warning: 1, critical: 30, unit: 'seconds' },
    message: 'longest wait for a lock now',
    why: isHidden ? HIDDEN : 'the server does not tell since when a session waits',
  })
}

async function checkReplication({ session }: Given): Promise<CheckRow<Name>> {
  const bounds: Bounds = { warning: 30, critical: 300, unit: 'seconds' }
  if (session.identity.in_recovery) {
    const lag = toOwnLag(await readStandby(session))
    const why = 'this replica does not stream, or the role does not see it'
    return judge('replication', lag, { bounds, message: 'how far this replica is behind', why })
  }
  const replicas = await readReplicas(session)
  if (replicas.some(isHiddenReplica)) return unknown('replication', HIDDEN)
  if (replicas.length === 0)
    return notApplicable('replication', 'no replica is connected; one may have been lost')
  if (replicas.some((one) => one.state !== 'streaming')) {
    const row = { check: 'replication', state: 'warning', value: null, unit: null, bound: null } as const
    return { ...row, message: 'a replica does not stream', why_unknown: null }
  }
  // A replica that is level and idle tells no lag in time; its distance in bytes then is 0.
  const lags = replicas.map((one) => one.lag_s ?? (one.lag_bytes === 0 ? 0 : null))
  const worst = lags.includes(null) ? null : Math.max(...lags.map(Number))
  return judge('replication', worst, {
    bounds,
    message: 'lag of the slowest replica',
    why: 'a replica tells no lag',
  })
}

const CACHE = `select sum(blks_hit)::float8 as hit, sum(blks_read)::float8 as read from pg_stat_database where datname = current_database()`

async function checkCache({ session }: Given) {
  const schema = z.object({ hit: z.number().nullable(), read: z.number().nullable() })
  const { hit, read } = await session.row({ name: 'cache', sql: CACHE, schema })
  const all = (hit ?? 0) + (read ?? 0)
  const value = session.identity.counts && all > 0 ? (100 * (hit ?? 0)) / all : null
  return judge('cache_hits', value, {
    bounds: { warning: 95, critical: 80, unit: 'percent', below: true },
    message: 'blocks found in the buffer cache since the statistics began',
    why: session.identity.counts ? 'no block was read yet' : UNCOUNTED,
  })
}

async function checkAge({ session }: Given) {
  const ages = await readAges(session)
  return judge('transaction_age', ages[0]?.used_percent ?? null, {
    bounds: { warning: 40, critical: 75, unit: 'percent' },
    message: 'oldest transaction of any database against the limit of 2^31',
    why: 'no database is told',
  })
}

async function checkVacuum({ session }: Given) {
  if (!session.identity.counts) return unknown('vacuum', UNCOUNTED)
  const due = (await readTables(session)).filter((one) => one.dead_rows > one.vacuum_threshold)
  return judge('vacuum', due.length, {
    bounds: { warning: 1, critical: 50, unit: 'tables' },
    message: 'tables of this database with more dead rows than their threshold',
    why: UNCOUNTED,
  })
}

// The view was split in version 17.
const toCheckpointSql = (version: number) =>
  version >= 170_000
    ? 'select num_timed::float8 as timed, num_requested::float8 as requested from pg_stat_checkpointer'
    : 'select checkpoints_timed::float8 as timed, checkpoints_req::float8 as requested from pg_stat_bgwriter'

async function checkCheckpoints({ session }: Given) {
  const sql = toCheckpointSql(session.identity.version_num)
  const schema = z.object({ timed: z.number(), requested: z.number() })
  const { timed, requested } = await session.row({ name: 'checkpoints', sql, schema })
  const all = timed + requested
  return judge('checkpoints', all === 0 ? null : (100 * requested) / all, {
    bounds: { warning: 50, critical: 90, unit: 'percent' },
    message: 'checkpoints that came early, since the statistics began',
    why: 'no checkpoint was counted yet',
  })
}

async function checkSlots({ session }: Given) {
  const slots = await readSlots(session)
  if (slots.length === 0) return notApplicable('unused_slots', 'there is no replication slot')
  return judge('unused_slots', slots.filter((one) => !one.active).length, {
    bounds: { warning: 1, critical: 5, unit: 'slots' },
    message: 'replication slots that nobody reads and that keep the log',
    why: '',
  })
}
