import { Agent, type Dispatcher, ProxyAgent, WebSocket } from 'undici'
import { isProxied, type TunnelProxy, toProxyAuth } from './tunnel.ts'

export type WebSocketWays = Readonly<{ ca: string | null; proxy: TunnelProxy | null }>

// A WebSocket as the NATS client takes it, over a private authority and through a proxy where they are set.
export async function openWebSocket(
  url: string,
  { ca, proxy }: WebSocketWays,
): Promise<{ socket: WebSocket; encrypted: boolean }> {
  const tls = ca === null ? {} : { ca }
  const isTunnelled = proxy !== null && isProxied(new URL(url).hostname, proxy.noProxy)
  const dispatcher: Dispatcher = isTunnelled
    ? await toProxyAgent(proxy, tls)
    : new Agent({ connect: { ...tls, allowH2: false } })
  const socket = new WebSocket(url, { dispatcher })
  // One dispatcher a socket: its sockets end with it.
  socket.addEventListener('close', () => void dispatcher.close().catch(() => {}))
  return { socket, encrypted: url.startsWith('wss:') }
}

async function toProxyAgent(proxy: TunnelProxy, tls: Readonly<{ ca?: string }>): Promise<Dispatcher> {
  const auth = await proxy.readAuth()
  return new ProxyAgent({
    uri: proxy.url,
    proxyTunnel: true,
    requestTls: tls,
    ...(auth === null ? {} : { token: toProxyAuth(auth) }),
  })
}
