import { type Dialect, PostgresDialect } from 'kysely'
import { Pool, types } from 'pg'
import { createStoreAway } from './error.ts'

const INT8 = 20
const CONNECT_MS = 5_000
const STATEMENT_MS = 15_000

// Kysely's PostgreSQL dialect over a pool of at most `max` connections; int8 arrives as a number, throws beyond 2^53.
export function createPostgresDialect(url: string, max = 10): Dialect {
  const pool = new Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    types: { getTypeParser: (oid, format) => (oid === INT8 ? parseInt8 : types.getTypeParser(oid, format)) },
  })
  // An idle connection that breaks is dropped by the pool; the next query reports the real trouble.
  pool.on('error', () => {})
  const connect = () =>
    pool.connect().catch((error: unknown) => {
      throw createStoreAway(error)
    })
  return new PostgresDialect({ pool: { connect, end: () => pool.end(), options: pool.options } })
}

function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError('an integer of the store is out of range')
  return value
}
