import { request } from 'node:http'
import { createServer, type Socket } from 'node:net'

// An HTTP proxy that only gives tunnels. `noProxy`: hosts, and domains with all below them, reached directly.
export type TunnelProxy = Readonly<{
  url: string
  noProxy: readonly string[]
  // `user:password`, read at each connection; null: none.
  readAuth(): Promise<string | null>
}>

export type Tunnel = Readonly<{ port: number; close(): void }>

const CONNECT_MS = 10_000

// Tells whether a host is reached through the proxy.
export function isProxied(host: string, noProxy: readonly string[]): boolean {
  const name = host.toLowerCase()
  return !noProxy.some((one) => {
    const entry = one.toLowerCase().replace(/^\*?\./, '')
    return entry === '*' || name === entry || name.endsWith(`.${entry}`)
  })
}

// The value of a Proxy-Authorization header.
export function toProxyAuth(auth: string): string {
  return `Basic ${Buffer.from(auth).toString('base64')}`
}

// Listens on loopback for one connection, which leads through the proxy to the target; TLS stays between the two ends.
// The port is closed once that connection came, so that nobody else uses it.
export async function openTunnel(
  proxy: TunnelProxy,
  target: Readonly<{ host: string; port: number }>,
): Promise<Tunnel> {
  const auth = await proxy.readAuth()
  const server = createServer((near) => {
    server.close()
    near.on('error', () => near.destroy())
    dial({ proxy: proxy.url, auth, target })
      .then((far) => join(near, far))
      .catch(() => near.destroy())
  })
  const ready = Promise.withResolvers<void>()
  server.once('error', ready.reject)
  server.listen(0, '127.0.0.1', ready.resolve)
  await ready.promise
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return Object.freeze({ port: address.port, close: () => server.close() })
}

type Dial = Readonly<{
  proxy: string
  auth: string | null
  target: Readonly<{ host: string; port: number }>
}>

function dial({ proxy, auth, target }: Dial): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const { hostname, port } = new URL(proxy)
  const host = target.host.includes(':') ? `[${target.host}]` : target.host
  const path = `${host}:${target.port}`
  const asked = request({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? 80 : Number(port),
    method: 'CONNECT',
    path,
    timeout: CONNECT_MS,
    headers: { host: path, ...(auth === null ? {} : { 'proxy-authorization': toProxyAuth(auth) }) },
  })
  asked.on('timeout', () => asked.destroy(new Error('the proxy is silent')))
  asked.on('error', reject)
  // Any other answer than a tunnel is a refusal.
  asked.on('response', () => asked.destroy(new Error('no tunnel')))
  asked.on('connect', (response, socket, head) => {
    if (response.statusCode !== 200) {
      socket.destroy()
      return reject(new Error('the proxy refuses'))
    }
    socket.setTimeout(0)
    if (head.length > 0) socket.unshift(head)
    resolve(socket)
  })
  asked.end()
  return promise
}

// What ends or breaks on one side ends on the other.
function join(near: Socket, far: Socket): void {
  near.setNoDelay(true)
  far.setNoDelay(true)
  far.on('error', () => near.destroy())
  near.on('close', () => far.destroy())
  far.on('close', () => near.destroy())
  near.pipe(far).pipe(near)
}
