import type { OperationDefinition } from '@vedette/proto/operations'

// What an operation may declare for PostgreSQL, as the statements that grant it. A role of `pg_monitor` has the two
// that read statistics and settings.
const STATEMENTS: Readonly<Record<string, string>> = Object.freeze({
  CONNECT: '',
  pg_monitor: 'GRANT pg_monitor TO vedette;',
  pg_read_all_stats: 'GRANT pg_read_all_stats TO vedette;',
  pg_read_all_settings: 'GRANT pg_read_all_settings TO vedette;',
  'extension pg_stat_statements':
    'CREATE EXTENSION IF NOT EXISTS pg_stat_statements; -- as an administrator, in the database connected to',
  'USAGE on the schema': 'GRANT USAGE ON SCHEMA public TO vedette; -- each schema that is described',
  'SELECT on the tables of the statement':
    'GRANT SELECT ON public.orders TO vedette; -- table by table, only what may be read by SQL',
})

const MONITOR_HOLDS: readonly string[] = Object.freeze(['pg_read_all_stats', 'pg_read_all_settings'])

// The least role for operations, as SQL: it signs in, reads and writes nothing. Throws TypeError on a permission that
// has no statement.
export function renderRoleScript(operations: readonly OperationDefinition[]): string {
  const needed = new Set(operations.flatMap((one) => one.permissions['postgres'] ?? []))
  // A table's rows are reached through its schema.
  if (needed.has('SELECT on the tables of the statement')) needed.add('USAGE on the schema')
  for (const one of needed)
    if (STATEMENTS[one] === undefined) throw new TypeError(`no statement grants "${one}" in PostgreSQL`)
  if (needed.has('pg_monitor')) for (const held of MONITOR_HOLDS) needed.delete(held)
  return [
    "CREATE ROLE vedette LOGIN PASSWORD '...' CONNECTION LIMIT 5;",
    'ALTER ROLE vedette SET default_transaction_read_only = on;',
    'GRANT CONNECT ON DATABASE shop TO vedette;',
    ...Object.entries(STATEMENTS).flatMap(([name, sql]) => (needed.has(name) && sql !== '' ? [sql] : [])),
  ].join('\n')
}
