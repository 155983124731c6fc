import { sliceByKey } from '@vedette/connectors/kit'
import { ArgumentError, serve } from '@vedette/proto/connector'
import { dbSchemaDescribe } from '@vedette/proto/operations/db'
import { z } from 'zod'
import type { PostgresClient } from '../client.ts'
import { MAX_ROWS, toReading } from '../reading.ts'
import type { Session } from '../session.ts'

const NAMES = `
select c.oid::bigint as oid, c.relname::text as "table",
       case when c.relispartition then 'partition' when c.relkind in ('r', 'p') then 'table' when c.relkind = 'v' then 'view'
            when c.relkind = 'm' then 'materialized_view' when c.relkind = 'f' then 'foreign' else 'unknown' end as kind
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
 where n.nspname = $1 and c.relkind in ('r', 'p', 'v', 'm', 'f') and ($2::text is null or c.relname = $2)
 order by c.relname limit ${MAX_ROWS}`
const KINDS = ['table', 'view', 'materialized_view', 'partition', 'foreign', 'unknown'] as const
const nameSchema = z.object({ oid: z.number(), table: z.string(), kind: z.enum(KINDS) })

const DETAILS = `
select c.oid::bigint as oid, obj_description(c.oid, 'pg_class') as comment,
       array(select json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
                      'nullable', not a.attnotnull, 'default', pg_get_expr(d.adbin, d.adrelid))
               from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
              where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum) as columns,
       (select array(select a.attname::text from unnest(k.conkey) with ordinality u(num, pos)
               join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.num order by u.pos)
          from pg_constraint k where k.conrelid = c.oid and k.contype = 'p') as primary_key,
       array(select json_build_object(
               'columns', array(select a.attname::text from unnest(k.conkey) with ordinality u(num, pos)
                          join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.num order by u.pos),
               'references', k.confrelid::regclass::text)
               from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' order by k.conname) as foreign_keys,
       array(select json_build_object('name', x.relname, 'unique', i.indisunique,
               'columns', array(select pg_get_indexdef(i.indexrelid, pos, true) from generate_series(1, i.indnkeyatts) pos))
               from pg_index i join pg_class x on x.oid = i.indexrelid where i.indrelid = c.oid order by x.relname) as indexes
  from pg_class c where c.oid = any($1::oid[])`
const detailSchema = z.object({
  oid: z.number(),
  comment: z.string().nullable(),
  columns: z.array(
    z.object({ name: z.string(), type: z.string(), nullable: z.boolean(), default: z.string().nullable() }),
  ),
  primary_key: z.array(z.string()).nullable(),
  foreign_keys: z.array(z.object({ columns: z.array(z.string()), references: z.string() })),
  indexes: z.array(z.object({ name: z.string(), unique: z.boolean(), columns: z.array(z.string()) })),
})

// Tables, views and columns of one schema. The catalogue shows them to every role, with or without a right on them.
export const schemaDescribe = serve<
  PostgresClient,
  typeof dbSchemaDescribe.input,
  typeof dbSchemaDescribe.output
>(dbSchemaDescribe, async (client, { schema, table, limit, cursor }, context) =>
  client.read(context, async (session) => {
    await checkSchema(session, schema)
    const names = await session.rows({
      name: 'relations',
      sql: NAMES,
      values: [schema, table ?? null],
      schema: nameSchema,
    })
    const slice = sliceByKey(names, (one) => [one.table], { limit, cursor })
    const values = [slice.rows.map((one) => one.oid)]
    const details = await session.rows({ name: 'columns', sql: DETAILS, values, schema: detailSchema })
    const tables = slice.rows.flatMap(({ oid, table: name, kind }) => {
      const detail = details.find((one) => one.oid === oid)
      if (detail === undefined) return []
      const { comment, columns, primary_key, foreign_keys, indexes } = detail
      return [{ table: name, kind, comment, columns, primary_key, foreign_keys, indexes }]
    })
    const isCut = names.length === MAX_ROWS || tables.length < slice.rows.length
    return toReading(
      { schema, tables, documents_sampled: null, total: isCut ? null : slice.total },
      {
        ...{ client, context, session, items: tables.length, proof: 'existence_checked', gaps: isCut },
        doubt: names.length === 0 && table !== undefined ? 'table_unknown' : undefined,
        page: { total: slice.total, cursor: slice.cursor, isPastEnd: tables.length === 0 && slice.total > 0 },
      },
    )
  }),
)

async function checkSchema(session: Session, schema: string): Promise<void> {
  const sql = 'select nspname::text as name from pg_namespace where nspname = $1'
  const found = await session.rows({
    name: 'schema',
    sql,
    values: [schema],
    schema: z.object({ name: z.string() }),
  })
  if (found.length > 0) return
  throw new ArgumentError({
    code: 'not_found',
    field: 'schema',
    message: 'schema does not exist in this database',
    fix: 'use a schema of the database connected to, such as public',
  })
}
