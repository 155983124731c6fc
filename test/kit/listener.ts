import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import { type Cleanup, registerUndo } from './cleanup.ts'

/** The certificate that is shown; null: no TLS at all. `greeting` is sent in the clear before anything is heard. */
export type ListenerOptions = {
  readonly pair: { readonly certFile: string; readonly keyFile: string } | null
  readonly greeting?: string
}

/** `clear` is what clients said before any TLS, `secret` what they said inside it; `asked` counts connections. */
export type StartedListener = {
  readonly port: number
  readonly clear: string[]
  readonly secret: string[]
  asked(): number
}

const TLS_HELLO = 0x16
// What a PostgreSQL client asks before anything else: may we speak TLS?
const SSL_REQUEST = Buffer.from('0000000804d2162f', 'hex')

/** Starts a server on loopback that answers nothing and remembers what it was told. */
export async function startListener(cleanup: Cleanup, options: ListenerOptions): Promise<StartedListener> {
  const { pair, greeting } = options
  const clear: string[] = []
  const secret: string[] = []
  const sockets = new Set<Socket>()
  let asked = 0
  const hear = (socket: Socket) =>
    socket.once('data', (bytes: Buffer) => {
      if (bytes.equals(SSL_REQUEST)) {
        socket.write(pair === null ? 'N' : 'S')
        hear(socket)
      } else if (bytes[0] !== TLS_HELLO) {
        clear.push(bytes.toString())
        socket.destroy()
      } else if (pair === null) socket.destroy()
      else listenInside(socket, bytes, pair)
    })
  const listenInside = (socket: Socket, hello: Buffer, files: NonNullable<ListenerOptions['pair']>) => {
    socket.pause()
    socket.unshift(hello)
    const secureContext = createSecureContext({
      cert: readFileSync(files.certFile),
      key: readFileSync(files.keyFile),
    })
    const inner = new TLSSocket(socket, { isServer: true, secureContext })
    inner.on('error', () => inner.destroy())
    inner.on('data', (bytes: Buffer) => void secret.push(bytes.toString()))
  }
  const server = createServer((socket) => {
    asked += 1
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    if (greeting !== undefined) socket.write(greeting)
    hear(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  registerUndo(cleanup, () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo // it listens on TCP
  return { port, clear, secret, asked: () => asked }
}
