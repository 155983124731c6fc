import { sliceByKey } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { dbIndexesHealth } from '@vedette/proto/operations/db'
import { z } from 'zod'
import type { PostgresClient } from '../client.ts'
import { MAX_ROWS, toReading, toTime } from '../reading.ts'
import { findTableDoubt, readTables, type Table } from '../tables.ts'

const indexSchema = z.object({
  schema: z.string(),
  table: z.string(),
  index: z.string(),
  valid: z.boolean(),
  size_bytes: z.number().nullable(),
  scans: z.number(),
  duplicate_of: z.string().nullable(),
  unique: z.boolean(),
  constraint: z.boolean(),
  definition: z.string().nullable(),
})
type Index = z.output<typeof indexSchema>

// Two indexes are alike when everything that decides what they can answer is; the older one is kept.
const SQL = `
select n.nspname::text as schema, t.relname::text as "table", c.relname::text as index,
       i.indisvalid and i.indisready as valid, pg_relation_size(c.oid) as size_bytes, coalesce(s.idx_scan, 0) as scans,
       (select min(o.indexrelid)::regclass::text from pg_index o join pg_class oc on oc.oid = o.indexrelid
         where o.indrelid = i.indrelid and o.indexrelid < i.indexrelid and o.indisvalid and i.indisvalid
           and o.indkey = i.indkey and o.indclass = i.indclass and o.indcollation = i.indcollation
           and o.indoption = i.indoption and o.indnkeyatts = i.indnkeyatts and oc.relam = c.relam
           and coalesce(o.indpred::text, '') = coalesce(i.indpred::text, '')
           and coalesce(o.indexprs::text, '') = coalesce(i.indexprs::text, '')
           and o.indisunique >= i.indisunique) as duplicate_of,
       i.indisunique as unique, i.indisprimary or i.indisexclusion or i.indisreplident
         or exists (select 1 from pg_constraint k where k.conindid = i.indexrelid) as constraint,
       pg_get_indexdef(i.indexrelid) as definition
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
  join pg_namespace n on n.oid = t.relnamespace left join pg_stat_user_indexes s on s.indexrelid = i.indexrelid
 where n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and c.relkind = 'i'
   and n.nspname !~ '^pg_(temp|toast_temp)_' and ($1::text is null or n.nspname = $1) and ($2::text is null or t.relname = $2)
 order by i.indexrelid limit ${MAX_ROWS}`

// A table is worth a look when it is not small and is read whole more often than by its indexes.
const LEAST_ROWS = 1000

// Indexes worth a look, and tables that are often read whole.
export const indexesHealth = serve<
  PostgresClient,
  typeof dbIndexesHealth.input,
  typeof dbIndexesHealth.output
>(dbIndexesHealth, async (client, { schema, table, limit, cursor }, context) =>
  client.read(context, async (session) => {
    const { counts, statistics_since } = session.identity
    const filter = { schema, table }
    const values = [schema ?? null, table ?? null]
    const all = await session.rows({ name: 'indexes', sql: SQL, values, schema: indexSchema })
    const tables = counts ? await readTables(session, filter) : []
    const found = all.flatMap((one) => toFindings(one, counts))
    const keyOf = (one: (typeof found)[number]) => [
      -(one.size_bytes ?? 0),
      one.schema,
      one.table,
      one.index,
      one.finding,
    ]
    const slice = sliceByKey(found, keyOf, { limit, cursor })
    const scanned = cursor === undefined ? tables.filter(isScannedWhole).map(toScanned).slice(0, limit) : []
    const isCut = all.length === MAX_ROWS
    const value = {
      indexes: [...slice.rows],
      whole_scanned: scanned,
      indexes_read: all.length,
      statistics_since: toTime(statistics_since),
      total: isCut ? null : slice.total,
    }
    const doubt =
      all.length === 0 ? await findTableDoubt(session, filter) : counts ? undefined : 'counts_not_tracked'
    return toReading(value, {
      ...{
        client,
        context,
        session,
        items: slice.rows.length === 0 ? scanned.length : slice.rows.length,
        proof: 'enumerated',
        doubt,
      },
      gaps: isCut,
      ...(slice.total === 0
        ? {}
        : { page: { total: slice.total, cursor: slice.cursor, isPastEnd: slice.rows.length === 0 } }),
    })
  }),
)

function toFindings(one: Index, counts: boolean) {
  const { valid, constraint, duplicate_of, ...row } = one
  const scans = counts ? one.scans : null
  const findings = [
    ...(valid ? [] : (['invalid'] as const)),
    ...(duplicate_of === null ? [] : (['duplicate'] as const)),
    ...(counts && one.scans === 0 && valid && !one.unique && !constraint ? (['unused'] as const) : []),
  ]
  return findings.map((finding) => ({
    ...row,
    scans,
    finding,
    duplicate_of: finding === 'duplicate' ? duplicate_of : null,
  }))
}

function isScannedWhole(one: Table): boolean {
  return (one.rows ?? 0) >= LEAST_ROWS && one.whole_scans > (one.index_scans ?? 0)
}

function toScanned(one: Table) {
  const { schema, table, whole_scans, whole_scan_rows, rows } = one
  return { schema, table, whole_scans, rows_read: whole_scan_rows, rows }
}
