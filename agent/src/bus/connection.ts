import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import type { ConnectionOptions, NatsConnection } from 'nats'
import { connect, credsAuthenticator, errors, jwtAuthenticator, wsconnect } from 'nats'
import { isProxied, openTunnel, type TunnelProxy } from './tunnel.ts'
import { openWebSocket } from './web-socket.ts'

export type Servers = Readonly<{ urls: readonly string[]; caFile: string | null; proxy: TunnelProxy | null }>

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
    const { urls, proxy } = servers
    const ca = servers.caFile === null ? null : await readFile(servers.caFile, 'utf8')
    const isWebSocket = urls.some((url) => /^wss?:/.test(url))
    if (isWebSocket) {
      const wsFactory = (url: string) => openWebSocket(url, { ca, proxy })
      return { kind: 'connected', connection: await wsconnect({ ...all, wsFactory }) }
    }
    const tls = toTls(urls, ca)
    const hosts = urls.map((url) => new URL(url).hostname)
    const isProxiedSome = proxy !== null && hosts.some((host) => isProxied(host, proxy.noProxy))
    const isAddressed = tls !== null && hosts.some((host) => isIP(toHost(host)) !== 0)
    if (isProxiedSome || isAddressed) return await openOneByOne(all, { urls, proxy, ca })
    // Asked for TLS, the client refuses a server without it.
    return { kind: 'connected', connection: await connect(tls === null ? all : { ...all, tls }) }
  } catch (error) {
    return { kind: isAuthError(error) ? 'unauthorized' : 'away' }
  }
}

// Tries each server by itself, with its own name or address to find in its certificate; a connection that breaks is made
// anew by whoever asked for it.
async function openOneByOne(
  options: ConnectionOptions,
  { urls, proxy, ca }: Readonly<{ urls: readonly string[]; proxy: TunnelProxy | null; ca: string | null }>,
): Promise<Connected> {
  let failure: unknown = null
  for (const url of urls) {
    const { hostname, port } = new URL(url)
    const target = { host: toHost(hostname), port: Number(port || DEFAULT_PORT) }
    const isTunnelled = proxy !== null && isProxied(hostname, proxy.noProxy)
    const tunnel = isTunnelled ? await openTunnel(proxy, target) : null
    const server = tunnel === null ? url : `127.0.0.1:${tunnel.port}`
    try {
      const once = { ...options, reconnect: false, servers: [server], ...toNamedTls(url, target.host, ca) }
      return { kind: 'connected', connection: await connect(once) }
    } catch (error) {
      if (isAuthError(error)) throw error
      failure = error
    } finally {
      tunnel?.close()
    }
  }
  throw failure
}

const DEFAULT_PORT = 4222

// The certificate must be that of the host at the far end: not of a tunnel's own end, and of an address not that of
// `localhost`, which Node would take when nothing is named.
function toNamedTls(url: string, host: string, ca: string | null): Pick<ConnectionOptions, 'tls'> {
  const tls = toTls([url], ca)
  if (tls === null) return {}
  const name = isIP(host) === 0 ? { servername: host, host } : { host }
  // The library hands on what else Node takes of TLS, which its own type does not name.
  return { tls: { ...tls, ...name } as ConnectionOptions['tls'] & object }
}

function toHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '')
}

function toTls(urls: readonly string[], ca: string | null): Readonly<{ ca?: string }> | null {
  if (ca !== null) return { ca }
  return urls.some((url) => url.startsWith('tls:')) ? {} : null
}

function isAuthError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    error instanceof errors.AuthorizationError ||
    error instanceof errors.UserAuthenticationExpiredError ||
    isAuthError(error.cause)
  )
}
