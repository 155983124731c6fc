import { readFile } from 'node:fs/promises'
import type { ConnectionOptions, NatsConnection } from 'nats'
import { connect, credsAuthenticator, errors, jwtAuthenticator, wsconnect } from 'nats'

export type Servers = Readonly<{ urls: readonly string[]; caFile: string | null }>

// Why a connection was not made: `unauthorized` needs a new JWT, `away` only time.
type ConnectFailure = 'unauthorized' | 'away'

export type Connected =
  | Readonly<{ kind: 'connected'; connection: NatsConnection }>
  | Readonly<{ kind: ConnectFailure }>

const DIAL_MS = 10_000
const PING_MS = 5_000
const PINGS_OUT = 2

export type AgentLogin = Readonly<{
  agent: string
  jwt: string
  seed: Uint8Array
  // Milliseconds before the next try to reconnect, asked each time.
  reconnectDelay: () => number
}>

// Connects as the agent; the library then reconnects for ever, until authentication fails twice.
export function connectAgent(servers: Servers, login: AgentLogin): Promise<Connected> {
  return open(servers, {
    name: `vedette agent ${login.agent}`,
    authenticator: jwtAuthenticator(login.jwt, login.seed),
    inboxPrefix: `_INBOX_${login.agent}`,
    maxReconnectAttempts: -1,
    reconnectDelayHandler: login.reconnectDelay,
  })
}

// Connects to ask for enrolment and nothing else; does not reconnect.
export function connectLobby(servers: Servers, creds: string): Promise<Connected> {
  return open(servers, {
    name: 'vedette lobby',
    authenticator: credsAuthenticator(new TextEncoder().encode(creds)),
    inboxPrefix: '_INBOX_lobby',
    reconnect: false,
  })
}

async function open(servers: Servers, options: ConnectionOptions): Promise<Connected> {
  const isWebSocket = servers.urls.some((url) => /^wss?:/.test(url))
  const all: ConnectionOptions = {
    ...options,
    servers: [...servers.urls],
    timeout: DIAL_MS,
    pingInterval: PING_MS,
    maxPingOut: PINGS_OUT,
    ignoreClusterUpdates: true,
    noAsyncTraces: true,
  }
  try {
    if (isWebSocket) return { kind: 'connected', connection: await wsconnect(all) }
    // Asked for TLS, the client refuses a server without it.
    const tls = await toTls(servers)
    return { kind: 'connected', connection: await connect(tls === null ? all : { ...all, tls }) }
  } catch (error) {
    return { kind: isAuthError(error) ? 'unauthorized' : 'away' }
  }
}

async function toTls(servers: Servers): Promise<Readonly<{ ca?: string }> | null> {
  if (servers.caFile !== null) return { ca: await readFile(servers.caFile, 'utf8') }
  return servers.urls.some((url) => url.startsWith('tls:')) ? {} : null
}

function isAuthError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    error instanceof errors.AuthorizationError ||
    error instanceof errors.UserAuthenticationExpiredError ||
    isAuthError(error.cause)
  )
}
