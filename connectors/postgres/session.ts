import { parseBoundedJson } from '@vedette/connectors/kit'
import { SourceError } from '@vedette/proto/connector'
import { z } from 'zod'

// One statement of ours; `simple` sends several at once, which the preamble alone needs.
export type Sql = Readonly<{ name: string; sql: string; values?: readonly unknown[]; simple?: boolean }>

export type Result = Readonly<{
  columns: readonly Readonly<{ name: string; oid: number }>[]
  rows: readonly (readonly (string | null)[])[]
}>
export type RunSql = (statement: Sql) => Promise<Result>

const identitySchema = z.object({
  version_num: z.number(),
  version: z.string(),
  in_recovery: z.boolean(),
  database: z.string(),
  sees_all_stats: z.boolean(),
  sees_all_settings: z.boolean(),
  statistics_since: z.string().nullable(),
  counts: z.boolean(),
})
export type Identity = Readonly<z.output<typeof identitySchema>>

// A read-only transaction. Every method throws SourceError, save `run`, which throws what the server said.
export type Session = Readonly<{
  identity: Identity
  run: RunSql
  // Rows of one of our own queries, as objects that `schema` must accept.
  rows<S extends z.ZodType>(query: Sql & Readonly<{ schema: S }>): Promise<z.output<S>[]>
  // The same for a query of exactly one row.
  row<S extends z.ZodType>(query: Sql & Readonly<{ schema: S }>): Promise<z.output<S>>
  // Runs what may fail without losing the transaction: its SourceError is given back instead of thrown.
  attempt<T>(work: () => Promise<T>): Promise<T | SourceError>
  readSystemIdentifier(): Promise<string>
}>

const LEAST_VERSION = 130_000

const IDENTITY = `
select current_setting('server_version_num')::int as version_num,
       split_part(current_setting('server_version'), ' ', 1) as version,
       pg_is_in_recovery() as in_recovery,
       current_database()::text as database,
       r.rolsuper or pg_has_role(r.oid, 'pg_read_all_stats', 'usage') as sees_all_stats,
       r.rolsuper or pg_has_role(r.oid, 'pg_read_all_settings', 'usage') as sees_all_settings,
       (select stats_reset from pg_stat_database where datname = current_database()) as statistics_since,
       current_setting('track_counts')::bool as counts
  from pg_roles r where r.rolname = current_user`

// Learns who and where one is, in a transaction that has begun. Throws `not_served` for servers before version 13.
export async function createSession(
  run: RunSql,
  facts: Readonly<{ database: string; toError(error: unknown): Error }>,
): Promise<Session> {
  async function rows<S extends z.ZodType>(query: Sql & Readonly<{ schema: S }>): Promise<z.output<S>[]> {
    const { schema, sql, ...rest } = query
    const result = await run({ ...rest, sql: `select row_to_json(q)::text from (${sql}) q` })
    const parsed = result.rows.map(([text]) => schema.safeParse(parseBoundedJson(Buffer.from(text ?? ''))))
    return parsed.map((one) => {
      if (!one.success) throw new SourceError('unusable', { why: 'schema_mismatch' })
      return one.data
    })
  }
  async function row<S extends z.ZodType>(query: Sql & Readonly<{ schema: S }>): Promise<z.output<S>> {
    const [first, ...more] = await rows(query)
    if (first === undefined || more.length > 0) throw new SourceError('unusable', { why: 'schema_mismatch' })
    return first
  }
  async function attempt<T>(work: () => Promise<T>): Promise<T | SourceError> {
    await run({ name: 'savepoint', sql: 'savepoint vedette' })
    try {
      return await work()
    } catch (error) {
      const told = facts.toError(error)
      if (!(told instanceof SourceError)) throw told
      await run({ name: 'rollback', sql: 'rollback to savepoint vedette' }).catch(() => {
        throw told
      })
      return told
    }
  }
  const identity = await row({ name: 'identity', sql: IDENTITY, schema: identitySchema })
  if (identity.version_num < LEAST_VERSION)
    throw new SourceError('not_served', { why: 'needs PostgreSQL 13 or later' })
  if (identity.database !== facts.database) throw new SourceError('unusable', { why: 'scope_mismatch' })
  return {
    identity,
    run,
    rows,
    row,
    attempt,
    async readSystemIdentifier() {
      const sql = 'select system_identifier::text as id from pg_control_system()'
      return (await row({ name: 'system', sql, schema: z.object({ id: z.string() }) })).id
    },
  }
}
