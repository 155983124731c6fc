import { serve } from '@vedette/proto/connector'
import { dbLocksList } from '@vedette/proto/operations/db'
import { z } from 'zod'
import type { PostgresClient } from '../client.ts'
import { type LockWait, readLocks } from '../locks.ts'
import { HIDDEN_TEXT, round, toReading, toStatement, toTime } from '../reading.ts'

const DEADLOCKS =
  'select sum(deadlocks)::float8 as deadlocks, min(stats_reset) as since from pg_stat_database'
const deadlocksSchema = z.object({ deadlocks: z.number().nullable(), since: z.string().nullable() })

// Waits for locks, those that others hang on first, then the longest.
export const locksList = serve<PostgresClient, typeof dbLocksList.input, typeof dbLocksList.output>(
  dbLocksList,
  async (client, { min_wait_s: least = 0, limit }, context) =>
    client.read(context, async (session) => {
      const counted = await session.row({ name: 'deadlocks', sql: DEADLOCKS, schema: deadlocksSchema })
      const all = await readLocks(session)
      // A wait whose length is hidden may be long.
      const found = all
        .filter((one) => least === 0 || one.waiting_s === null || one.waiting_s >= least)
        .sort((a, b) => Number(b.is_root) - Number(a.is_root) || (b.waiting_s ?? 0) - (a.waiting_s ?? 0))
      const waits = found.slice(0, limit).map(toRow)
      const isHidden = all.some((one) => [one.waiting_statement, one.holding_statement].includes(HIDDEN_TEXT))
      const value = {
        waits,
        deadlocks: session.identity.counts ? counted.deadlocks : null,
        statistics_since: toTime(counted.since),
        total: found.length,
      }
      return toReading(value, {
        ...{ client, context, session, whole: true, items: waits.length, proof: 'enumerated' },
        cutTo: found.length > waits.length ? found.length : undefined,
        hidden: isHidden ? [{ what: { sessions: 'of_others' }, missing: 'pg_read_all_stats' }] : [],
      })
    }),
)

function toRow(one: LockWait) {
  return {
    waiting: String(one.waiting),
    waiting_statement: toStatement(one.waiting_statement),
    waiting_s: round(one.waiting_s),
    holding: one.holding === null ? null : String(one.holding),
    holding_statement: toStatement(one.holding_statement),
    holding_state: one.by_prepared ? 'prepared_transaction' : one.holding_state,
    holding_transaction_s: round(one.holding_transaction_s),
    object: one.object,
    mode: one.mode,
    is_root: one.is_root,
  }
}
