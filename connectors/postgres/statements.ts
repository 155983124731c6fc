import { SourceError } from '@vedette/proto/connector'
import { z } from 'zod'
import { HIDDEN_TEXT, round, toStatement } from './reading.ts'
import type { Session } from './session.ts'

// Where pg_stat_statements lives in this database, quoted. Throws `not_served` where it is not created.
export async function findStatements(session: Session): Promise<string> {
  const sql = `select quote_ident(n.nspname) as schema from pg_extension e join pg_namespace n on n.oid = e.extnamespace
    where e.extname = 'pg_stat_statements'`
  const [found] = await session.rows({ name: 'extension', sql, schema: z.object({ schema: z.string() }) })
  if (found === undefined)
    throw new SourceError('not_served', {
      why: `pg_stat_statements is not created in the database connected to`,
    })
  // Reading no row of it still tells whether the library is loaded and the role may read.
  await session.run({
    name: 'statements_probe',
    sql: `select 1 from ${found.schema}.pg_stat_statements limit 0`,
  })
  return found.schema
}

export const statementSchema = z.object({
  signature: z.string().nullable(),
  text: z.string().nullable(),
  database: z.string().nullable(),
  user: z.string().nullable(),
  calls: z.number(),
  total_ms: z.number(),
  max_ms: z.number(),
  rows: z.number(),
  share: z.number().nullable(),
  blocks_read: z.number(),
  temp_bytes: z.number(),
  first_seen_at: z.string().nullable(),
})

// Statements with their figures, one row a statement, database and user. Rows of others have no signature where the
// role may not see them.
export function toStatementsSql(schema: string): string {
  return `
select s.queryid || '.' || s.dbid || '.' || s.userid as signature, min(s.query) as text, d.datname::text as database,
       r.rolname::text as "user", sum(s.calls) as calls, sum(s.total_exec_time) as total_ms,
       max(s.max_exec_time) as max_ms, sum(s.rows) as rows,
       sum(s.total_exec_time) / nullif(sum(sum(s.total_exec_time)) over (), 0) as share,
       sum(s.shared_blks_read + s.local_blks_read) as blocks_read,
       sum(s.temp_blks_written) * current_setting('block_size')::bigint as temp_bytes,
       min((to_jsonb(s) ->> 'stats_since')::timestamptz) as first_seen_at
  from ${schema}.pg_stat_statements s
  left join pg_database d on d.oid = s.dbid left join pg_roles r on r.oid = s.userid
 group by s.queryid, s.dbid, s.userid, d.datname, r.rolname`
}

type Statement = z.output<typeof statementSchema>

// One statement as the catalogue wants it.
export function toStatementRow(one: Statement & Readonly<{ signature: string }>) {
  return {
    signature: one.signature,
    statement: toStatement(one.text),
    database: one.database,
    user: one.user,
    calls: one.calls,
    total_ms: round(one.total_ms),
    mean_ms: one.calls === 0 ? null : round(one.total_ms / one.calls),
    max_ms: round(one.max_ms),
    rows: one.rows,
    share_of_time: one.share === null ? null : Math.round(one.share * 10_000) / 10_000,
    blocks_read: one.blocks_read,
    temp_bytes: one.temp_bytes,
    errors: null,
  }
}

// Tells whether the role may see a statement: of those of others it sees neither text nor signature.
export function isVisible(one: Statement): one is Statement & Readonly<{ signature: string }> {
  return one.signature !== null && one.text !== HIDDEN_TEXT
}

const infoSchema = z.object({ dealloc: z.number(), since: z.string().nullable() })

// How many statements were dropped for want of room, and since when figures count; null where not told (before
// version 14).
export async function readStatementsInfo(
  session: Session,
  schema: string,
): Promise<z.output<typeof infoSchema> | null> {
  if (session.identity.version_num < 140_000) return null
  const sql = `select dealloc, stats_reset as since from ${schema}.pg_stat_statements_info`
  const info = await session.attempt(() => session.row({ name: 'statements_info', sql, schema: infoSchema }))
  return info instanceof SourceError ? null : info
}
