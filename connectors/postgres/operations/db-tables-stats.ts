import { sliceByKey } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { dbTablesStats } from '@vedette/proto/operations/db'
import type { z } from 'zod'
import type { PostgresClient } from '../client.ts'
import { MAX_ROWS, toReading, toTime } from '../reading.ts'
import { findTableDoubt, readTables, type Table } from '../tables.ts'

type Sort = z.output<typeof dbTablesStats.input>['sort']

const ORDERS: Readonly<Record<Sort, (one: Table) => number>> = Object.freeze({
  size: (one: Table) => one.size_bytes ?? 0,
  dead_rows: (one: Table) => one.dead_rows,
  whole_scans: (one: Table) => one.whole_scans,
  rows: (one: Table) => one.rows ?? 0,
})

// Tables of the connected database. Counts are null where the server does not count.
export const tablesStats = serve<PostgresClient, typeof dbTablesStats.input, typeof dbTablesStats.output>(
  dbTablesStats,
  async (client, { schema, table, sort, limit, cursor }, context) =>
    client.read(context, async (session) => {
      const { counts, statistics_since } = session.identity
      const all = await readTables(session, { schema, table })
      const slice = sliceByKey(all, (one) => [-ORDERS[sort](one), one.schema, one.table], { limit, cursor })
      const tables = slice.rows.map((one) => toRow(one, counts))
      const isPastEnd = tables.length === 0 && slice.total > 0
      const { total } = slice
      return toReading(
        { tables, statistics_since: toTime(statistics_since), total: all.length === MAX_ROWS ? null : total },
        {
          ...{ client, context, session, items: tables.length, proof: 'enumerated' },
          gaps: all.length === MAX_ROWS,
          page: { total, cursor: slice.cursor, isPastEnd },
          doubt: total === 0 ? await findTableDoubt(session, { schema, table }) : undefined,
        },
      )
    }),
)

function toRow(one: Table, counts: boolean) {
  const counted = (value: number | null) => (counts ? value : null)
  return {
    schema: one.schema,
    table: one.table,
    rows: one.rows,
    size_bytes: one.size_bytes,
    indexes_bytes: one.indexes_bytes,
    dead_rows: counted(one.dead_rows),
    whole_scans: counted(one.whole_scans),
    index_scans: counted(one.index_scans),
    writes: counted(one.writes),
    vacuumed_at: toTime(one.vacuumed_at),
    analyzed_at: toTime(one.analyzed_at),
  }
}
