import { toNetworkError } from '@vedette/connectors/kit'
import { ArgumentError, SourceError } from '@vedette/proto/connector'
import type { Carried } from '@vedette/proto/visibility'

type Row = Readonly<{ state: SourceError['state']; carried?: Carried }>

const failed = (code: string): Row => ({ state: 'upstream_failed', carried: { errno: `SQLSTATE_${code}` } })

// SQLSTATE codes to states; two characters stand for a whole class. The server's sentences never travel.
const STATES: Readonly<Record<string, Row>> = Object.freeze({
  '28': { state: 'unauthorized' },
  '42501': { state: 'forbidden', carried: { missing: 'pg_monitor' } },
  '3D000': { state: 'unusable', carried: { why: 'scope_mismatch', code: 'database_unknown' } },
  '53300': { state: 'throttled', carried: { by: 'vendor' } },
  '57014': { state: 'timed_out', carried: { why: 'statement_timeout', phase: 'first_byte' } },
  '55P03': { state: 'timed_out', carried: { why: 'lock_timeout', phase: 'first_byte' } },
  '25P03': { state: 'timed_out', carried: { why: 'idle_timeout', phase: 'first_byte' } },
  // A function, column or view that this version does not have, or a feature that is not built in.
  '42883': { state: 'not_served', carried: { why: 'this version of the server lacks it' } },
  '42703': { state: 'not_served', carried: { why: 'this version of the server lacks it' } },
  '42P01': { state: 'not_served', carried: { why: 'this version of the server lacks it' } },
  '42704': { state: 'not_served', carried: { why: 'this version of the server lacks it' } },
  '0A': { state: 'not_served', carried: { why: 'the server does not support it' } },
  // An extension that is created but not loaded.
  '55000': { state: 'not_served', carried: { why: 'the extension is not in shared_preload_libraries' } },
})

// The SQLSTATE of an error of the server, or undefined for any other error.
export function getSqlState(error: unknown): string | undefined {
  const isServers = error instanceof Error && 'severity' in error && 'code' in error
  const code = isServers ? error.code : undefined
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined
}

// Whatever failed, as a state. Errors of the server go by their SQLSTATE, others by their errno.
export function toPostgresError(
  error: unknown,
  facts: Readonly<{ credential: string; waited: number }>,
): Error {
  if (error instanceof SourceError || error instanceof ArgumentError) return error
  const code = getSqlState(error)
  if (code === undefined) return toConnectionError(error, facts.credential)
  const row = STATES[code] ?? STATES[code.slice(0, 2)] ?? failed(code)
  if (row.state === 'unauthorized') return new SourceError('unauthorized', { credential: facts.credential })
  const waited = row.state === 'timed_out' ? { waited_ms: Math.round(facts.waited) } : {}
  return new SourceError(row.state, { ...row.carried, ...waited })
}

// What the client library says by itself, without a code.
const SAYINGS: readonly Readonly<{ says: RegExp; carried: Carried }>[] = Object.freeze([
  { says: /does not support SSL/, carried: { errno: 'TLS_NOT_OFFERED' } },
  { says: /establishing an SSL/, carried: { errno: 'TLS_REFUSED' } },
  {
    says: /^Connection terminated|closed and is not queryable|connection error/,
    carried: { errno: 'ECONNRESET' },
  },
])

function toConnectionError(error: unknown, credential: string): SourceError {
  const text = error instanceof Error ? error.message : ''
  if (text.startsWith('SASL:')) return new SourceError('unauthorized', { credential })
  const saying = SAYINGS.find((one) => one.says.test(text))
  if (saying !== undefined) return new SourceError('upstream_failed', saying.carried)
  if (error instanceof Error && 'code' in error) return toNetworkError(error)
  // The parser met bytes that are not the protocol.
  return new SourceError('unusable', { why: 'unparseable' })
}

type Refusal = Readonly<{ message: string; fix: string }>

// How the server refuses a statement that the caller wrote, by class or code.
const REFUSALS: Readonly<Record<string, Refusal>> = Object.freeze({
  '42P01': {
    message: 'names a table that does not exist for this role',
    fix: 'use a table that db_schema_describe lists, with its schema',
  },
  '3F000': { message: 'names a schema that does not exist', fix: 'use a schema that exists' },
  '42703': {
    message: 'names a column that does not exist',
    fix: 'use a column that db_schema_describe lists',
  },
  '42883': {
    message: 'uses a function or operator that does not take these types',
    fix: 'cast the values to the right type',
  },
  '42': { message: 'is not a statement that the server accepts', fix: 'correct the statement' },
  '22': {
    message: 'meets a value that it cannot work with',
    fix: 'guard against division by zero and impossible casts',
  },
  '25006': { message: 'would write', fix: 'only read' },
})

// The same for a statement of the caller: what is wrong with it is an error of the argument.
export function toStatementError(
  error: unknown,
  facts: Readonly<{ credential: string; waited: number; field: string; relations: readonly string[] }>,
): Error {
  const code = getSqlState(error)
  if (code === '42501') return new SourceError('forbidden', { missing: toGrant(facts.relations) })
  const refusal = code === undefined ? undefined : (REFUSALS[code] ?? REFUSALS[code.slice(0, 2)])
  if (refusal === undefined) return toPostgresError(error, facts)
  return new ArgumentError({
    field: facts.field,
    message: `${facts.field} ${refusal.message}`,
    fix: refusal.fix,
  })
}

function toGrant(relations: readonly string[]): string {
  const isPlain = relations.length > 0 && relations.every((name) => /^[A-Za-z0-9_.]{1,127}$/.test(name))
  return isPlain ? `SELECT on ${relations.slice(0, 5).join(', ')}` : 'SELECT on the tables of the statement'
}
