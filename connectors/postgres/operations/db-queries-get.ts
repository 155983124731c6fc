import { serve } from '@vedette/proto/connector'
import { dbQueriesGet } from '@vedette/proto/operations/db'
import type { PostgresClient } from '../client.ts'
import { toReading, toTime } from '../reading.ts'
import { findSignature } from '../signature.ts'
import { checkSelect } from '../sql/check.ts'
import { findStatements, readStatementsInfo, toStatementRow } from '../statements.ts'

// One statement's figures since the statistics began; the tables are those that its text names, where it is a SELECT.
export const queriesGet = serve<PostgresClient, typeof dbQueriesGet.input, typeof dbQueriesGet.output>(
  dbQueriesGet,
  async (client, { signature }, context) =>
    client.read(context, async (session) => {
      const schema = await findStatements(session)
      const info = await readStatementsInfo(session, schema)
      const found = await findSignature(session, schema, signature)
      const value = {
        statement: toStatementRow(found),
        tables: found.text === null ? null : await readTables(found.text),
        points: [],
        first_seen_at: toTime(found.first_seen_at),
        covers: 'since_reset' as const,
        statistics_since: toTime(info?.since ?? null),
      }
      return toReading(value, { client, context, session, whole: true, items: 1 })
    }),
)

// Null for a text that is no plain SELECT: what it touches is then not known.
async function readTables(text: string): Promise<string[] | null> {
  try {
    return [...(await checkSelect(text, { field: 'signature', parameters: true })).relations].sort()
  } catch {
    return null
  }
}
