import { isIP } from 'node:net'
import { type Clock, sleep } from '@vedette/proto/clock'
import { type ConnectionOptions, connect, jwtAuthenticator, type NatsConnection } from 'nats'
import type { BusLog } from './log.ts'
import type { BusServers, UserCredentials } from './types.ts'

export type LinkOptions = Readonly<{
  servers: BusServers
  credentials: UserCredentials
  // Shown on the server's monitoring pages.
  name: string
  clock: Clock
  tick_ms: number
  log: BusLog
  // Runs on each new connection, before anyone hears that the link is up: subscriptions are made here.
  onUp(connection: NatsConnection): void
  onDown(): void
}>

// One connection that never gives up: a new one replaces each that ends, after a random wait of at most half a tick.
export type Link = Readonly<{ connection(): NatsConnection | null; close(): Promise<void> }>

// Inboxes of the control plane; the account's other users cannot hear them.
export const CONTROL_PLANE_INBOX = '_INBOX_cp'

const CONNECT_TIMEOUT_MS = 5_000
const SILENT_AFTER_FAILURES = 5

// Starts connecting in the background and returns at once.
export function keepLinked(options: LinkOptions): Link {
  const stop = new AbortController()
  let current: NatsConnection | null = null
  const ended = run()

  async function run(): Promise<void> {
    for (let failures = 0; !stop.signal.aborted; ) {
      try {
        current = await connectOnce(options)
        if (stop.signal.aborted) break
        failures = 0
        watch(current)
        options.onUp(current)
        await current.closed()
      } catch (error) {
        failures += 1
        if (failures <= SILENT_AFTER_FAILURES) tell(error)
      }
      if (current !== null) {
        await current.close().catch(() => undefined)
        current = null
        options.onDown()
      }
      await pause()
    }
    await current?.close()
  }

  // The library notices a lost server before it calls the connection closed: what is lost is lost at once.
  function watch(connection: NatsConnection): void {
    void (async () => {
      for await (const status of connection.status())
        if (status.type === 'staleConnection' || status.type === 'disconnect') await connection.close()
    })().catch(() => undefined)
  }

  async function pause(): Promise<void> {
    const wait = Math.random() * Math.min(5_000, options.tick_ms / 2)
    await sleep(options.clock, wait, stop.signal).catch(() => undefined)
  }

  function tell(error: unknown): void {
    const code = error instanceof Error ? error.name : 'unknown'
    options.log.warn({ link: options.name, code }, 'cannot connect to NATS, trying again')
  }

  return Object.freeze({
    connection: () => current,
    async close() {
      stop.abort()
      await current?.close()
      await ended
    },
  })
}

// Each server in turn: with TLS each has its own name to find in its certificate.
async function connectOnce({ servers, credentials, name, tick_ms }: LinkOptions): Promise<NatsConnection> {
  const options: ConnectionOptions = {
    authenticator: jwtAuthenticator(credentials.jwt, new TextEncoder().encode(credentials.seed)),
    name,
    inboxPrefix: CONTROL_PLANE_INBOX,
    // Our own loop reconnects: the library's would give up after two refusals.
    reconnect: false,
    pingInterval: Math.max(1_000, Math.min(5_000, tick_ms / 2)),
    maxPingOut: 2,
    timeout: CONNECT_TIMEOUT_MS,
    noAsyncTraces: true,
  }
  if (servers.tls === undefined) return connect({ ...options, servers: [...servers.urls] })
  let failure: unknown = new TypeError('no server is named')
  for (const url of servers.urls) {
    try {
      return await connect({ ...options, servers: [url], tls: toTls(url, servers.tls.ca_file) })
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

// Of a server that is named by its address the certificate must name that address; Node would look for `localhost`.
function toTls(url: string, caFile: string | undefined): NonNullable<ConnectionOptions['tls']> {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  const named = isIP(host) === 0 ? {} : { host }
  // The library hands on what else Node takes of TLS, which its own type does not name.
  return { ...(caFile === undefined ? {} : { caFile }), ...named } as NonNullable<ConnectionOptions['tls']>
}
