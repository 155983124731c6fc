import { z } from 'zod'
import { filter } from '../fields.ts'
import { freeText, maybe } from '../values.ts'

// Figures count from here: statistics start anew at a reset, a restart or a failover.
export const statisticsSince = maybe.time

// One statement with its literals taken out, and what it cost.
export const statementRow = z.object({
  // Names the normalised statement in this instance.
  signature: z.string(),
  statement: maybe.sqlText,
  database: maybe.text,
  user: maybe.userHandle,
  calls: maybe.number,
  total_ms: maybe.number,
  mean_ms: maybe.number,
  max_ms: maybe.number,
  rows: maybe.number,
  share_of_time: maybe.number,
  blocks_read: maybe.number,
  temp_bytes: maybe.number,
  errors: maybe.number,
})

// Only this schema or database.
export function schemaFilter() {
  return filter('Only this schema or database')
}

// A statement in the instance's own language.
export function statementText() {
  return z.string().min(1).max(16_384).describe('One statement, without a closing semicolon')
}

// A value of a row as JSON can carry it; numbers too large for it stay text, bytes are told by their length.
export const rowValue = z.union([freeText, z.number(), z.boolean(), z.null()])

// Checks that engines have; what one of them lacks is `not_applicable`.
export const DB_CHECKS = Object.freeze([
  'connections',
  'long_transactions',
  'lock_waits',
  'replication',
  'cache_hits',
  'disk_space',
  'transaction_age',
  'vacuum',
  'checkpoints',
  'unused_slots',
] as const)
