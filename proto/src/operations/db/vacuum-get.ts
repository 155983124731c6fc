import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { limit } from '../fields.ts'
import { maybe, total } from '../values.ts'

// Age of transactions, running vacuums and tables that wait.
export const dbVacuumGet = defineOperation({
  id: 'db.vacuum.get',
  title: 'Vacuum of a database',
  describe:
    'Gives transaction age against its limit, what holds it back, vacuums that run now, and tables that are due.',
  when: ['wraparound', 'autovacuum not keeping up', 'oldest transaction', 'vacuum progress', 'xmin horizon'],
  contract: 1,
  input: z.strictObject({ limit: limit(20, 200) }),
  output: z.object({
    databases: z.array(
      z.object({
        database: z.string(),
        transaction_age: z.number(),
        limit: z.number(),
        used_percent: z.number(),
      }),
    ),
    held_back_by: z.array(
      z.object({
        kind: z.enum(['transaction', 'replication_slot', 'prepared_transaction', 'standby', 'unknown']),
        name: maybe.text,
        age: maybe.number,
      }),
    ),
    running: z.array(
      z.object({
        schema: maybe.text,
        table: maybe.text,
        phase: maybe.text,
        progress_percent: maybe.number,
        started_at: maybe.time,
        automatic: maybe.flag,
      }),
    ),
    due: z.array(
      z.object({
        schema: z.string(),
        table: z.string(),
        dead_rows: maybe.number,
        threshold: maybe.number,
        vacuumed_at: maybe.time,
      }),
    ),
    total,
  }),
  scope: 'instance',
  tier: 'read',
  freshness: 15,
  permissions: { postgres: ['pg_monitor', 'pg_read_all_stats'] },
  proof: 'the statistics are switched on and readable; no table that is due is good news only then',
  since: '0.1.0',
})
