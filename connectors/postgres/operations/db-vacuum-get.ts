import { serve } from '@vedette/proto/connector'
import { dbVacuumGet } from '@vedette/proto/operations/db'
import type { PostgresClient } from '../client.ts'
import { MAX_ROWS, round, toReading, toTime } from '../reading.ts'
import { readSessions, toHidden } from '../sessions.ts'
import { readTables } from '../tables.ts'
import { readAges, readHolders, readRunning } from '../vacuum.ts'

// Ages of all databases, what holds vacuum back, and tables of the connected database that are due.
export const vacuumGet = serve<PostgresClient, typeof dbVacuumGet.input, typeof dbVacuumGet.output>(
  dbVacuumGet,
  async (client, { limit }, context) =>
    client.read(context, async (session) => {
      const databases = await readAges(session)
      const holders = await readHolders(session)
      const running = await readRunning(session)
      const hiddenSessions = toHidden(await readSessions(session))
      const tables = session.identity.counts ? await readTables(session) : []
      const due = tables.filter((one) => one.dead_rows > one.vacuum_threshold)
      const shown = due.slice(0, limit).map((one) => ({
        schema: one.schema,
        table: one.table,
        dead_rows: one.dead_rows,
        threshold: Math.round(one.vacuum_threshold),
        vacuumed_at: toTime(one.vacuumed_at),
      }))
      const isHidden = hiddenSessions.length > 0 || running.some((one) => one.hidden)
      const value = {
        databases,
        held_back_by: holders,
        running: running.map(({ hidden: _, ...one }) => ({
          ...one,
          progress_percent: round(one.progress_percent),
          started_at: toTime(one.started_at),
        })),
        due: shown,
        total: session.identity.counts ? due.length : null,
      }
      return toReading(value, {
        ...{ client, context, session, items: databases.length },
        cutTo: due.length > shown.length ? databases.length + due.length : undefined,
        gaps: tables.length === MAX_ROWS,
        doubt: session.identity.counts ? undefined : 'counts_not_tracked',
        hidden: isHidden ? [{ what: { sessions: 'of_others' }, missing: 'pg_read_all_stats' }] : [],
      })
    }),
)
