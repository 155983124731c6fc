import { serve } from '@vedette/proto/connector'
import { dbQueriesTop } from '@vedette/proto/operations/db'
import type { z } from 'zod'
import type { PostgresClient } from '../client.ts'
import { MAX_ROWS, toReading, toTime } from '../reading.ts'
import {
  findStatements,
  isVisible,
  readStatementsInfo,
  statementSchema,
  toStatementRow,
  toStatementsSql,
} from '../statements.ts'

type Statement = z.output<typeof statementSchema>

const ORDERS: Readonly<Record<z.output<typeof dbQueriesTop.input>['by'], (one: Statement) => number>> =
  Object.freeze({
    total_time: (one: Statement) => one.total_ms,
    mean_time: (one: Statement) => (one.calls === 0 ? 0 : one.total_ms / one.calls),
    calls: (one: Statement) => one.calls,
    rows: (one: Statement) => one.rows,
    reads: (one: Statement) => one.blocks_read,
    temp: (one: Statement) => one.temp_bytes,
  })

// Normalised statements since the statistics began: PostgreSQL keeps no history, so that the window is not looked at.
export const queriesTop = serve<PostgresClient, typeof dbQueriesTop.input, typeof dbQueriesTop.output>(
  dbQueriesTop,
  async (client, { by, database, user, limit }, context) =>
    client.read(context, async (session) => {
      const schema = await findStatements(session)
      const info = await readStatementsInfo(session, schema)
      const sql = `${toStatementsSql(schema)} order by sum(s.total_exec_time) desc limit ${MAX_ROWS}`
      const all = await session.rows({ name: 'statements', sql, schema: statementSchema })
      const inScope = all.filter(
        (one) =>
          (database === undefined || one.database === database) && (user === undefined || one.user === user),
      )
      const found = inScope.filter(isVisible).sort((a, b) => ORDERS[by](b) - ORDERS[by](a))
      const statements = found.slice(0, limit).map(toStatementRow)
      const isHidden = found.length < inScope.length
      const isCut = all.length === MAX_ROWS
      const value = {
        statements,
        covers: 'since_reset' as const,
        statistics_since: toTime(info?.since ?? null),
        total: isHidden || isCut ? null : found.length,
      }
      return toReading(value, {
        ...{ client, context, session, whole: true, items: statements.length },
        cutTo: found.length > statements.length ? found.length : undefined,
        // Statements that were dropped for want of room, and a count of drops that is not told, leave gaps.
        gaps: statements.length > 0 && (isCut || info === null || info.dealloc > 0),
        doubt: statements.length > 0 ? undefined : 'statements_are_kept_for_a_while_only',
        hidden: isHidden ? [{ what: { statements: 'of_others' }, missing: 'pg_read_all_stats' }] : [],
      })
    }),
)
