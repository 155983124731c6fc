import {
  createGuardedSocket,
  openTlsSocket,
  type SocketBounds,
  toNetworkError,
  withDeadline,
} from '@vedette/connectors/kit'
import { type CallContext, type ConnectContext, SourceError } from '@vedette/proto/connector'
import type { Redis } from 'ioredis'
import type { RedisConfig } from './config.ts'
import { toReplyError } from './errors.ts'
import { parseInfo } from './info.ts'

// Sends one command and gives its reply. Throws SourceError.
export type Command = (name: string, ...args: readonly string[]) => Promise<unknown>

export type RedisClient = Readonly<{
  instance: string
  config: RedisConfig
  // Opens one connection, signs in, proves which server it is where that is asked for, and closes it afterwards.
  run<T>(context: CallContext, work: (command: Command) => Promise<T>): Promise<T>
}>

// What a reply of RESP 2 or 3 may begin with.
const BOUNDS: SocketBounds = { greetings: '+-:$*_#,(!=%~>|' }

// Makes the client of one server; no network or secret is touched until the first call.
export function connectRedis(config: RedisConfig, context: ConnectContext): RedisClient {
  return {
    instance: context.instance,
    config,
    run: (call, work) =>
      withDeadline(call, async (signal, enter) => {
        const password = config.password === undefined ? undefined : await context.readSecret(config.password)
        const ca =
          config.tls?.ca_file === undefined
            ? undefined
            : await context.readSecret({ file: config.tls.ca_file })
        signal.throwIfAborted()
        const opened = await open(config, ca, () => enter('first_byte'))
        const abort = () => opened.close()
        signal.addEventListener('abort', abort, { once: true })
        try {
          const command = createCommand(opened, context.instance, call)
          if (password !== undefined) await signIn(command, config.username, password)
          if (config.expect_run_id !== undefined) await proveServer(command, config.expect_run_id)
          return await work(command)
        } finally {
          signal.removeEventListener('abort', abort)
          opened.close()
        }
      }),
  }
}

type Opened = Readonly<{ redis: Redis; failure(): unknown; close(): void }>

// The library is loaded here, on first use; the socket is the kit's, so that its bounds hold.
async function open(config: RedisConfig, ca: string | undefined, connected: () => void): Promise<Opened> {
  const { AbstractConnector, Redis } = await import('ioredis')
  const { host, port, tls } = config
  const stream =
    tls === undefined ? createGuardedSocket(BOUNDS) : openTlsSocket({ host, port }, toFacts(tls, ca), BOUNDS)
  let failure: unknown
  stream.once('connect', connected)
  stream.once('error', (error) => {
    failure = error
  })
  class KitConnector extends AbstractConnector {
    connect() {
      if (tls === undefined) stream.connect(port, host)
      return Promise.resolve(stream)
    }
    override disconnect() {
      stream.destroy()
    }
  }
  const redis = new Redis({
    Connector: KitConnector as never, // its type asks for the arguments of the library's own connectors
    lazyConnect: true,
    protocol: 2,
    db: 0,
    enableReadyCheck: false,
    disableClientInfo: true,
    autoResendUnfulfilledCommands: false,
    retryStrategy: () => null,
    ...(tls === undefined ? {} : { tls: {} }),
  })
  redis.on('error', () => {}) // every failure is told by the command that met it
  redis.connect().catch(() => {})
  return { redis, failure: () => failure, close: () => redis.disconnect() }
}

function toFacts(tls: NonNullable<RedisConfig['tls']>, ca: string | undefined) {
  const { mode, servername } = tls
  return { mode, ...(ca === undefined ? {} : { ca }), ...(servername === undefined ? {} : { servername }) }
}

function createCommand(opened: Opened, credential: string, context: CallContext): Command {
  return async (name, ...args) => {
    context.vendorCall?.()
    try {
      return await opened.redis.call(name, ...args)
    } catch (error) {
      throw toCommandError(error, opened, () =>
        toReplyError(textOf(error), toPermission(name, args), credential),
      )
    }
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : ''
}

// The library rejects with the server's reply, with the end of the connection, or with what its parser made of bytes
// that are not the protocol.
function toCommandError(error: unknown, opened: Opened, toReply: () => SourceError): SourceError {
  const name = error instanceof Error ? error.name : ''
  if (name === 'ReplyError') return toReply()
  const failure = opened.failure()
  if (failure !== undefined) return toNetworkError(failure)
  if (name === 'AbortError' || textOf(error).startsWith('Connection is closed'))
    return toNetworkError({ code: 'ECONNRESET' })
  return new SourceError('unusable', { why: 'unexpected_kind' })
}

// How access control lists spell a command: `info`, `config|get`.
function toPermission(name: string, args: readonly string[]): string {
  const isContainer = name === 'CONFIG' || name === 'SLOWLOG'
  return (isContainer ? `${name}|${args[0]}` : name).toLowerCase()
}

async function signIn(command: Command, username: string | undefined, password: string): Promise<void> {
  const reply = await command('AUTH', ...(username === undefined ? [password] : [username, password]))
  if (reply !== 'OK') throw new SourceError('unusable', { why: 'unexpected_kind' })
}

async function proveServer(command: Command, expected: string): Promise<void> {
  const info = parseInfo(await command('INFO', 'server'))
  if (info.get('server')?.get('run_id') !== expected)
    throw new SourceError('unusable', { why: 'scope_mismatch' })
}
