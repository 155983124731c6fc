import {
  createGuardedSocket,
  guardStream,
  type SocketBounds,
  toTlsOptions,
  withDeadline,
} from '@vedette/connectors/kit'
import { type CallContext, type ConnectContext, SourceError } from '@vedette/proto/connector'
import type { Client } from 'pg'
import type { PostgresConfig } from './config.ts'
import { toPostgresError } from './errors.ts'
import { createSession, type RunSql, type Session } from './session.ts'

export type PostgresClient = Readonly<{
  instance: string
  config: PostgresConfig
  // Opens one connection and a read-only transaction on it, and closes both afterwards. `database` is one that the
  // configuration allows; `timeoutMs` bounds each statement beside the call's deadline.
  read<T>(
    context: CallContext,
    work: (session: Session) => Promise<T>,
    options?: Readonly<{ database?: string | undefined; timeoutMs?: number }>,
  ): Promise<T>
}>

// What a server's first byte may be: an answer to the question for TLS, authentication, an error or a notice.
const BOUNDS: SocketBounds = { greetings: 'SNREv' }
// Left for the server to end a statement by itself before the connection is cut.
const MARGIN_MS = 250
const LEAST_MS = 50
const LOCK_MS = 1000

// Makes the client of one server; no network or secret is touched until the first call.
export function connectPostgres(config: PostgresConfig, context: ConnectContext): PostgresClient {
  return {
    instance: context.instance,
    config,
    read: (call, work, { database = config.database, timeoutMs = Number.POSITIVE_INFINITY } = {}) =>
      withDeadline(call, async (signal, enter) => {
        const started = call.clock.monotonic()
        const toError = (error: unknown) =>
          toPostgresError(error, { credential: context.instance, waited: call.clock.monotonic() - started })
        const password = config.password === undefined ? '' : await context.readSecret(config.password)
        const ca =
          config.tls.ca_file === undefined
            ? undefined
            : await context.readSecret({ file: config.tls.ca_file })
        signal.throwIfAborted()
        const connected = () => enter('first_byte')
        const pg = await open(config, { database, password, ca, connected })
        const abort = () => pg.cut()
        signal.addEventListener('abort', abort, { once: true })
        try {
          await pg.client.connect()
          const left = call.deadline - call.clock.now() - MARGIN_MS
          const statementMs = Math.max(LEAST_MS, Math.min(left, timeoutMs))
          const run = createRun(pg.client, call)
          await run({ name: 'begin', sql: toPreamble(statementMs), simple: true })
          const session = await createSession(run, { database, toError })
          await proveServer(session, config.expect_system_identifier)
          return await work(session)
        } catch (error) {
          throw toError(error)
        } finally {
          signal.removeEventListener('abort', abort)
          pg.end()
        }
      }),
  }
}

type Opened = Readonly<{ client: Client; end(): void; cut(): void }>

// The library is loaded here, on first use; the socket is the kit's, so that its bounds hold.
async function open(
  config: PostgresConfig,
  facts: Readonly<{ database: string; password: string; ca: string | undefined; connected(): void }>,
): Promise<Opened> {
  const { default: pg } = await import('pg')
  const { host, port, username: user, tls } = config
  const { mode } = tls
  const trust = facts.ca === undefined ? {} : { ca: facts.ca }
  const socket = createGuardedSocket(BOUNDS).once('connect', facts.connected)
  const client = new pg.Client({
    host,
    port,
    user,
    database: facts.database,
    password: facts.password,
    ssl: mode === 'off' ? false : toTlsOptions({ mode, ...trust }),
    stream: () => socket,
    application_name: 'vedette',
    client_encoding: 'UTF8',
    options: config.pooler ? '' : '-c default_transaction_read_only=on',
    // Every value stays the text that the server sent: numbers too large for a double lose nothing.
    types: { getTypeParser: () => (value: string) => value },
  })
  client.on('error', () => {}) // every failure is told by the statement that met it
  const { connection } = client as unknown as { connection: Wire } // not in the library's types
  connection.once('sslconnect', () => guardStream(connection.stream, BOUNDS))
  return {
    client,
    cut() {
      connection.stream.destroy()
      socket.destroy()
    },
    end() {
      // Says goodbye where the peer still reads, and waits for nobody.
      if (!socket.connecting) client.end().catch(() => {})
      connection.stream.destroySoon()
      socket.destroySoon()
    },
  }
}

type Wire = Readonly<{
  stream: Parameters<typeof guardStream>[0]
  once(event: 'sslconnect', listener: () => void): void
}>

function createRun(client: Client, context: CallContext): RunSql {
  return async ({ name, sql, values = [], simple = false }) => {
    context.vendorCall?.()
    const text = `/* vedette:${name} */ ${sql}`
    // The extended protocol takes exactly one statement, whatever its text holds.
    const query = simple
      ? { text }
      : { text, values: [...values], queryMode: 'extended' as const, rowMode: 'array' as const }
    const result = await client.query(query)
    const { fields, rows } = Array.isArray(result) ? { fields: [], rows: [] } : result
    return {
      columns: fields.map((field) => ({ name: field.name, oid: field.dataTypeID })),
      rows: rows as unknown as readonly (readonly (string | null)[])[], // arrays of texts, as asked for above
    }
  }
}

// Settings last as long as the transaction, so that a pooler's next client does not inherit them.
function toPreamble(statementMs: number): string {
  const ms = Math.round(statementMs)
  return [
    'begin transaction read only',
    `set local statement_timeout = ${ms}`,
    `set local lock_timeout = ${Math.min(ms, LOCK_MS)}`,
    `set local idle_in_transaction_session_timeout = ${ms + 2 * MARGIN_MS}`,
    'set local standard_conforming_strings = on',
    "set local timezone = 'UTC'",
    "set local datestyle = 'ISO'",
    "set local intervalstyle = 'postgres'",
    'set local extra_float_digits = 1',
  ].join('; ')
}

async function proveServer(session: Session, expected: string | undefined): Promise<void> {
  if (expected === undefined) return
  if ((await session.readSystemIdentifier()) !== expected)
    throw new SourceError('unusable', { why: 'scope_mismatch' })
}
