import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Cleanup } from './cleanup.ts'

/** What the proxy asks of its clients, and where a name leads when it is no name of this machine. */
export type ProxyOptions = {
  readonly auth?: string
  readonly hosts?: Readonly<Record<string, string>>
}

/** An HTTP proxy on loopback that only gives tunnels; `asked` lists each `host:port` in order. */
export type StartedProxy = { readonly url: string; readonly asked: string[]; cut(): void }

/** Starts a proxy that answers CONNECT and refuses everything else. */
export async function startConnectProxy(cleanup: Cleanup, options: ProxyOptions = {}): Promise<StartedProxy> {
  const asked: string[] = []
  const sockets = new Set<Socket>()
  const wanted =
    options.auth === undefined ? undefined : `Basic ${Buffer.from(options.auth).toString('base64')}`
  const server = createServer((_, response) => response.writeHead(405).end())
  server.on('connect', (request, near: Socket) => {
    near.on('error', () => near.destroy())
    if (wanted !== undefined && request.headers['proxy-authorization'] !== wanted) {
      near.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
      return
    }
    asked.push(request.url ?? '')
    const { hostname, port } = new URL(`http://${request.url}`)
    const far = connect(Number(port), options.hosts?.[hostname] ?? hostname, () => {
      near.write('HTTP/1.1 200 Connection established\r\n\r\n')
      near.pipe(far).pipe(near)
    })
    for (const one of [near, far]) sockets.add(one)
    far.on('error', () => near.destroy())
    far.on('close', () => near.destroy())
    near.on('close', () => far.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  cleanup.after(() => {
    cut()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { url: `http://127.0.0.1:${address.port}`, asked, cut }
}
