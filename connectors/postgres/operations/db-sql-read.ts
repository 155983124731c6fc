import { ArgumentError, serve } from '@vedette/proto/connector'
import { dbSqlRead } from '@vedette/proto/operations/db'
import { z } from 'zod'
import type { PostgresClient } from '../client.ts'
import { toStatementError } from '../errors.ts'
import { toReading } from '../reading.ts'
import type { Result, Session } from '../session.ts'
import { checkSelect } from '../sql/check.ts'
import { checkShadows } from '../sql/shadows.ts'
import { toValue } from '../values.ts'

// Runs one SELECT through a cursor of a read-only transaction, after the parser has admitted it.
export const sqlRead = serve<PostgresClient, typeof dbSqlRead.input, typeof dbSqlRead.output>(
  dbSqlRead,
  async (client, { sql, database, timeout_s, max_rows }, context) => {
    const checked = await checkSelect(sql, { field: 'sql' })
    checkDatabase(client, database)
    return client.read(
      context,
      async (session) => {
        await checkShadows(session, checked, 'sql')
        const started = context.clock.monotonic()
        const result = await fetchRows(session, sql, max_rows + 1).catch((error: unknown) => {
          const waited = context.clock.monotonic() - started
          throw toStatementError(error, {
            credential: client.instance,
            waited,
            field: 'sql',
            relations: checked.relations,
          })
        })
        const took_ms = Math.round(context.clock.monotonic() - started)
        const types = await readTypes(session, result)
        const more = result.rows.length > max_rows
        const rows = result.rows
          .slice(0, max_rows)
          .map((row) => row.map((text, index) => toValue(text, result.columns[index]?.oid ?? 0)))
        const columns = result.columns.map(({ name, oid }) => ({ name, type: types.get(oid) ?? 'unknown' }))
        const facts = { client, context, session, items: rows.length, proof: 'enumerated' as const }
        return toReading(
          { columns, rows, more, took_ms },
          { ...facts, cutTo: more ? rows.length + 1 : undefined },
        )
      },
      { database, timeoutMs: timeout_s * 1000 },
    )
  },
)

function checkDatabase({ config }: PostgresClient, database: string | undefined): void {
  if (database === undefined || database === config.database || config.databases.includes(database)) return
  throw new ArgumentError({
    code: 'not_found',
    field: 'database',
    message: 'database is not one that this instance is configured to read',
    fix: 'leave database out, or have it added to databases in the configuration',
  })
}

async function fetchRows(session: Session, sql: string, count: number): Promise<Result> {
  await session.run({ name: 'declare', sql: `declare vedette_rows no scroll cursor for ${sql}` })
  return session.run({ name: 'fetch', sql: `fetch forward ${count} from vedette_rows` })
}

async function readTypes(session: Session, result: Result): Promise<ReadonlyMap<number, string>> {
  const oids = [...new Set(result.columns.map((one) => one.oid))]
  const sql = 'select oid::bigint as oid, format_type(oid, null) as type from unnest($1::oid[]) oid'
  const schema = z.object({ oid: z.number(), type: z.string() })
  const rows = await session.rows({ name: 'types', sql, values: [oids], schema })
  return new Map(rows.map((one) => [one.oid, one.type]))
}
