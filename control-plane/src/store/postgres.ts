import { type Dialect, PostgresDialect, type PostgresPoolClient } from 'kysely'
import { Pool, type PoolClient, types } from 'pg'
import { createStoreAway } from './error.ts'

const INT8 = 20
const CONNECT_MS = 5_000
const STATEMENT_MS = 15_000
// A statement that the server has neither done nor ended by then is lost, and its connection with it.
const LOST_MS = STATEMENT_MS + 1_000
const LOST = 'Query read timeout'

// Kysely's PostgreSQL dialect over a pool of at most `max` connections; int8 arrives as a number, throws beyond 2^53.
export function createPostgresDialect(url: string, max = 10): Dialect {
  const pool = new Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    query_timeout: LOST_MS,
    types: { getTypeParser: (oid, format) => (oid === INT8 ? parseInt8 : types.getTypeParser(oid, format)) },
  })
  // An idle connection that breaks is dropped by the pool; the next query reports the real trouble.
  pool.on('error', () => {})
  const connect = () =>
    pool.connect().then(toOwn, (error: unknown) => {
      throw createStoreAway(error)
    })
  return new PostgresDialect({ pool: { connect, end: () => pool.end(), options: pool.options } })
}

// A connection that goes back to the pool only while it answers: behind a statement that was lost, every other one would
// wait as well. One that breaks while it is in use is told as an event too, which nobody else hears and which would end
// the process.
function toOwn(client: PoolClient): PostgresPoolClient {
  let isLost = false
  const lose = () => {
    isLost = true
  }
  client.on('error', lose)
  const query = async (sql: string, parameters: readonly unknown[]) => {
    try {
      return await client.query(sql, [...parameters])
    } catch (error) {
      if (error instanceof Error && error.message === LOST) lose()
      throw error
    }
  }
  return {
    // Kysely asks for cursors only where it streams, which the store does not.
    query: query as unknown as PostgresPoolClient['query'],
    release() {
      client.off('error', lose)
      client.release(isLost)
    },
  }
}

function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError('an integer of the store is out of range')
  return value
}
