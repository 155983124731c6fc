import { ArgumentError, SourceError } from '@vedette/proto/connector'
import type { z } from 'zod'
import type { Session } from './session.ts'
import { isVisible, statementSchema, toStatementsSql } from './statements.ts'

type Found = z.output<typeof statementSchema> & Readonly<{ signature: string }>

// The statement of a signature that db_queries_top gave. Throws ArgumentError when the statistics do not hold it,
// and `forbidden` when they hold statements that the role may not see, of which it may be one.
export async function findSignature(session: Session, schema: string, signature: string): Promise<Found> {
  const sql = `select * from (${toStatementsSql(schema)}) all_statements where signature = $1 or signature is null limit 2`
  const rows = await session.rows({ name: 'statement', sql, values: [signature], schema: statementSchema })
  const found = rows.find(isVisible)
  if (found !== undefined) return found
  if (rows.length > 0) throw new SourceError('forbidden', { missing: 'pg_read_all_stats' })
  throw new ArgumentError({
    code: 'not_found',
    field: 'signature',
    message: 'signature is not among the statements that this server keeps',
    fix: 'use a signature that db_queries_top gives now',
  })
}
